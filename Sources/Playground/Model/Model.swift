internal import AdEngine
internal import AdSessions

/// The whole playground as a value: messages change it through ``update(_:at:)``, ``view(_:)`` draws it.
package struct Model: Sendable {
  /// The pages; they stand still while the lab is on the screen.
  var page: PageScreen
  /// The preload lab, once it was opened.
  var lab: Lab? {
    _read { yield openedLab }
    _modify {
      yield &openedLab
      takeLabOutbox()
    }
  }
  private var openedLab: Lab?
  /// The tuning screen, once it was opened.
  @CopyOnWrite var tuning: Tuning? = nil

  /// Opens the playground on a page, on a terminal of a size in cells, at the shell's time in milliseconds.
  package init(
    _ file: PageFile, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    page = PageScreen(
      OpenPage(reading: file, ads: options.ads, columns: options.overrides.layoutColumns),
      .live(recording: nil),
      options, settings, Shared(columns: columns, rows: rows, real: real))
  }

  /// Opens the playground on a replay of a session; it plays at once.
  package init(
    _ replay: Replay, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    page = PageScreen(
      replay.first, .replay(replay),
      options, settings, Shared(columns: columns, rows: rows, real: real))
    page.visit.keepCheckpoint()
    page.visit.advance(to: .start)
  }

  /// Opens the playground on a session of the lab; it plays at once.
  package init(
    _ replay: LabReplay, options: PlaygroundOptions, settings: PlaygroundSettings, columns: Int,
    rows: Int, at real: Int64
  ) {
    var options = options
    // No question: there is no page that could load ads.
    options.overrides.consent = .granted
    page = PageScreen(
      OpenPage(
        PageFile(location: "", name: replay.name, bytes: []),
        PageLayout(placing: [], title: replay.name.scrubbed, columns: 48), []),
      .live(recording: nil),
      options, settings, Shared(columns: columns, rows: rows, real: real))
    page.visit.clock.suspend()
    openedLab = Lab(replay, speed: options.speed, at: real)
    takeLabOutbox()
  }

  /// Takes what the lab has to say: its events are lines of the log, and its settings are remembered.
  private mutating func takeLabOutbox() {
    guard let lab = openedLab else { return }
    if !lab.outbox.isEmpty {
      openedLab?.outbox = Outbox()
      if let notice = lab.outbox.notice { page.shared.notice = notice }
      page.shared.requests += lab.outbox.requests
      for entry in lab.outbox.news { page.visit.add(entry) }
    }
    guard lab.isOpen, lab.replay == nil, lab.settings != page.visit.settings.lab else { return }
    page.visit.settings.lab = lab.settings
    page.shared.requests.append(.save(page.visit.settings))
  }

  /// Whether the lab is on the screen.
  var isLabOpen: Bool { lab?.isOpen == true }

  /// Where the file of the page on the screen was found.
  package var location: String { page.visit.pages.top.file.location }

  /// Whether a file is, byte by byte, the one on the screen.
  package func shows(_ file: PageFile) -> Bool { page.visit.pages.top.file.bytes == file.bytes }
}
