import AdTuning
import Playground

/// What the playground opens with.
enum OpeningScene {
  case file(OpenedFile)
  /// The tuning screen, over a page if all sessions are of one.
  case tuning(TuningSource, TuningPlan, over: PageFile?)

  /// What the user should know about it.
  var warning: String? {
    if case .file(.session(_, let warning)) = self { warning } else { nil }
  }

  /// The playground on a terminal of a size in cells.
  func model(
    options: PlaygroundOptions, settings: PlaygroundSettings, columns: Int, rows: Int,
    at real: Int64 = 0
  ) -> Model {
    switch self {
    case .file(.page(let page)):
      Model(page, options: options, settings: settings, columns: columns, rows: rows, at: real)
    case .file(.lab(let replay)):
      Model(replay, options: options, settings: settings, columns: columns, rows: rows, at: real)
    case .file(.session(let replay, _)):
      Model(replay, options: options, settings: settings, columns: columns, rows: rows, at: real)
    case .tuning(let source, let plan, let page):
      Model(
        source, plan, over: page, options: options, settings: settings, columns: columns,
        rows: rows, at: real)
    }
  }
}
