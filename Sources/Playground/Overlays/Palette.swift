internal import AdSessions

/// The command palette: a line of text, and the commands that fit it.
struct Palette: Overlay {
  /// More characters than this are not taken.
  static let maxTextLength = 60

  /// What was typed so far, made safe.
  private(set) var text = ""
  /// The entry that would be run; it may lie beyond the last.
  var list = ListState()

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

  // MARK: - Over the screen

  var isMenu: Bool { true }
  var isQuestion: Bool { true }

  func context(in scene: Scene) -> KeyContext { .palette }
  func box(in scene: Scene) -> OverlayBox? { nil }

  func draw(_ scene: Scene, on canvas: inout Canvas) {
    PaletteView(
      self, entries: entries(in: scene), columns: canvas.width, rows: canvas.height
    ).draw(on: &canvas)
  }

  func pageRows(in scene: Scene) -> Int {
    PaletteView.listRows(ofScreen: scene.screen.shared.rows)
  }

  mutating func move(by rows: Int, in scene: Scene) {
    list.move(by: rows, of: entries(in: scene).count)
  }

  func action(in scene: Scene) -> PaletteEntry.Action? {
    let entries = entries(in: scene)
    return entries.isEmpty ? nil : entries[min(list.selected, entries.count - 1)].action
  }

  // MARK: - What is offered

  /// The entries that are offered now.
  func entries(in scene: Scene) -> [PaletteEntry] {
    entries(in: scene.context, on: scene.stage)
  }

  /// The entries that fit the text, the best first, seen from a place.
  ///
  /// Thresholds can be set on a page that is live, and in a replay, which is decided again.
  func entries(in context: KeyContext, on stage: Stage? = nil) -> [PaletteEntry] {
    let stage = stage ?? context.stage
    let commands = PaletteEntry.commands(in: context, on: stage)
    guard !text.isEmpty else { return commands }
    let fitting = commands.compactMap { entry in
      FuzzyMatch(text, in: entry.name).map { match in
        (
          entry: entry, match: match,
          placesMeant: match.positions.count { $0 >= entry.wordsCount }
        )
      }
    }
    // Of two that fit equally well, what a command does counts more than where it counts, and less is left over of
    // the shorter.
    let sorted = fitting.sorted { one, other in
      (other.match.score, one.placesMeant, one.entry.name.count)
        < (one.match.score, other.placesMeant, other.entry.name.count)
    }
    let order = stage == .page || stage == .replay ? ThresholdOrder(text) : nil
    return (order.map { [PaletteEntry($0)] } ?? [])
      + sorted.map { found in
        var entry = found.entry
        entry.matched = found.match.positions
        return entry
      }
  }
}
