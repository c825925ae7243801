import AdEngine
package import AdSimulation

/// Reads a session, whole or as it grows, line by line; ``update()`` returns which steps changed, the newest may still.
package struct ScriptReader: Sendable {
  /// The session so far, as of the last update.
  package private(set) var script: ReplayScript
  /// What the lines go into, until the session has ended; in a list, since a run is large and its holders are copied often.
  private var player: [SessionPlayer] = []
  /// How many steps and instants no later line can change.
  private var stepCount = 0
  private var instantCount = 0
  /// The instants of lines that may be after those instants.
  private var pending: Set<Instant> = [.start]

  /// Begins with a header, its page if it has one, and other pages by their paths; `replies` are the recorded answers, unless
  /// they come when they came.
  package init(
    _ header: SessionHeader, page: PageConfiguration?, others: [String: PageConfiguration] = [:],
    overrides: SettingOverrides = SettingOverrides(), world: SessionWorld,
    replies: RecordedReplies? = nil
  ) throws(SessionPlayer.SetupError) {
    var player = try SessionPlayer(
      header, page: page, overrides: overrides, world: world, replies: replies,
      keepsHistory: true, keepsSteps: true)
    for (path, page) in others { player.provide(page, as: path) }
    script = ReplayScript(player.setup, slots: player.slots.first, isBare: page == nil)
    self.player = [player]
  }

  /// Reads a session and the pages that it opens, by their paths; `isWhole` says whether these are all its lines.
  ///
  /// Under other settings, and on a page that has changed, recorded answers come as long after the run's own requests as the
  /// ad server took; while a session is still being written, under other settings alone.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: PageConfiguration?,
    others: [String: PageConfiguration] = [:], overrides: SettingOverrides = SettingOverrides(),
    isWhole: Bool = true
  ) throws(SessionPlayer.SetupError) {
    let world = SessionWorld(of: header, lines: lines, overrides: overrides)
    let isOther = overrides != SettingOverrides() || isWhole && !header.isRecorded(on: page)
    let recorded =
      isOther && world == .recorded
      ? try RecordedRun(header, lines: lines, page: page, others: others) : nil
    try self.init(
      header, page: page, others: others, overrides: overrides, world: world,
      replies: recorded?.replies(under: overrides))
    for (number, line) in lines {
      try restating(
        try receive(line, number: number), as: SessionPlayer.SetupError.session)
    }
    if isWhole { finish() } else { update() }
  }

  package init(finished script: ReplayScript) { self.script = script }

  package mutating func provide(_ page: PageConfiguration, as path: String) {
    for index in player.indices { player[index].provide(page, as: path) }
  }

  /// Takes the line with this number, until the end of the session; throws when it does not fit.
  package mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    guard !player.isEmpty else { return }
    try player[0].receive(line, number: number)
    script.loader.receive(line)
    pending.insert(line.at)
    script.fork.end = line.countedUntil
  }

  /// Brings the script up to date, and returns the number of its first step that is new or other than before.
  @discardableResult
  package mutating func update() -> Int {
    guard !player.isEmpty else { return script.steps.count }
    let unsettled = Array(script.steps[stepCount...])
    let first = stepCount
    removeOpenSteps()
    pending.formUnion(script.take(from: &player[0]))
    stepCount = script.steps.count
    let settled = player[0].run.now
    instantCount = addInstants(upTo: settled)
    // The newest step, as it is if no more lines of its instant come.
    let left = pending.filter { $0 > settled }
    var rest = player[0]
    rest.finishStep()
    pending.formUnion(script.take(from: &rest))
    addInstants(upTo: Instant(milliseconds: .max))
    pending = left
    script.slots = player[0].slots.first
    return first + zip(unsettled, script.steps[first...]).prefix { $0 == $1 }.count
  }

  /// Ends the session at its last line.
  package mutating func finish() {
    guard !player.isEmpty else { return }
    removeOpenSteps()
    player[0].advance(to: script.fork.end)
    pending.formUnion(script.take(from: &player[0]))
    pending.insert(script.end)
    addInstants(upTo: script.end)
    // The visit may have ended before lines that were taken as they came.
    let end = script.end
    script.instants.removeAll { $0 > end }
    script.slots = player[0].slots.first
    player = []
  }

  /// Removes what later lines can change.
  private mutating func removeOpenSteps() {
    script.fork.steps.removeLast(script.steps.count - stepCount)
    script.instants.removeLast(script.instants.count - instantCount)
  }

  /// Adds the pending instants that are not after this one, and returns how many there are then.
  @discardableResult
  private mutating func addInstants(upTo instant: Instant) -> Int {
    let first = script.instants.last.map { $0 + 1 } ?? .start
    script.instants += pending.filter { $0 >= first && $0 <= instant }.sorted()
    return script.instants.count
  }
}
