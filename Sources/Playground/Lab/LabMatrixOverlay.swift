internal import AdEngine
internal import AdLab
internal import AdSessions

/// Every combination of the lab's settings over the unit, by what it comes to; the chosen row can be fetched.
struct LabMatrixOverlay: Overlay {
  /// Combinations of one outcome that agree in the switches of a pattern.
  private struct Row {
    let group: LabComparison.Group
    let pattern: SwitchPattern
    let isFirst: Bool
  }

  private let settings: PreloadSettings
  private let comparison: LabComparison
  private let rows: [Row]
  var list = ListState()

  /// Runs all combinations; the row of these settings is chosen.
  init(_ settings: PreloadSettings, seed: UInt64) {
    self.settings = settings
    comparison = LabComparison(unit: settings.unit, seed: seed)
    rows = comparison.groups.flatMap { group in
      group.patterns.enumerated().map {
        Row(group: group, pattern: $1, isFirst: $0 == 0)
      }
    }
    list.choose(present ?? 0)
  }

  private var present: Int? { rows.firstIndex { $0.pattern.covers(settings) } }

  /// The lines above the rows.
  private static let head = 2

  func context(in model: Model) -> KeyContext { .matrix }

  func box(in model: Model) -> OverlayBox? {
    // Narrower than all figures, the switches and the border.
    let isNarrow = model.shared.columns < 76
    var lines = [
      OverlayLine(comparison.sentence),
      OverlayLine(
        "   " + LabComparison.letters, LabComparison.figures(of: nil, isNarrow: isNarrow),
        isStrong: true),
    ]
    let present = present
    lines += rows.enumerated().map { number, row in
      let marks = (number == list.selected ? "▸" : " ") + (number == present ? "●" : " ")
      return OverlayLine(
        marks + " " + row.pattern.text,
        row.isFirst ? LabComparison.figures(of: row.group, isNarrow: isNarrow) : "",
        tone: row.group.outcome.isEarly ? .poor : nil)
    }
    let switches = PreloadOption.allCases.map { "\($0.letter) \($0.title)" }
    lines += [
      .blank, OverlayLine("+ on, - off, . makes no difference, ● the settings now"),
      OverlayLine(switches.joined(separator: ", ")),
    ]
    return OverlayBox(
      title: "the matrix of \(settings.shortUnit.scrubbed)", lines: lines, keyWidth: 21,
      chosen: list.selected + Self.head)
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: self.rows.count)
    guard let box = box(in: model) else { return }
    let line = list.selected + Self.head
    list.reveal((list.selected == 0 ? 0 : line)...line, of: box, in: model)
  }

  mutating func show(hit: Int, in model: Model) {
    list.choose(max(0, hit - Self.head))
    move(by: 0, in: model)
  }

  /// The settings of the chosen row; what makes no difference stays as it is.
  func action(in model: Model) -> PaletteEntry.Action? {
    .fetch(rows[list.selected].pattern.applied(to: settings))
  }
}
