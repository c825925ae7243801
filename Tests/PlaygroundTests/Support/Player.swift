import AdEngine
import AdRendering
import AdSessions
import Testing

@testable import Playground

/// A person at a playground: presses keys, lets time pass, looks at the screen.
struct Player {
  private(set) var model: Model
  private(set) var requests: [Request] = []
  private(set) var now: Int64 = 0

  init(
    _ page: String, columns: Int = 80, rows: Int = 24,
    options: PlaygroundOptions = PlaygroundOptions(),
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted), bids: BidFolder? = nil,
    catalog: PluginCatalog = .standard
  ) {
    let file = PageFile(
      location: "page.md", name: "page.md", bytes: Array(page.utf8), bids: bids, catalog: catalog)
    var options = options
    // A few show as much as a hundred.
    options.readers = min(options.readers, 9)
    model = Model(
      .page(file), options: options, settings: settings, columns: columns, rows: rows, at: 0)
  }

  /// Sits down at a playground that was opened at 0.
  init(_ model: Model) { self.model = model }

  /// Sits down at a page of ten ads and scrolls it for four seconds.
  static func scrolled(columns: Int = 120, rows: Int = 40) -> Player {
    var player = Player(testPage(ads: 10, paragraphs: 6), columns: columns, rows: rows)
    for _ in 0..<40 { player.press(.down, wait: 100) }
    return player
  }

  /// Presses keys one after another, the last one so often, then types a text and presses others, all at one moment.
  ///
  /// It may wait before and afterwards, in milliseconds; then it expects texts on the screen, or that they are not
  /// there, or the screen that is kept under a name.
  mutating func press(
    _ keys: Key..., times: Int = 1, after pause: Int64? = nil, typing text: String = "",
    then last: Key..., wait: Int64? = nil, shows texts: String..., hides absent: String...,
    golden: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let pause { self.wait(pause) }
    for key in keys.dropLast() { send(.key(key)) }
    if let key = keys.last { for _ in 0..<times { send(.key(key)) } }
    for key in text.map(Key.character) + last { send(.key(key)) }
    if let wait { self.wait(wait) }
    expect(texts, absent, golden, sourceLocation)
  }

  /// The player after these keys, the last one so often, a text and these keys.
  func pressing(
    _ keys: Key..., times: Int = 1, typing text: String = "", then last: Key...
  ) -> Player {
    var player = self
    for key in keys.dropLast() { player.send(.key(key)) }
    if let key = keys.last { for _ in 0..<times { player.send(.key(key)) } }
    for key in text.map(Key.character) + last { player.send(.key(key)) }
    return player
  }

  /// The player after these milliseconds.
  func waiting(_ milliseconds: Int64) -> Player {
    var player = self
    player.wait(milliseconds)
    return player
  }

  /// Expects texts on the screen.
  func shows(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    expect(texts, [], nil, sourceLocation)
  }

  private func expect(
    _ texts: [String], _ absent: [String], _ golden: String?, _ sourceLocation: SourceLocation
  ) {
    if let golden { expectGolden(canvas, golden, sourceLocation: sourceLocation) }
    guard !texts.isEmpty || !absent.isEmpty else { return }
    let screen = screen
    for text in texts { #expect(screen.contains(text), sourceLocation: sourceLocation) }
    for text in absent { #expect(!screen.contains(text), sourceLocation: sourceLocation) }
  }

  mutating func send(_ message: Message) { requests += model.update(message, at: now) }

  /// Lets time pass as the shell does: it wakes the playground when that asks to be woken.
  mutating func wait(
    _ milliseconds: Int64, shows texts: String..., hides absent: String...,
    golden: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = now + milliseconds
    while let deadline = model.nextDeadline, deadline <= end {
      now = max(now, deadline)
      send(.woke)
    }
    now = end
    send(.woke)
    expect(texts, absent, golden, sourceLocation)
  }

  /// Lets time pass until nothing is pending; `false` if that takes more than ten minutes.
  mutating func waitUntilIdle() -> Bool {
    let end = now + 600_000
    while let deadline = model.nextDeadline {
      guard deadline <= end else { return false }
      now = max(now, deadline)
      send(.woke)
    }
    return true
  }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// The menus that are open.
  var palette: Palette? { model.viewer.overlays.last as? Palette }
  var copyMenu: CopyMenu? { model.viewer.overlays.last as? CopyMenu }
  var paletteEntries: [PaletteEntry] { palette?.entries(in: model) ?? [] }

  /// All of what covers the screen, what is folded too.
  var wholeOverlay: OverlayBox? { model.overlay?.whole(in: model) }
  /// What covers the screen, as a box of text.
  var overlayBox: OverlayBox? { model.overlay?.box(in: model) }

  var canvas: Canvas { view(model) }
  var screen: String { canvas.text }

  /// The rows of the screen that have a text.
  func rows(with text: String) -> [String] {
    screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }
  var lazyLoading: LazyLoadingSettings? { model.visit.run.engine.lazyLoading }
  var position: Double { model.visit.run.engine.viewport.y }
}

/// Settings of these distances in points.
func settings(
  _ fetch: Double, _ display: Double, _ unload: Double, _ unloading: Bool = false
) -> LazyLoadingSettings? {
  try? LazyLoadingSettings(
    fetchThreshold: .points(fetch), displayThreshold: .points(display),
    unloadThreshold: .points(unload), unloadingEnabled: unloading)
}

/// A page of paragraphs with ads between them, made for tests.
func testPage(
  ads: Int = 4, paragraphs: Int = 4, front: String = "adServer: { latency: 100ms }",
  block: String = "size: 320x240"
) -> String {
  var lines = ["---", "title: A test page", front, "---", "# A test page", ""]
  for ad in 1...max(1, ads) {
    for paragraph in 1...max(1, paragraphs) {
      lines += [
        "Paragraph \(paragraph) before ad \(ad), a line or two of text that says nothing.", "",
      ]
    }
    lines += ["[link \(ad)](other-\(ad).md)", ""]
    if ads > 0 { lines += ["```ad", "unit: div-gpt-ad-mobile_\(ad)", block, "```", ""] }
  }
  lines += ["The end."]
  return lines.joined(separator: "\n") + "\n"
}
