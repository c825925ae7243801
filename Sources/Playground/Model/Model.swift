internal import AdEngine
internal import AdSessions

/// The whole playground as a value: messages change it through ``update(_:at:)``, ``view(_:)`` draws it.
package struct Model: Sendable {
  /// The pages; they stand still while the lab is on the screen.
  var page: PageScreen
  /// The preload lab, once it was opened.
  var lab: Lab?
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
      Shared(options, settings, columns: columns, rows: rows, at: real))
  }

  /// Opens the playground on a replay of a session; it plays at once.
  package init(
    _ replay: Replay, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    page = PageScreen(
      replay.first, .replay(replay),
      Shared(options, settings, columns: columns, rows: rows, at: real))
    page.keepCheckpoint()
    page.advance(to: .start)
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
      Shared(options, settings, columns: columns, rows: rows, at: real))
    page.clock.suspend(at: real)
    lab = Lab(replay, speed: options.speed, at: real)
  }

  /// Whether the lab is on the screen.
  var isLabOpen: Bool { lab?.isOpen == true }

  /// Where the file of the page on the screen was found.
  package var location: String { page.pages.top.file.location }

  /// Whether a file is, byte by byte, the one on the screen.
  package func shows(_ file: PageFile) -> Bool { page.pages.top.file.bytes == file.bytes }
}
