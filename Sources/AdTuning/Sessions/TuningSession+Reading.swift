import AdEngine
package import AdSessions
import AdSimulation

extension TuningSession {
  /// Reads a session and its pages, by their paths; one that holds answers is run once, to learn them and its report.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: PageConfiguration?,
    others: [String: PageConfiguration] = [:], overrides: SettingOverrides = SettingOverrides(),
    name: String
  ) throws(SessionPlayer.SetupError) {
    let world = SessionWorld(of: header, lines: lines, overrides: overrides)
    var loader = LoaderTimes()
    for (_, line) in lines { loader.receive(line) }
    let end = lines.last?.line.countedUntil ?? .start
    func play(
      _ overrides: SettingOverrides, _ replies: RecordedReplies? = nil, keepsHistory: Bool = false
    ) throws(SessionPlayer.SetupError) -> (SessionPlayer, [Fork.Step]) {
      var player = try SessionPlayer(
        header, page: page, overrides: overrides, world: world, replies: replies,
        keepsHistory: keepsHistory, keepsSteps: true)
      for (path, page) in others { player.provide(page, as: path) }
      do throws(SessionError) {
        for (number, line) in lines { try player.receive(line, number: number) }
      } catch {
        throw .session(error)
      }
      player.advance(to: end)
      return (player, player.drainSteps())
    }
    guard world == .recorded else {
      let (player, steps) = try play(overrides)
      self.init(
        name: name, Fork(player.setup, steps: steps, end: end), slots: player.slots[1],
        isBare: page == nil)
      return
    }
    var (recorded, recordedSteps) = try play(SettingOverrides(), keepsHistory: true)
    let isUnchanged =
      header.isRecorded(on: page)
      && Fork(recorded.setup, steps: recordedSteps, end: end)
        .isUnchanged(under: overrides)
    let replies = RecordedReplies(
      recorded.drainHistory(), decided: recorded.decidedRequests, loader: loader,
      slots: recorded.slots[1], isBare: page == nil)
    let (player, steps) = try play(overrides, replies)
    let answered = Set(replies.replies.keys.map(\.slot))
    self.init(
      name: name,
      Fork(
        player.setup, steps: steps, end: end,
        recordedReport: isUnchanged ? recorded.run.report : nil),
      slots: player.slots[1], isBare: page == nil,
      drawnAnswers: page == nil ? player.slots[1].count - answered.count : 0)
  }
}
