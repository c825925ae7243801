internal import AdEngine
internal import AdLab
package import AdSessions

/// The preload lab as the playground holds it: its run, its own clock, and what the user looks at.
struct Lab: Sendable {
  /// What the run began with; going back in a replay begins from here.
  let setup: LabSetup
  var run: LabRun
  /// Whether it is on the screen, and the pages stand still.
  private(set) var isOpen = true
  /// The lab's own time: it stands still while the page is on the screen.
  var clock: SessionClock
  var time = Instant.start
  var history: [LabRunEvent] = []
  var isSettingsOpen = false
  /// The setting that is chosen: 0 is the unit, then the switches in their order.
  var list = ListState()
  /// The number of the first row of what happened that is shown; `nil` while the newest are.
  var line: Int?
  var recording: LabRecording?
  var loggedCount = 0
  /// The session that is shown again, if one is.
  var replay: LabReplay?
  var outbox = Outbox()

  /// Opens a lab at the shell's time.
  init(_ settings: PreloadSettings, seed: UInt64, speed: Double, at real: Int64) {
    setup = LabSetup(settings, seed: seed)
    run = LabRun(setup)
    clock = SessionClock(startingAt: real, speed: speed)
  }

  /// Opens a session of the lab at the shell's time.
  init(_ replay: LabReplay, speed: Double, at real: Int64) {
    setup = replay.script.setup
    run = LabRun(setup)
    clock = SessionClock(startingAt: real, speed: speed)
    self.replay = replay
    advance(to: .start)
  }

  var machine: PreloadMachine { run.machine }
  var settings: PreloadSettings { run.machine.settings }
  /// The ad that is under way, or was the last, unless it was reset.
  var record: LabRecord? { run.record }

  // MARK: - Time

  /// Milliseconds between two frames while something grows.
  static let tick: Int64 = 100

  /// Whether something is under way, so that time is to be seen going by.
  var isPending: Bool {
    run.nextEventTime != nil || machine.isFetching || machine.isPreloading || isAfterglow
  }

  /// Whether the last thing happened so shortly ago that the timeline goes on, to show what came of it.
  private var isAfterglow: Bool {
    guard machine.banner != nil, let record else { return false }
    return time < record.lastEventTime + Self.afterglow
  }

  /// How long the timeline goes on after the last thing that happened, in milliseconds.
  static let afterglow: Int64 = 2_000

  var nextEventTime: Instant? {
    [run.nextEventTime, replay?.nextStep?.at, replay?.script.caption(1, of: time)?.at]
      .compactMap { $0 }.min()
  }

  /// When the shell is to wake the playground, in its own milliseconds.
  var nextDeadline: Int64? {
    var times = [nextEventTime].compactMap { $0 }
    if isPending { times.append(time + Self.tick) }
    if let replay, time < replay.script.end {
      times.append(min(replay.script.end, time.nextSecond))
    }
    return times.min().flatMap { clock.real(at: $0) }
  }

  /// Comes onto the screen; its time goes on.
  mutating func open(at real: Int64) {
    isOpen = true
    clock.advance(to: real)
    clock.resume()
  }

  /// Stops its time while the page is on the screen.
  mutating func leave() {
    isOpen = false
    clock.suspend()
    isSettingsOpen = false
  }

  /// Takes the lab's time to the shell's time.
  mutating func advance(toReal real: Int64) {
    clock.advance(to: real)
    let target = clock.now
    advance(to: replay.map { min(target, $0.script.end) } ?? target)
    follow()
    guard let replay, time >= replay.script.end, !clock.isPaused else { return }
    clock.set(replay.script.end)
    clock.setPaused(true)
  }

  /// Takes the lab's time to an instant, everything that is due on the way in order.
  mutating func advance(to target: Instant) {
    while let step = replay?.nextStep, step.at <= target {
      replay?.next += 1
      run.apply(step.input, at: step.at)
    }
    time = max(time, target)
    run.advance(to: time)
    catchUp()
  }

  /// Adds the new events to the history and the recording.
  mutating func catchUp() {
    for event in run.drainHistory() {
      history.append(event)
      recording?.recorder.record(event)
    }
  }
}

extension Lab: ReplayPlayer {
  var replayed: (session: any ReplayedSession, end: Instant)? {
    replay.map { ($0.script, $0.script.end) }
  }

  var following: Following? { nil }

  mutating func seek(to instant: Instant) {
    guard let script = replay?.script else { return }
    let target = max(.start, min(instant, script.end))
    let (run, next) = script.run(to: target)
    self.run = run
    replay?.next = next
    time = target
    history = []
    catchUp()
    clock.set(target)
  }
}

/// A session of the lab that is shown again.
package struct LabReplay: Sendable {
  let script: LabScript
  let name: String
  var next = 0

  /// Makes a replay of a session that was read from a file of this name.
  package init(_ script: LabScript, name: String) {
    (self.script, self.name) = (script, name)
  }

  var nextStep: LabScript.Step? { script.steps.indices.contains(next) ? script.steps[next] : nil }
}

struct LabRecording: Sendable {
  let file: String
  var recorder: LabRecorder
}
