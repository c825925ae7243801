internal import AdEngine
internal import AdSessions

/// One screen of the playground at an instant, without a terminal and without a user.
package struct Snapshot: Sendable {
  /// How long a picture waits at most for what is pending, in milliseconds, when no instant was asked for.
  package static let patience: Int64 = 10_000

  /// The smallest screen that shows the playground, in cells; smaller ones hold a sentence.
  package static let minSize = ScreenLayout.minSize

  package let canvas: Canvas
  package let title: String

  /// Opens a page, scrolls it to `scroll` points and lets time run to `time`, in milliseconds,
  /// or until nothing is pending, after ``patience`` at the latest.
  package init(
    of file: PageFile, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, scroll: Double = 0, at time: Int64? = nil
  ) {
    var model = Model(
      .page(file), options: options, settings: settings, columns: columns, rows: rows, at: 0)
    if scroll > 0 { model.scroll(to: scroll) }
    let end = time ?? Self.patience
    while let deadline = model.nextDeadline, deadline <= end {
      _ = model.update(.woke, at: deadline)
    }
    if time != nil { _ = model.update(.woke, at: end) }
    self.init(of: model)
  }

  /// Plays a session up to `time`, in milliseconds since it began, or to its end, and stops.
  package init(replaying model: Model, at time: Int64? = nil) {
    var model = model
    let time = Instant(milliseconds: time ?? .max)
    model.perform(.stay(at: time))
    self.init(of: model)
  }

  private init(of model: Model) {
    canvas = view(model)
    title = model.top.page.title
  }
}
