import AdEngine
import AdRendering
import AdSessions
import AdTuning
import Playground

/// The sessions that are tuned for, and the settings that their page has now.
struct TuneSessions {
  /// The sessions, read or made.
  let sessions: [TuningSession]
  /// `nil` where there is no lazy loading.
  let present: LazyLoadingSettings?
  /// Where the sessions come from, in words.
  let origin: String
  /// How they were made, for the JSON; `nil` for recorded ones.
  let readers: JSONText?

  /// Reads the sessions that were named, or lets readers read the page.
  init(_ command: TuneCommand, _ console: Console) throws(CommandFailure) {
    let first = command.files[0]
    let page = try Self.page(first, command.page, console)
    if let count = command.readers {
      guard let page else {
        throw .usage("\(first): is a session; --readers read a page")
      }
      let leaves = command.leaves?.range ?? 0.1...1
      let seed = command.page.seed ?? 1
      let read = try Self.read(page, count, leaves, seed, command.page, console)
      present = read.present
      sessions = Self.answered(read.sessions, command.latency)
      let depth = [leaves.lowerBound, leaves.upperBound].map { ($0 * 100).rounded() }
      origin =
        "\(count) simulated readers (slow, skimmer and flinger in turn, seed \(seed)), who leave the page at "
        + "\(Int(depth[0])) % to \(Int(depth[1])) % of it: their habits are chosen, not measured"
      readers = .object([
        ("count", .number(count)), ("seed", .number(seed)),
        ("leaves", .list([.number(leaves.lowerBound), .number(leaves.upperBound)])),
      ])
      return
    }
    var paths: [SessionPaths.Found] = []
    for file in command.files.dropFirst(page == nil ? 0 : 1) {
      paths += try SessionPaths.sessions(at: file)
    }
    guard !paths.isEmpty else {
      throw .usage("\(first): expected sessions of the page after it, or --readers N")
    }
    var sessions: [TuningSession] = []
    var present: LazyLoadingSettings??
    for path in paths {
      let reading = try SessionReading(path, on: page, command.page, console)
      sessions.append(reading.session)
      present = present ?? reading.present
    }
    self.sessions = Self.answered(sessions, command.latency)
    self.present = (page.map { $0.page.lazyLoading } ?? present) ?? nil
    origin = "\(paths.count) session\(paths.count == 1 ? "" : "s")"
    readers = nil
  }

  private static func answered(
    _ sessions: [TuningSession], _ argument: LatencyArgument?
  ) -> [TuningSession] {
    guard let latency = argument?.latency else { return sessions }
    return sessions.map { $0.with(latency) }
  }

  /// The page at a path; `nil` for a folder or a session.
  private static func page(
    _ path: String, _ options: OpeningOptions, _ console: Console
  ) throws(CommandFailure) -> TunedPage? {
    guard path != "-", !Folder.isThere(path) else { return nil }
    let input = try InputFile(path, console)
    let beginning = try input.read()
    guard !input.isSession(beginningWith: beginning) else { return nil }
    let opened = try OpenedPage(
      input.readPage(after: beginning), name: input.name, options.opening, console)
    return TunedPage(opened: opened, columns: options.columns)
  }

  private static func read(
    _ page: TunedPage, _ count: Int, _ leaves: ClosedRange<Double>, _ seed: UInt64,
    _ options: OpeningOptions, _ console: Console
  ) throws(CommandFailure) -> (sessions: [TuningSession], present: LazyLoadingSettings?) {
    var overrides = try options.overrides(console)
    overrides.seed = nil
    do throws(LazyLoadingError) {
      let setup = try RunSetup(page: page.page, overrides: overrides)
      let sessions = (0..<count).map {
        TuningSession(reader: $0, of: page.layout, setup, leaves: leaves, seed: seed)
      }
      return (sessions, setup.engine.lazyLoading)
    } catch {
      throw .usage("\(page.file.name): \(error)")
    }
  }
}

/// A page that sessions are run on.
struct TunedPage {
  let file: PageFile
  let digest: String
  let layout: PageLayout
  /// The page as a run needs it.
  let page: RunPage

  init(opened: OpenedPage, columns: Int?) {
    file = opened.file
    digest = opened.page.digest
    layout = opened.layout(columns: columns)
    page = RunPage(layout)
  }
}

/// A session as it is read to be tuned for.
private struct SessionReading {
  let session: TuningSession
  /// The settings that it was recorded under.
  let present: LazyLoadingSettings?

  init(
    _ found: SessionPaths.Found, on page: TunedPage?, _ options: OpeningOptions, _ console: Console
  ) throws(CommandFailure) {
    var file = SessionFile(try found.open(console), after: [], console)
    let header = try file.header()
    if case .lab = header.content {
      throw .data("\(file.name): is a session of the preload lab, which has no thresholds")
    }
    if page != nil, case .slots = header.content {
      throw .data(
        "\(file.name): is a bare session, which has slots of its own: expected it without a page before it"
      )
    }
    let own = try file.page(
      of: header, options.opening, columns: options.columns,
      instead: page.map { page in
        SessionPage(page: page.page, file: page.file, digest: page.digest, hasChanged: false)
      })
    var lines = SessionLines()
    try file.drive(&lines)
    let overrides = try options.overrides(console)
    do throws(SessionPlayer.Failure) {
      session = try TuningSession(
        header, lines: lines.lines, page: own?.page, others: lines.pages.mapValues(\.page),
        overrides: overrides, name: file.name)
    } catch {
      throw file.failure(error)
    }
    present = session.setup.engine.lazyLoading
  }
}
