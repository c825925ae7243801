/// One thing that is measured: something that can be done any number of times in a row.
struct Benchmark: Sendable {
  /// What is read off while the thing is done again and again.
  enum Meter: Sendable {
    /// Nanoseconds for one.
    case time
    case milliseconds
    /// How many in a second.
    case rate
    /// Megabytes per second, for operations of this number of bytes.
    case megabytes(of: Int)
    case allocations
  }

  /// What the project has promised.
  enum Goal: Sendable {
    case value(Bound)
    case ratio(Bound)
    /// What the time grows with, as a power of the size; see ``Benchmark/growth``.
    case exponent(Bound)
  }

  /// A limit that is to be kept.
  enum Bound: Sendable {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }

  let name: String
  let meter: Meter
  let noun: String
  /// The name of the benchmark in the same suite that this one is divided by.
  let baseline: String?
  /// How many times as large as the baseline's is what is worked on.
  let growth: Double?
  let goals: [Goal]
  /// Prepares the benchmark and returns the function that repeats the operation.
  let prepare: @Sendable () -> (Int) -> Void

  init(
    _ name: String, _ meter: Meter, _ noun: String, baseline: String? = nil,
    growth: Double? = nil, goals: [Goal] = [],
    prepare: @escaping @Sendable () -> (Int) -> Void
  ) {
    (self.name, self.meter, self.noun, self.prepare) = (name, meter, noun, prepare)
    (self.baseline, self.growth, self.goals) = (baseline, growth, goals)
  }

  var unit: String {
    switch meter {
    case .time: "ns/\(noun)"
    case .milliseconds: "ms/\(noun)"
    case .rate: "\(noun)s/s"
    case .megabytes: "MB/s"
    case .allocations: "allocs/\(noun)"
    }
  }
}

/// Benchmarks that are measured in turn, so that what else the machine does falls on all of them.
struct Suite: Sendable {
  let title: String
  let benchmarks: [Benchmark]

  /// The benchmarks whose names contain `text`, and the baselines of those.
  func filtered(by text: String) -> Suite {
    let chosen = benchmarks.filter { $0.name.lowercased().contains(text.lowercased()) }
    let names = Set(chosen.map(\.name) + chosen.compactMap(\.baseline))
    return Suite(title: title, benchmarks: benchmarks.filter { names.contains($0.name) })
  }
}

/// Uses a value in a way that the optimiser cannot see through.
@inline(never) @_optimize(none)
func blackHole(_ value: some Any) {}

/// Repeats an operation.
func times(_ body: @escaping () -> Void) -> (Int) -> Void {
  { count in
    for _ in 0..<count { body() }
  }
}

func stepping<Subject>(
  _ subject: Subject, _ step: @escaping (inout Subject, Int) -> Void
) -> (Int) -> Void {
  var subject = subject
  return { step(&subject, $0) }
}
