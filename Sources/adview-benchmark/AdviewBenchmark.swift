import ArgumentParser
import Glibc

/// Measures what the project promises about speed.
@main
struct AdviewBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adview-benchmark",
    abstract: "Measures AdView beside its baselines.",
    discussion: """
      The benchmarks of a suite are sampled in turn, in processor time of one thread. Whatever else \
      the machine does can only make a sample worse, so ratios and goals go by the best sample of \
      each; the median shows how disturbed the run was. Compare figures of one run only.
      """)

  @Option(help: "Run only benchmarks whose names contain this text, and their baselines.")
  var filter: String?

  @Flag(help: "Print the benchmarks' names and run none.")
  var list = false

  /// Everything that is measured, in the order of the table.
  private static let suites: [Suite] = [
    .steps, .ruledSteps, .crossings, .againstSeed, .allocations, .sessions, .tuning, .tuningMany,
    .pages, .growth,
  ]

  func run() throws {
    let suites = Self.suites.map { $0.filtered(by: filter ?? "") }.filter { !$0.benchmarks.isEmpty }
    if suites.isEmpty {
      throw ValidationError("no benchmark's name contains \"\(filter ?? "")\"; --list prints them")
    }
    if list {
      for benchmark in suites.flatMap(\.benchmarks) { print(benchmark.name) }
      return
    }
    #if DEBUG
      var warning = "adview-benchmark: this build is not optimised; use swift run -c release\n"
      warning.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    #endif
    let table = Table(suites)
    for (index, suite) in suites.enumerated() {
      if index > 0 { print() }
      print(table.text(suite.title, suite.measure()))
    }
  }
}
