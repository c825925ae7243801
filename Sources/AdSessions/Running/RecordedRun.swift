import AdEngine
package import AdSimulation

/// A session run as it was recorded, up to its last line, and the answers that it holds.
package struct RecordedRun: Sendable {
  let fork: Fork
  package let report: MetricsReport
  /// Its answers, by how long after their requests they came; a request after the last line is none of its own.
  package let replies: RecordedReplies
  private let isOnItsPage: Bool

  /// Runs the lines of a session, which answer unless the simulated `world` does, on its page and those that it opens, by their
  /// paths; of a page that has changed without those about slots that it no longer has.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: PageConfiguration?,
    others: [String: PageConfiguration] = [:], world: SessionWorld = .recorded,
    adjustsForAnchoring: Bool = true
  ) throws(SessionPlayer.SetupError) {
    var player = try SessionPlayer(
      header, page: page, world: world, keepsHistory: true, keepsSteps: true,
      adjustsForAnchoring: adjustsForAnchoring)
    isOnItsPage = header.isRecorded(on: page)
    try player.play(lines, opening: others)
    var loader = LoaderTimes()
    for (_, line) in lines { loader.receive(line) }
    fork = Fork(
      player.setup, steps: player.drainSteps(), end: lines.last?.line.countedUntil ?? .start)
    report = player.run.report
    replies = RecordedReplies(
      player.drainHistory(), decided: player.decidedRequests, loader: loader,
      slots: player.slots.first, isBare: page == nil)
  }

  /// The answers for a run under these settings; `nil` on the page as it was where they change nothing: each comes when it came.
  package func replies(under overrides: SettingOverrides) -> RecordedReplies? {
    isOnItsPage && fork.isUnchanged(under: overrides) ? nil : replies
  }
}
