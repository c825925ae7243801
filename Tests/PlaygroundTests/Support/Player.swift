import AdEngine
import AdRendering
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// A person at a playground: presses keys, lets time pass, looks at the screen.
struct Player {
  private(set) var model: Model
  private(set) var requests: [Request] = []
  private(set) var now: Int64 = 0

  /// Sits down at a page, which may have a viewport that is not its own.
  init(
    _ page: String, columns: Int = 80, rows: Int = 24, viewport: Size? = nil,
    options: PlaygroundOptions = PlaygroundOptions(),
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted), bids: BidFolder? = nil,
    catalog: PluginCatalog = .standard
  ) {
    let file = PageFile(
      location: "page.md", name: "page.md", bytes: Array(page.utf8), bids: bids, catalog: catalog)
    var options = options
    // A few show as much as a hundred.
    options.readers = min(options.readers, 9)
    if let viewport { options.overrides.viewport = viewport }
    model = Model(
      .page(file), options: options, settings: settings, columns: columns, rows: rows, at: 0)
  }

  /// Sits down at a playground that was opened at 0.
  init(_ model: Model) { self.model = model }

  /// Sits down at a replay, read with the same options.
  init(
    _ replay: Replay, columns: Int = 80, rows: Int = 24,
    options: PlaygroundOptions = PlaygroundOptions(),
    settings: PlaygroundSettings = PlaygroundSettings()
  ) {
    model = Model(
      .session(replay), options: options, settings: settings, columns: columns, rows: rows, at: 0)
  }

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
    press(all: keys, times, text, last)
    if let wait { self.wait(wait) }
    expect(texts, absent, golden, sourceLocation)
  }

  private mutating func press(all keys: [Key], _ times: Int, _ text: String, _ last: [Key]) {
    for key in keys.dropLast() + Array(repeating: keys.last, count: times).compactMap(\.self) {
      send(.key(key))
    }
    for key in text.map(Key.character) + last { send(.key(key)) }
  }

  /// The player after these keys, the last one so often, a text and these keys.
  func pressing(
    _ keys: Key..., times: Int = 1, typing text: String = "", then last: Key...
  ) -> Player {
    var player = self
    player.press(all: keys, times, text, last)
    return player
  }

  /// The player after these milliseconds.
  func waiting(_ milliseconds: Int64) -> Player {
    var player = self
    player.wait(milliseconds)
    return player
  }

  /// Expects texts on the screen, or that they are not there.
  func shows(
    _ texts: String..., hides absent: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) { expect(texts, absent, nil, sourceLocation) }

  /// Expects that no cell of the screen is at fault, and goes no further if one is.
  func requireNoFault(
    _ comment: @autoclosure () -> Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fault = canvas.fault
    try #require(fault == nil, "\(comment())\n\(screen)", sourceLocation: sourceLocation)
  }

  /// Expects that each key that the footer names does what the footer says.
  func expectTrueFooter(sourceLocation: SourceLocation = #_sourceLocation) {
    let context = model.keyContext
    for command in Footer(model).hints.flatMap(\.commands) {
      let label = KeyMap.label(of: command, in: context)
      let key = KeyMap.bindings.flatMap(\.keys).first { $0.label == label }
      let meant = key.map { KeyMap.command(for: $0, in: context) }
      #expect(meant == command, "\(label) in \(context)", sourceLocation: sourceLocation)
    }
  }

  /// Scrolls through what covers the page, and expects each of its words on the screen.
  mutating func expectReadableOverlay(sourceLocation: SourceLocation = #_sourceLocation) throws {
    var seen = screen
    for _ in 0..<60 {
      press(.down)
      seen += screen
    }
    let box = try #require(overlayBox, sourceLocation: sourceLocation)
    for word in box.lines.flatMap({
      [$0.key ?? ""] + $0.text.split(separator: " ").map(String.init)
    }) {
      // An address may be longer than the smallest screen is wide.
      let isShown = seen.contains(word.prefix(16))
      #expect(isShown, "\(word) was never shown", sourceLocation: sourceLocation)
    }
  }

  /// Presses any keys at any sizes, and goes back by a key to where it was; each screen has the size that it should.
  mutating func pressAnyKeys(
    _ count: Int, seed: Int, backBy key: Key, where isThere: (Model) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<count {
      press(random.key())
      if !isThere(model) { press(key) }
      if number % 8 == 0 {
        send(.resized(columns: 30 + (seed * 7 + number) % 190, rows: 5 + number % 60))
      }
      wait(Int64(number % 7) * 200)
      let (canvas, shared) = (canvas, model.shared)
      #expect(
        canvas.width == shared.columns && canvas.height == shared.rows,
        sourceLocation: sourceLocation)
    }
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

  /// Opens a page, as the shell does for a link.
  mutating func open(_ name: String = "b.md", _ page: String = "# B\n") {
    send(.opened(PageFile(name, page)))
  }

  /// Writes what is asked to be written, as the shell does; returns the file as it was, and as it is now.
  @discardableResult mutating func write() throws -> (old: PageFile, new: PageFile) {
    let asked = takeRequests().compactMap { request in
      if case .write(let bytes, let over) = request { (bytes, over) } else { nil }
    }
    let (bytes, over) = try #require(asked.last)
    let file = PageFile(location: over.location, name: over.name, bytes: bytes)
    send(.wrote(file))
    return (over, file)
  }

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

  /// Lets time pass until nothing is pending, which takes no more than ten minutes.
  mutating func waitUntilIdle(sourceLocation: SourceLocation = #_sourceLocation) {
    let end = now + 600_000
    while let deadline = model.nextDeadline {
      guard deadline <= end else {
        Issue.record("something is pending for ever", sourceLocation: sourceLocation)
        return
      }
      now = max(now, deadline)
      send(.woke)
    }
  }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// The menus that are open.
  var palette: Palette? { model.viewer.overlays.last as? Palette }
  var copyMenu: CopyMenu? { model.viewer.overlays.last as? CopyMenu }
  var paletteEntries: [PaletteEntry] { palette?.entries(in: model) ?? [] }
  /// What the palette lists that is a command.
  var paletteCommands: [Command] {
    paletteEntries.compactMap { if case .command(let command) = $0.action { command } else { nil } }
  }

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

  // What is asked of the model most often.
  var page: OpenPage { model.visit.pages.top }
  var engine: Engine { model.engine }
  var events: [RunEvent] { model.visit.history.events }
  var report: MetricsReport { model.visit.report }
  var time: Instant { model.visit.time }
  var log: [LogEntry] { model.visit.log.entries }
  var notice: String? { model.shared.notice }
  var lazyLoading: LazyLoadingSettings? { engine.lazyLoading }
  var position: Double { engine.viewport.y }
  var layout: ScreenLayout { model.layout }
  var focus: Viewer.Focus { model.viewer.focus }
  var selectedSlot: Int? { model.top.selectedSlot }
  var search: Search? { model.viewer.search }
  var whatIf: WhatIf? { model.viewer.thresholds.whatIf }
  var overlay: (any Overlay)? { model.overlay }
  var replay: Replay? { model.visit.replay }
  var lab: Lab? { model.lab }
}

extension PlaygroundSettings {
  /// Those of a user who has agreed, with the ladybug on.
  static let debugging = PlaygroundSettings(isDebugEnabled: true, consent: .granted)
}

extension PageFile {
  /// A file of that name in the folder of the program.
  init(_ name: String, _ text: String) {
    self.init(location: name, name: name, bytes: Array(text.utf8))
  }
}

extension Request {
  /// The text that is to be copied.
  var copied: String? { if case .copy(let text) = self { text } else { nil } }
  /// The lines for the log's file.
  var logged: [String] { if case .log(let lines) = self { lines } else { [] } }
  /// The address that is to be opened outside.
  var opened: String? { if case .openOutside(let url) = self { url } else { nil } }
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
