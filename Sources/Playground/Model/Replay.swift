internal import AdEngine
public import AdSessions
internal import AdSimulation

/// A session of a page that is shown again: its causes come from its lines instead of from keys.
public struct Replay: Sendable {
  /// The page of the session.
  let file: PageFile
  /// The width of the session's column of text, in characters.
  let columns: Int?
  let script: ReplayScript
  /// The world that the session's seed stands for: what ads look like is not recorded.
  let looks: SimulatedWorld
  /// The number of the step that comes next.
  var next = 0
  /// The last caption so far.
  var caption: String?
  var checkpoints = ReplayCheckpoints()
  /// The longest history so far: that of every earlier moment is a beginning of it.
  var known: [Occurrence] = []

  /// Reads a session of a page: its header, its lines with their numbers, and the file of its page.
  ///
  /// Without settings given from outside the answers in the session count, if it holds any; under others the simulated
  /// world of its seed answers.
  ///
  /// - Throws: `SessionPlayer.Failure` when the session, or one of its lines, does not fit.
  public init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page file: PageFile,
    options: PlaygroundOptions
  ) throws(SessionPlayer.Failure) {
    self.file = file
    columns = options.overrides.columns ?? header.columns
    let (page, _) = Page.read(
      file.bytes, name: file.name, options: PageOptions(ads: options.ads))
    let layout = columns.map { PageLayout(page, columns: $0) } ?? PageLayout(page)
    let runPage = RunPage(layout)
    // Recorded answers belong to the fetches of the session; under other settings there are others, at other times.
    let isAsRecorded = options.overrides == SettingOverrides()
    script = try ReplayScript(
      header, lines: lines, page: runPage, overrides: options.overrides,
      world: isAsRecorded ? nil : .simulated)
    var adServer = runPage.adServer
    adServer.seed = options.overrides.seed ?? header.seed ?? adServer.seed
    var looks = SimulatedWorld(adServer)
    for (number, slot) in script.setup.slots.enumerated() {
      looks.add(
        SimulatedSlot(unit: slot.unit, requested: slot.requested, creative: slot.creative),
        as: SlotID(number))
    }
    self.looks = looks
  }

  /// When the session ends.
  var end: Instant { script.end }

  /// The moment of the step that comes next, if there is one.
  var nextMoment: Instant? { script.steps.indices.contains(next) ? script.steps[next].at : nil }

  /// What would change what is decided, and so has no place in a replay.
  static let refused: Set<Command> = [
    .flingUp, .flingDown, .back, .pickFetch, .pickDisplay, .pickUnload, .openPresets,
    .choosePreset, .openWriting, .write, .reopen, .toggleUnloading, .undo, .pageThresholds,
    .followAd, .reload, .reloadAll, .openConsent, .agree, .disagree, .withdraw, .openPreferences,
    .savePreferences, .switchPolicy, .switchRegulation, .openHandOff, .openTCFKeys,
    .toggleRecording, .openLab,
  ]

  /// Says so.
  static let refusal = "this is a replay: what is decided was decided by the session"
}

/// What the session decides of the playground, as it was at a moment.
struct ReplayCheckpoint: Sendable {
  var time: Instant
  var next: Int
  var caption: String?
  var layout: PageLayout
  var run: SessionRun
  /// How much of the history there was.
  var historyCount: Int
  var slots: [SlotHistory]
  var timeline: Timeline
  var resizes: [ResizeAnimation]
  var log: DebugLog
}

/// Moments to go back to, so that going back does not mean beginning anew each time.
///
/// There are never many: when there are too many, every other one is dropped, and the next are twice as far apart.
struct ReplayCheckpoints: Sendable {
  static let capacity = 64

  private(set) var all: [ReplayCheckpoint] = []
  /// So many occurrences lie between two checkpoints.
  private var distance = 256

  /// Whether a moment with so many occurrences before it is worth a checkpoint.
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

  /// The last checkpoint that is not after a moment.
  func last(upTo moment: Instant) -> ReplayCheckpoint? { all.last { $0.time <= moment } }

  /// Forgets all but the first.
  mutating func forget() { all = Array(all.prefix(1)) }
}
