import AdEngine
import AdSessions

/// A session that is run as its bytes come, in memory that does not grow with it.
struct SessionRunner: SessionPlaying {
  var player: SessionPlayer
  private var reporter: RunReporter

  /// Runs a session and prints what was asked for; returns its metrics, `nil` for one of the lab.
  static func run(
    _ file: consuming SessionFile, options: RunCommand, under overrides: SettingOverrides,
    console: Console
  ) throws(CommandError) -> MetricsReport? {
    let header = try file.header()
    if case .lab = header.content {
      guard !console.isGathering else {
        console.complain("\(file.name): a session of the preload lab has no metrics of a page")
        return nil
      }
      try LabRunner(options: options, console: console).run(file, header)
      return nil
    }
    var runner = SessionRunner(
      player: try player(header, &file, options.shared, under: overrides, console),
      reporter: RunReporter(file: file.name, options: options, console: console))
    try file.drive(&runner)
    if let sentence = runner.player.missingSlots.sentence { file.complain(sentence) }
    return try runner.finish()
  }

  mutating func stop() { player.advance(to: player.countedUntil) }

  mutating func report() throws(CommandError) {
    try reporter.report(player.drainHistory(), player.slots)
  }

  private mutating func finish() throws(CommandError) -> MetricsReport {
    player.advance(to: player.countedUntil)
    // What is pending then happens, but under slower ads there would be more of it to count.
    let report = player.run.report
    reporter.isIdle = player.finish()
    reporter.reasonUnchecked = player.run.reasonUnchecked
    try self.report()
    try reporter.finish(report)
    return report
  }

  /// A run of a session under these settings, with its recorded answers or those of the ad server.
  static func player(
    _ header: SessionHeader, _ file: inout SessionFile, _ options: SharedOptions,
    under overrides: SettingOverrides, _ console: Console
  ) throws(CommandError) -> SessionPlayer {
    let page = try file.page(of: header, options.page.opening, under: overrides)
    let given = options.page.layoutOptionsGiven
    if page == nil, !given.isEmpty {
      console.complain(
        "\(file.name): has no page that \(given.joined(separator: ", ")) could change")
    }
    if let remark = header.answersWarning { file.complain(remark) }
    return try file.player(of: header, on: page, under: overrides)
  }
}
