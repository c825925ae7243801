internal import AdEngine
internal import AdSessions

/// What an overlay may look at.
struct Scene {
  let screen: PageScreen
  /// What commands act on, and where a key would count first if nothing covered the screen.
  let stage: Stage
  let context: KeyContext
  /// The tuning screen, while it is on the screen.
  let tuning: Tuning?
  /// The preload lab, while it is on the screen.
  let lab: Lab?

  init(
    _ screen: PageScreen, stage: Stage? = nil, context: KeyContext? = nil, tuning: Tuning? = nil,
    lab: Lab? = nil
  ) {
    self.screen = screen
    self.stage = stage ?? screen.stage
    self.context = context ?? screen.context
    self.tuning = tuning
    self.lab = lab
  }

  /// The thresholds that are copied, and the viewport that their percentages are of.
  var thresholds: (settings: LazyLoadingSettings, viewport: Size)? {
    guard let tuning else {
      return screen.visit.run.engine.lazyLoading.map { ($0, screen.visit.run.engine.viewport.size) }
    }
    return tuning.settings.map { ($0, tuning.viewport) }
  }
}

/// Something that covers the screen until it is closed: its state, the place of its keys, and how it looks.
///
/// What it shows is derived from the scene whenever it is drawn.
protocol Overlay: Sendable {
  /// Where the user is in it.
  var list: ListState { get set }
  /// The slot that it is about, if it is about one.
  var slot: Int? { get }
  /// Whether it is about the page on the screen, and so goes with it.
  var isAboutPage: Bool { get }
  /// Whether it is a list of things to do, which lies over everything else and leaves the focus where it is.
  var isMenu: Bool { get }
  /// Whether it is there to be answered, and not only to be read.
  var isQuestion: Bool { get }
  /// What the consent consent.centre notes when it goes.
  var hiding: ConsentEvent? { get }

  /// Where its keys stand in the table of commands.
  func context(in scene: Scene) -> KeyContext
  /// What is shown; `nil` for what draws itself.
  func box(in scene: Scene) -> OverlayBox?
  func draw(_ scene: Scene, on canvas: inout Canvas)
  /// All of it, to be copied or read out: what is folded, too.
  func whole(in scene: Scene) -> OverlayBox?
  /// The lines that a search in it looks at.
  func texts(in scene: Scene) -> [String]
  /// Goes to one of these lines.
  mutating func show(hit: Int, in scene: Scene)
  /// Whether a line of it is chosen, and not only scrolled to.
  var hasCursor: Bool { get }
  /// The rows that a page of it has.
  func pageRows(in scene: Scene) -> Int
  mutating func move(by rows: Int, in scene: Scene)
  func action(in scene: Scene) -> PaletteEntry.Action?
}

extension Overlay {
  var slot: Int? { nil }
  var isAboutPage: Bool { slot != nil }
  var isMenu: Bool { false }
  var isQuestion: Bool { false }
  var hiding: ConsentEvent? { nil }
  var hasCursor: Bool { false }

  func whole(in scene: Scene) -> OverlayBox? { box(in: scene) }

  func context(in scene: Scene) -> KeyContext { .overlay }

  func texts(in scene: Scene) -> [String] {
    box(in: scene)?.lines.map { ($0.key ?? "") + " " + $0.text } ?? []
  }

  mutating func show(hit: Int, in scene: Scene) {
    guard let box = box(in: scene) else { return }
    let rows = box.rows(ofLine: hit, columns: scene.screen.shared.columns)
    let room = max(1, OverlayBox.room(rows: box.area?.height ?? scene.screen.shared.rows))
    list.choose(hit)
    list.reveal(rows.lowerBound...min(rows.upperBound, rows.lowerBound + room - 1), room: room)
  }

  func draw(_ scene: Scene, on canvas: inout Canvas) {
    let search = scene.screen.viewer.search.flatMap { $0.isInOverlay ? $0 : nil }
    box(in: scene)?.draw(on: &canvas, from: list.offset, search: search)
  }

  func pageRows(in scene: Scene) -> Int {
    max(2, OverlayBox.room(rows: box(in: scene)?.area?.height ?? scene.screen.shared.rows))
  }

  mutating func move(by rows: Int, in scene: Scene) {}
  func action(in scene: Scene) -> PaletteEntry.Action? { nil }
}

extension PageScreen {
  /// What covers the page, menus apart.
  var overlay: (any Overlay)? { viewer.overlays.last { !$0.isMenu } }

  /// The slot that what covers the page is about.
  var coveringSlot: Int? { overlay?.slot }

  /// The slot that is highlighted everywhere on the screen: the one that is being explained, else the selected one.
  var highlightedSlot: Int? { coveringSlot ?? visit.selectedSlot }

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
  mutating func closeOverlay() {
    _ = viewer.overlays.popLast()
    revealChoice()
  }

  /// Takes away what is about a page that was left.
  mutating func leaveSlotOverlays() {
    viewer.overlays.removeAll { $0.isAboutPage }
  }

  /// Takes away what is about a slot that is not on the page any more.
  mutating func leaveMissingSlot() {
    guard viewer.overlays.contains(where: { $0.slot != nil }) else { return }
    let scene = Scene(self)
    viewer.overlays.removeAll { overlay in
      overlay.slot.map { scene.screen.visit.status(ofSlot: $0) == nil } == true
        && overlay.box(in: scene) == nil
    }
  }

  /// Changes the uppermost, if it is one of these.
  mutating func change<Kind: Overlay>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    guard var top = viewer.overlays.last as? Kind else { return }
    change(&top)
    viewer.overlays[viewer.overlays.count - 1] = top
  }

  // MARK: - Letters

  mutating func typeLetter(_ letter: Character) {
    if viewer.overlays.last is Palette {
      change(Palette.self) { $0.type(letter) }
    } else {
      typeInSearch(letter)
    }
  }

  mutating func eraseLetter() {
    if viewer.overlays.last is Palette {
      change(Palette.self) { $0.erase() }
    } else {
      eraseInSearch()
    }
  }

  mutating func clearLetters() { change(Palette.self) { $0.clear() } }
}
