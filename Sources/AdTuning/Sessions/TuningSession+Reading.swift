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
    let recorded =
      world == .recorded ? try RecordedRun(header, lines: lines, page: page, others: others) : nil
    var player = try SessionPlayer(
      header, page: page, overrides: overrides, world: world, replies: recorded?.replies,
      keepsSteps: true)
    try player.play(lines, opening: others)
    let slots = player.slots[1]
    let drawn = recorded.map { slots.count - Set($0.replies.replies.keys.map(\.slot)).count }
    self.init(
      name: name,
      Fork(
        player.setup, steps: player.drainSteps(),
        end: lines.last?.line.countedUntil ?? .start,
        recordedReport: recorded?.replies(under: overrides) == nil ? recorded?.report : nil),
      slots: slots, isBare: page == nil, drawnAnswers: page == nil ? drawn ?? 0 : 0)
    missingSlots = player.missingSlots
  }
}
