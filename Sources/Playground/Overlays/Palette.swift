internal import AdLab
internal import AdSessions

/// A line of text, and what fits it: the commands, or what can be chosen and opened.
struct Palette: Overlay {
  enum Offer: Hashable, Sendable {
    case commands, choices
    /// Units of the lab: what is typed, and the known ones.
    case units
  }

  /// More characters than this are not taken.
  static let maxTextLength = 200

  let offer: Offer
  /// What was typed so far, made safe.
  private(set) var text = ""
  /// The entry that would be run; it may lie beyond the last.
  var list = ListState()

  init(_ offer: Offer = .commands) { self.offer = offer }

  /// Takes a character; one that would not be shown as it is, is no part of any command.
  mutating func type(_ character: Character) {
    guard text.count < Self.maxTextLength, String(character).scrubbed == String(character) else {
      return
    }
    text.append(character)
    list = ListState()
  }

  mutating func erase() {
    text = String(text.dropLast())
    list = ListState()
  }

  mutating func clear() {
    text = ""
    list = ListState()
  }

  var isMenu: Bool { true }
  var isQuestion: Bool { true }

  func context(in model: Model) -> KeyContext { .palette }
  func box(in model: Model) -> OverlayBox? { nil }

  /// Screens with fewer rows than these have no preview.
  private static let minRowsForPreview = 20

  func draw(_ model: Model, on canvas: inout Canvas) { listBox(in: model).draw(on: &canvas) }

  func pageRows(in model: Model) -> Int { listBox(in: model).shownRows }

  private func listBox(in model: Model) -> ListBox {
    let entries = entries(in: model)
    let preview: [String] =
      switch action(in: model) {
      case .take(let choice) where offer == .choices: choice.preview
      case .unit(let unit): LabCreative.preview(of: unit)
      default: []
      }
    let hasPreview = offer != .commands && model.shared.rows >= Self.minRowsForPreview
    return ListBox(
      title,
      entries.map { ListBox.Row(text: $0.name, note: $0.keys, matched: $0.matched) },
      chosen: list.selected, on: model.shared.screen,
      maxRows: offer == .units && hasPreview ? 14 : 15, input: text,
      preview: preview, previewRows: hasPreview ? offer == .units ? 6 : 3 : 0)
  }

  private var title: String {
    switch offer {
    case .commands: "commands"
    case .choices: "open or choose"
    case .units: "unit ID: type any, or choose a known one"
    }
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: entries(in: model).count)
  }

  func action(in model: Model) -> PaletteEntry.Action? {
    let entries = entries(in: model)
    return entries.isEmpty ? nil : entries[min(list.selected, entries.count - 1)].action
  }

  /// The entries offered now; once something was typed also what can be chosen, behind the commands.
  func entries(in model: Model) -> [PaletteEntry] {
    let choices = Choice.all(in: model, typed: text).map {
      PaletteEntry($0, isCurrent: $0.isCurrent(in: model))
    }
    switch offer {
    case .choices: return fitting(choices)
    case .units:
      let known = LabCreative.units.filter { text.isEmpty || WordMatch(text, in: $0) != nil }
      let typed = known.contains(text) || text.isEmpty ? [] : [text]
      return (typed + known).map(PaletteEntry.init(unit:))
    case .commands:
      let slot = [.page, .replay].contains(model.stage) ? PaletteEntry(slot: text, in: model) : nil
      return (slot.map { [$0] } ?? []) + entries(in: model.pageContext, on: model.stage)
        + (text.isEmpty ? [] : fitting(choices))
    }
  }

  /// The entries that fit the text, the best first; thresholds too, on a live page and in a replay.
  func entries(in context: KeyContext, on stage: Stage? = nil) -> [PaletteEntry] {
    let stage = stage ?? context.stage
    let commands = fitting(PaletteEntry.commands(in: context, on: stage))
    guard !text.isEmpty else { return commands }
    let order = stage == .page || stage == .replay ? ThresholdOrder(text) : nil
    return (order.map { [PaletteEntry($0)] } ?? []) + commands
  }

  /// Those of some entries that fit the text, the best first.
  private func fitting(_ entries: [PaletteEntry]) -> [PaletteEntry] {
    guard !text.isEmpty else { return entries }
    let fitting = entries.compactMap { entry in
      WordMatch(text, in: entry.name).map { match in
        (entry: entry, match: match, placesMeant: match.positions.count { $0 >= entry.wordsCount })
      }
    }
    // Of two that fit equally well, what a command does counts more than where it counts, and less is left over of
    // the shorter.
    let sorted = fitting.sorted { one, other in
      (other.match.score, one.placesMeant, one.entry.name.count)
        < (one.match.score, other.placesMeant, other.entry.name.count)
    }
    return sorted.map { found in
      var entry = found.entry
      entry.matched = found.match.positions
      return entry
    }
  }
}
