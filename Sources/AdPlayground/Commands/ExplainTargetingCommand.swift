import AdEngine
import AdRendering
import ArgumentParser

/// `adview explain targeting`: the script that would be injected.
struct ExplainTargetingCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "targeting",
    abstract: "Print the script that sets an ad's targeting.",
    discussion: """
      Nothing but the script goes to standard output; what the ad server will not take as it was meant is said on \
      standard error. An ad would run the script all the same, so what the ad server refuses is in it; with --strict there \
      is no script then, and the exit code is 65. A key that is given twice gets a list of values.
      """)

  @Argument(
    help: .value("key=value", "A key and a value, split at the first '='."),
    transform: OptionReader.pair)
  var pairs: [(key: String, value: String)]

  @Option(
    help: .value("k,k,…", "The keys configured in the ad server; other keys are reported."),
    transform: { $0.split(separator: ",").map(String.init) })
  var known: [String]?

  @Flag(help: "Refuse what the ad server refuses.")
  var strict = false

  @Flag(help: "Print targeting, script and problems as one line of JSON.")
  var json = false

  func execute(_ console: Console) throws(CommandError) {
    var targeting = CustomTargeting()
    for pair in pairs { targeting.add(pair.value, to: pair.key) }
    let problems = targeting.problems(configured: known)
    if strict, let refused = problems.first(where: { $0.severity == .error }) {
      throw .data("\(refused)")
    }
    if json {
      try console.write(report(targeting, problems).json + "\n")
    } else {
      try console.write(targeting.script + "\n")
      for problem in problems { console.complain("\(problem.severity.rawValue): \(problem)") }
    }
  }

  private func report(_ targeting: CustomTargeting, _ problems: [TargetingProblem]) -> JSONText {
    let listed = problems.map {
      JSONText.object([("severity", .text($0.severity.rawValue)), ("text", .text("\($0)"))])
    }
    return .object([
      ("targeting", .object(targeting.entries.map { ($0.key, .texts($0.values)) })),
      ("script", .text(targeting.script)), ("problems", .list(listed)),
    ])
  }
}
