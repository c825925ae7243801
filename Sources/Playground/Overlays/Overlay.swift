internal import AdEngine

/// Covers the screen until it is closed; what it shows is derived from the model at each drawing.
protocol Overlay: Sendable {
  var list: ListState { get set }
  /// The slot that it is about, if it is about one.
  var slot: Int? { get }
  /// Whether it is about the page on the screen, and so goes with it.
  var isAboutPage: Bool { get }
  /// Whether it is a list of things to do, which lies over everything else and leaves the focus where it is.
  var isMenu: Bool { get }
  /// Whether it is there to be answered, and not only to be read.
  var isQuestion: Bool { get }

  /// Where its keys stand in the table of commands.
  func context(in model: Model) -> KeyContext
  /// What is shown; `nil` for what draws itself.
  func box(in model: Model) -> OverlayBox?
  func draw(_ model: Model, on canvas: inout Canvas)
  /// All of it, to be copied or read out: what is folded, too.
  func whole(in model: Model) -> OverlayBox?
  /// The lines that a search in it looks at.
  func texts(in model: Model) -> [String]
  /// Goes to one of these lines.
  mutating func show(hit: Int, in model: Model)
  /// By how many rows a page moves.
  func pageRows(in model: Model) -> Int
  /// Moves the choice; a text without one is scrolled.
  mutating func move(by rows: Int, in model: Model)
  func action(in model: Model) -> PaletteEntry.Action?
}

extension Overlay {
  var slot: Int? { nil }
  var isAboutPage: Bool { slot != nil }
  var isMenu: Bool { false }
  var isQuestion: Bool { false }

  func whole(in model: Model) -> OverlayBox? { box(in: model) }

  func context(in model: Model) -> KeyContext { .overlay }

  func texts(in model: Model) -> [String] {
    box(in: model)?.lines.map { ($0.key ?? "") + " " + $0.text } ?? []
  }

  mutating func show(hit: Int, in model: Model) {
    guard let box = box(in: model) else { return }
    list.choose(hit)
    list.reveal(hit...hit, of: box, in: model)
  }

  func draw(_ model: Model, on canvas: inout Canvas) {
    let search = model.viewer.search.flatMap { $0.isInOverlay ? $0 : nil }
    box(in: model)?.draw(on: &canvas, from: list.offset, search: search)
  }

  func pageRows(in model: Model) -> Int {
    // A line stays in view.
    max(1, OverlayBox.room(rows: box(in: model)?.area?.height ?? model.shared.rows) - 1)
  }

  mutating func move(by rows: Int, in model: Model) {
    guard let box = box(in: model) else { return }
    let (columns, height) = (model.shared.columns, model.shared.rows)
    list.scroll(by: rows, last: box.lastFirstLine(columns: columns, rows: height))
  }

  func action(in model: Model) -> PaletteEntry.Action? { nil }
}

extension Model {
  /// What covers the page, menus apart.
  var overlay: (any Overlay)? { viewer.overlays.last { !$0.isMenu } }

  var coveringSlot: Int? { overlay?.slot }

  /// The slot that is highlighted everywhere on the screen: the one that is being explained, else the selected one.
  var highlightedSlot: Int? { coveringSlot ?? top.selectedSlot }

  /// Replaces all that covers the page.
  mutating func show(_ overlay: some Overlay) {
    uncoverPage()
    viewer.overlays.insert(overlay, at: 0)
  }

  /// Shows something over what covers the page.
  mutating func showAbove(_ overlay: some Overlay) { viewer.overlays.append(overlay) }

  /// Takes away what covers the page, menus apart.
  mutating func uncoverPage() { viewer.overlays.removeAll { !$0.isMenu } }

  /// Takes away the uppermost.
  mutating func closeOverlay() { _ = viewer.overlays.popLast() }

  /// Takes away what is about a page that was left.
  mutating func leaveSlotOverlays() { viewer.overlays.removeAll { $0.isAboutPage } }

  /// Takes away what is about a slot that is not on the page any more.
  mutating func leaveMissingSlot() {
    guard viewer.overlays.contains(where: { $0.slot != nil }) else { return }
    let model = self
    viewer.overlays.removeAll { overlay in
      overlay.slot.map { model.visit.status(ofSlot: $0) == nil } == true
        && overlay.box(in: model) == nil
    }
  }

  /// Changes the uppermost, if it is one of these.
  mutating func change<Kind: Overlay>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    guard var top = viewer.overlays.last as? Kind else { return }
    change(&top)
    viewer.overlays[viewer.overlays.count - 1] = top
  }

  mutating func typeLetter(_ letter: Character) {
    viewer.overlays.last is Palette
      ? change(Palette.self) { $0.type(letter) } : typeInSearch(letter)
  }

  mutating func eraseLetter() {
    viewer.overlays.last is Palette ? change(Palette.self) { $0.erase() } : eraseInSearch()
  }

  mutating func clearLetters() { change(Palette.self) { $0.clear() } }
}
