internal import AdEngine
internal import AdSessions

/// Something that covers the screen until it is closed: its state, the place of its keys, and how it looks.
///
/// What it shows is derived from the model whenever it is drawn.
protocol Overlay: Sendable {
  /// Where the person is in it.
  var list: ListState { get set }
  /// The slot that it is about, if it is about one.
  var slot: Int? { get }
  /// Whether it tells of the page on the screen, and so goes with it.
  var isAboutPage: Bool { get }
  /// Whether it is a list of things to do, which lies over everything else and leaves the focus where it is.
  var isMenu: Bool { get }
  /// Whether it is there to be answered, and not only to be read.
  var isQuestion: Bool { get }
  /// What the consent centre notes when it goes.
  var hiding: ConsentEvent? { get }

  /// Where its keys stand in the table of commands.
  func context(in model: Model) -> KeyContext
  /// What is shown; `nil` for what draws itself.
  func box(in model: Model) -> OverlayBox?
  func draw(_ model: Model, on canvas: inout Canvas)
  /// The rows that a page of it has.
  func pageRows(in model: Model) -> Int
  /// Moves the choice.
  mutating func move(by rows: Int, in model: Model)
  /// Does what is chosen.
  func choose(in model: inout Model)
}

extension Overlay {
  var slot: Int? { nil }
  var isAboutPage: Bool { slot != nil }
  var isMenu: Bool { false }
  var isQuestion: Bool { false }
  var hiding: ConsentEvent? { nil }

  func context(in model: Model) -> KeyContext { .overlay }

  func draw(_ model: Model, on canvas: inout Canvas) {
    box(in: model)?.draw(on: &canvas, from: list.offset)
  }

  func pageRows(in model: Model) -> Int {
    max(2, OverlayBox.room(rows: box(in: model)?.area?.height ?? model.rows))
  }

  mutating func move(by rows: Int, in model: Model) {}
  func choose(in model: inout Model) {}
}

/// What covers the screen, the uppermost last.
extension Model {
  /// What covers the page, menus apart.
  var overlay: (any Overlay)? { overlays.last { !$0.isMenu } }

  /// What it shows.
  var overlayBox: OverlayBox? { overlay?.box(in: self) }

  /// What is to be seen of it: the uppermost, and the menus over that.
  var visibleOverlays: [any Overlay] {
    (overlay.map { [$0] } ?? []) + overlays.filter(\.isMenu)
  }

  /// Shows something in the place of all that covers the page.
  mutating func show(_ overlay: some Overlay) {
    uncoverPage()
    overlays.insert(overlay, at: 0)
  }

  /// Shows something over what covers the page.
  mutating func showAbove(_ overlay: some Overlay) { overlays.append(overlay) }

  /// Takes away what covers the page, menus apart.
  mutating func uncoverPage() { overlays.removeAll { !$0.isMenu } }

  /// Takes away the uppermost.
  mutating func closeOverlay() {
    _ = overlays.popLast()
    revealChoice()
  }

  /// Stops telling about slots of a page that was left.
  mutating func leaveSlotOverlays() {
    overlays.removeAll { $0.isAboutPage }
  }

  /// Stops showing a slot that is not on the page any more.
  mutating func leaveMissingSlot() {
    let model = self
    overlays.removeAll { overlay in
      overlay.slot.map { model.status(ofSlot: $0) == nil } == true && overlay.box(in: model) == nil
    }
  }

  /// Changes the uppermost, if it is one of these.
  mutating func change<Kind: Overlay>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    guard var top = overlays.last as? Kind else { return }
    change(&top)
    overlays[overlays.count - 1] = top
  }

  // MARK: - In what is open

  /// Moves the choice in the list that is open.
  mutating func moveChoice(by rows: Int) {
    guard var top = overlays.last else { return }
    top.move(by: rows, in: self)
    overlays[overlays.count - 1] = top
  }

  /// Moves the choice by so many pages of what is shown at once.
  mutating func moveChoice(pages: Int) {
    moveChoice(by: pages * (overlays.last?.pageRows(in: self) ?? 0))
  }

  /// Does what is chosen in the list that is open.
  mutating func choose() {
    guard let top = overlays.last else { return }
    top.choose(in: &self)
  }

  mutating func scrollOverlay(by lines: Int) {
    guard let box = overlays.last?.box(in: self) else { return }
    let last = box.lastFirstLine(columns: columns, rows: rows)
    overlays[overlays.count - 1].list.scroll(by: lines, last: last)
  }

  /// Scrolls by so many screens; a line stays in view.
  mutating func scrollOverlay(pages: Int) {
    scrollOverlay(by: pages * ((overlays.last?.pageRows(in: self) ?? 1) - 1))
  }
}
