internal import AdEngine
package import AdSessions
internal import AdSimulation
internal import AdTuning

/// A session that is shown again: its causes come from its lines instead of from keys.
package struct Replay: Sendable {
  /// The page of the session as it begins; of a bare session one that has nothing but slots.
  let first: OpenPage
  /// The pages that it opens, by their paths in the session.
  let others: [String: OpenPage]
  /// The width of the session's column of text, in characters.
  let columns: Int?
  private(set) var script: ReplayScript
  /// The settings from outside that are in force, beside the session's own.
  private(set) var overrides: SettingOverrides
  private let seed: UInt64?
  /// What the session was read from, to run it under other thresholds; `nil` of one that was made.
  private var reading: Reading?
  /// What the session came to as it was recorded, where this replay of it is under other settings.
  var recorded: BaselineRun?
  /// The number of the step that comes next.
  var next = 0
  /// The last caption so far.
  var caption: String?
  var checkpoints = ReplayCheckpoints()
  /// The longest history so far: that of every earlier instant is a beginning of it.
  var known: [Occurrence] = []
  /// The thresholds from outside to go back to, the last ones last.
  var undo: [LazyLoadingChange] = []

  /// Reads a session of a page: its header, its lines with their numbers, the file of its page, and by their paths those
  /// of the pages that it opens.
  ///
  /// Without settings given from outside the answers in the session count, if it holds any; under others the simulated
  /// world of its seed answers.
  ///
  /// - Throws: `SessionPlayer.Failure` when the session, or one of its lines, does not fit.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page file: PageFile,
    others files: [String: PageFile] = [:], options: PlaygroundOptions
  ) throws(SessionPlayer.Failure) {
    columns = options.overrides.columns ?? header.columns
    let columns = columns
    var first = OpenPage(reading: file, ads: options.ads, columns: columns)
    let runPage = RunPage(first.layout)
    let pages = files.mapValues {
      OpenPage(reading: $0, ads: options.ads, columns: columns)
    }
    self.others = pages
    var reading = Reading(
      header: header, lines: lines, page: file, runPage: runPage, others: files,
      runPages: pages.mapValues { RunPage($0.layout) }, name: "this session")
    overrides = options.overrides
    script = try reading.script(overrides)
    recorded = try reading.baseline(under: overrides)
    self.reading = reading
    seed = options.overrides.seed
    first.simulate(script.setup, seed: seed ?? header.settings.seed)
    self.first = first
  }

  /// Makes a replay of a script on the page of a file; `others` are the pages that it opens, by their paths.
  init(
    _ script: ReplayScript, page file: PageFile, others: [String: PageFile] = [:],
    options: PlaygroundOptions
  ) {
    columns = options.overrides.columns
    let columns = columns
    self.others = others.mapValues {
      OpenPage(reading: $0, ads: options.ads, columns: columns)
    }
    seed = script.setup.world?.seed
    self.script = script
    overrides = options.overrides
    reading = nil
    var first = OpenPage(reading: file, ads: options.ads, columns: columns)
    first.simulate(script.setup, seed: seed)
    self.first = first
  }

  /// Makes a replay of the script of a bare session; `name` is what its file is called.
  init(bare script: ReplayScript, name: String) {
    others = [:]
    seed = nil
    reading = nil
    overrides = SettingOverrides()
    self.script = script
    first = Self.page(of: script, name: name)
    columns = first.layout.columns
  }

  /// Reads a bare session: its header and its lines with their numbers; `name` is what its file is called.
  ///
  /// - Throws: `SessionPlayer.Failure` when the session, or one of its lines, does not fit.
  package init(
    bare header: SessionHeader, lines: [(number: Int, line: SessionLine)], name: String,
    options: PlaygroundOptions
  ) throws(SessionPlayer.Failure) {
    others = [:]
    seed = nil
    overrides = options.overrides
    var reading = Reading(header: header, lines: lines, name: name)
    script = try reading.script(overrides)
    recorded = try reading.baseline(under: overrides)
    first = Self.page(of: script, name: name)
    columns = first.layout.columns
    self.reading = reading
  }

  /// A page that has nothing but the slots of a bare session.
  private static func page(of script: ReplayScript, name: String) -> OpenPage {
    let width = script.setup.engine.viewport.width
    let columns = Int(max(0, min(width, 4000)) / PageLayout.columnWidth)
    let table = script.slots
    let slots = (0..<table.count).map { number in
      let slot = SlotID(number)
      return PageSlot(
        name: table.name(of: slot).scrubbed,
        WebAdView(adUnitId: table.unit(of: slot).scrubbed))
    }
    let layout = PageLayout(
      placing: slots, title: name.scrubbed, columns: columns > 0 ? columns : 48)
    var page = OpenPage(PageFile(location: name, name: name, bytes: []), layout, [])
    // The looks of the app's ads are not recorded.
    page.looks = SimulatedWorld()
    return page
  }

  /// The same session from its beginning, decided again under other settings from outside; `nil` of one that was made.
  ///
  /// - Throws: `SessionPlayer.Failure` when the settings do not go with the session's own.
  func decided(under overrides: SettingOverrides) throws(SessionPlayer.Failure) -> Replay? {
    guard var reading else { return nil }
    var other = self
    other.script = try reading.script(overrides)
    other.recorded = try reading.baseline(under: overrides)
    other.reading = reading
    other.overrides = overrides
    other.next = 0
    other.caption = nil
    other.checkpoints = ReplayCheckpoints()
    other.known = []
    return other
  }

  /// The page that the session opens, as it begins.
  func page(_ opening: SessionOpening, _ setup: RunSetup) -> OpenPage? {
    guard var page = others[opening.path] else { return nil }
    page.opening = setup
    page.simulate(setup, seed: seed ?? opening.settings.seed)
    return page
  }

  var end: Instant { max(script.end, recorded?.end ?? .start) }

  /// The time of the step that comes next, if there is one.
  var nextStepTime: Instant? { script.steps.indices.contains(next) ? script.steps[next].at : nil }

  /// What is said where something would change what is decided.
  static let refusal =
    "this is a replay: the session does that; f, d and u decide it again under other thresholds"
}

extension Replay {
  /// What a session was read from.
  fileprivate struct Reading: Sendable {
    var header: SessionHeader
    var lines: [(number: Int, line: SessionLine)]
    /// The page's file, and the page as a run needs it; `nil` of a bare session.
    var page: PageFile?
    var runPage: RunPage?
    var others: [String: PageFile] = [:]
    var runPages: [String: RunPage] = [:]
    var name: String

    /// The session as it was recorded, once it was read under other settings.
    fileprivate var recorded: ReplayScript?

    func script(_ overrides: SettingOverrides) throws(SessionPlayer.Failure) -> ReplayScript {
      try ReplayScript(header, lines: lines, page: runPage, others: runPages, overrides: overrides)
    }

    /// The session as it was recorded, where these settings are others.
    mutating func baseline(
      under overrides: SettingOverrides
    ) throws(SessionPlayer.Failure) -> BaselineRun? {
      guard overrides != SettingOverrides() else { return nil }
      if let recorded { return BaselineRun(recorded) }
      let script = try script(SettingOverrides())
      recorded = script
      return BaselineRun(script)
    }
  }

  /// The session as it is run under other thresholds; `nil` where it cannot be.
  var visit: TuningSource.Visit? {
    guard let reading else { return nil }
    let session = try? TuningSession(
      reading.header, lines: reading.lines, page: reading.runPage, others: reading.runPages,
      name: reading.name)
    return session.map { TuningSource.Visit($0, page: reading.page, others: reading.others) }
  }
}

extension OpenPage {
  /// Makes up what the session does not hold: what its ads look like, and those that stand in no slot.
  fileprivate mutating func simulate(_ setup: RunSetup, seed: UInt64?) {
    let settings = layout.page.settings
    var adServer = settings.adServer
    if let seed { adServer.seed = seed }
    var looks = SimulatedWorld(adServer)
    for (number, slot) in setup.slots.enumerated() {
      looks.add(slot.ad, as: SlotID(number))
    }
    self.looks = looks
    hosts = PageHosts(settings, server: adServer)
  }
}

/// What the session decides of the playground, as it was at an instant.
struct ReplayCheckpoint: Sendable {
  var time: Instant
  var next: Int
  var caption: String?
  var pages: PageStack
  var interstitial: HostedAd?
  /// How many pages had been opened.
  var openingCount: Int
  var run: SessionRun
  var recorded: BaselineRun?
  /// How much of the history there was.
  var historyCount: Int
  var log: DebugLog
}

/// Instants to go back to, so that going back does not mean beginning again each time.
///
/// There are never many: when there are too many, every other one is dropped, and the next are twice as far apart.
struct ReplayCheckpoints: Sendable {
  static let capacity = 64

  private(set) var all: [ReplayCheckpoint] = []
  /// So many events lie between two checkpoints.
  private var distance = 256

  /// Whether an instant with so many events before it is worth a checkpoint.
  func wants(_ historyCount: Int, at time: Instant) -> Bool {
    guard let last = all.last else { return true }
    return time > last.time && historyCount >= last.historyCount + distance
  }

  mutating func append(_ checkpoint: ReplayCheckpoint) {
    all.append(checkpoint)
    guard all.count > Self.capacity else { return }
    all = all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
    distance *= 2
  }

  /// The last checkpoint that is not after an instant.
  func last(upTo time: Instant) -> ReplayCheckpoint? { all.last { $0.time <= time } }

  /// Forgets all but the first.
  mutating func forget() { all = Array(all.prefix(1)) }
}
