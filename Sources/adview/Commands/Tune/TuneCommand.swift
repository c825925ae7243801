import AdEngine
import AdRendering
import AdSessions
import AdTuning
import ArgumentParser

/// `adview tune`: which thresholds, at what cost, and how sure that is.
struct TuneCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Compare thresholds over sessions: which are best, what they cost, how sure that is.",
    discussion: """
      Each session is run under all pairs of thresholds: what its user did stays as it was recorded, and metrics are \
      counted up to its last line. Sessions of a page are answered by its simulated ad server; a bare session by the \
      answers that it holds, each as long after its request as it was recorded. The best setting of a few sessions is \
      seldom the best of all, so the settings that cannot be distinguished from it are named.

      Where there are no recorded sessions, --readers makes some: a slow reader, a skimmer and a flinger in turn, each of \
      whom leaves the page at a depth drawn from --leaves.
      """)

  /// What settings are compared by.
  enum Goal: String, CaseIterable, ExpressibleByArgument {
    case value
    case viewable
  }

  @Argument(
    help: ArgumentHelp(
      """
      A page, and sessions of it, which are run on it; or sessions alone. A folder means its sessions (*.jsonl); '-' is \
      standard input.
      """, valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    name: .customLong("try"),
    help: ArgumentHelp(
      "Compare this setting with the present one, in points; may be repeated.",
      valueName: "fetch/display[/unload|/off]"),
    transform: SettingArgument.init)
  var tries: [SettingArgument] = []

  @Option(
    help: ArgumentHelp("The range of fetch thresholds, in points.", valueName: "a..b"),
    transform: RangeArgument.points)
  var fetch = RangeArgument(0...2550)

  @Option(
    help: ArgumentHelp("The range of display thresholds, in points.", valueName: "a..b"),
    transform: RangeArgument.points)
  var display = RangeArgument(0...800)

  @Option(help: ArgumentHelp("The step between fetch thresholds, in points.", valueName: "pt"))
  var step = 50.0

  @Option(
    help: """
      What the best setting has most of: value, which is viewable ads less what --cost says, or viewable ads alone.
      """)
  var objective = Goal.value

  @Option(
    help: ArgumentHelp(
      """
      What one of each is worth or costs: \(Objective.Price.allCases.map(\.rawValue).joined(separator: ", ")); blank is \
      for 1000 pt·s, live for an ad·s. (default: view=1,request=0.08,blank=0.02)
      """, valueName: "name=number,…"),
    transform: CostArgument.init)
  var cost: CostArgument?

  @Option(
    help: ArgumentHelp(
      """
      How long answers take: as the page or the recording has it (page), so many times as long (x2), or a range. \
      (default: page)
      """, valueName: "page|xN|a..bms"),
    transform: LatencyArgument.init)
  var latency: LatencyArgument?

  @Option(help: ArgumentHelp("Make so many readers instead of reading sessions.", valueName: "n"))
  var readers: Int?

  @Option(
    help: ArgumentHelp("How deep into the page the readers come.", valueName: "a%..b%"),
    transform: RangeArgument.percent)
  var leaves: RangeArgument?

  @Flag(help: "Print the report as one line of JSON.")
  var json = false

  @OptionGroup var page: OpeningOptions

  /// More settings than these are not compared at once.
  private static let maxSettings = 20_000

  func validate() throws {
    guard step.isFinite, step > 0 else {
      throw ValidationError("--step \(step): expected a number of points above 0")
    }
    let settings = (fetch.width / step + 1) * Double(Self.displays.count)
    guard settings <= Double(Self.maxSettings) else {
      throw ValidationError(
        "--step \(step): expected at most \(Self.maxSettings) settings to be compared")
    }
    if objective == .viewable, cost != nil {
      throw ValidationError("--cost: expected --objective value, which counts it")
    }
    if let readers {
      guard (1...100_000).contains(readers) else {
        throw ValidationError("--readers \(readers): expected 1…100000")
      }
      guard files.count == 1 else {
        throw ValidationError("--readers: expected a page alone, which they read")
      }
    } else if leaves != nil {
      throw ValidationError("--leaves: expected --readers, who leave")
    }
  }

  func execute(_ console: Console) throws(CommandFailure) {
    let sessions = try TuneSessions(self, console)
    var study = TuningStudy(
      fetches: fetches, displays: displays, objective: goal, present: sessions.present,
      tries: try tries.map { (argument) throws(CommandFailure) in
        try argument.settings(over: sessions.present ?? .standard)
      },
      sessions: sessions.sessions.count, seed: page.seed ?? 1)
    for session in sessions.sessions { study.add(session) }
    let report = study.report(on: sessions.sessions)
    if json {
      try console.write(report.json(readers: sessions.readers) + "\n")
    } else {
      try console.write(report.text(origin: sessions.origin))
    }
  }

  private var goal: Objective {
    if objective == .viewable { return .viewable }
    return cost.map { Objective(costs: $0.costs) } ?? .value
  }

  private var fetches: [Double] {
    Array(stride(from: fetch.range.lowerBound, through: fetch.range.upperBound, by: step))
  }

  /// Display thresholds make a difference where they are small.
  private static let displays: [Double] = [
    0, 25, 50, 100, 150, 200, 300, 400, 600, 800, 1200, 1600,
  ]

  private var displays: [Double] {
    let inside = Self.displays.filter(display.range.contains)
    return [display.range.lowerBound] + inside + [display.range.upperBound]
  }
}
