import CAllocations
import Glibc

/// What was found out about one benchmark.
struct Measurement {
  let benchmark: Benchmark
  /// The sample that was disturbed least.
  let best: Double
  let median: Double
  /// The best divided by that of the baseline.
  let ratio: Double?

  /// The power of the size with which the time grows: 1 is linear, 2 quadratic.
  var exponent: Double? {
    guard let ratio, let growth = benchmark.growth else { return nil }
    return log(ratio) / log(growth)
  }

  var areGoalsMet: Bool? { benchmark.goals.isEmpty ? nil : benchmark.goals.allSatisfy(isMet) }

  private func isMet(_ goal: Benchmark.Goal) -> Bool {
    switch goal {
    case .value(let bound): bound.isMet(by: best)
    case .ratio(let bound): ratio.map(bound.isMet) ?? false
    case .exponent(let bound): exponent.map(bound.isMet) ?? false
    }
  }
}

extension Suite {
  /// Measures all benchmarks, one sample of each in turn, until each has enough of them.
  func measure() -> [Measurement] {
    let samplers = benchmarks.map(Sampler.init)
    for sampler in samplers { sampler.warmUp() }
    while true {
      let unfinished = samplers.filter { !$0.isFinished }
      if unfinished.isEmpty { break }
      for sampler in unfinished { sampler.takeSample() }
    }
    let bests = Dictionary(uniqueKeysWithValues: samplers.map { ($0.benchmark.name, $0.best) })
    return samplers.map { sampler in
      Measurement(
        benchmark: sampler.benchmark, best: sampler.best, median: sampler.median,
        ratio: sampler.benchmark.baseline.flatMap { bests[$0] }.map { sampler.best / $0 })
    }
  }
}

/// Takes the samples of one benchmark.
private final class Sampler {
  /// Long enough to make the clock's own cost vanish, short enough to slip between two disturbances; nanoseconds.
  private static let sampleTime = 5e6
  private static let enoughSamples = 41
  /// What takes long makes do with fewer samples.
  private static let enoughTime = 1.5e9
  private static let fewestSamples = 3

  let benchmark: Benchmark
  private let run: (Int) -> Void
  private var count = 1
  private var spent = 0.0
  private var samples: [Double] = []

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
    run = benchmark.prepare()
  }

  var isFinished: Bool {
    samples.count >= Self.enoughSamples
      || spent >= Self.enoughTime && samples.count >= Self.fewestSamples
  }

  /// Finds out how many make up a sample.
  func warmUp() { while nanoseconds(for: count) < Self.sampleTime { count *= 2 } }

  func takeSample() {
    let allocations = allocation_count()
    let nanoseconds = nanoseconds(for: count)
    spent += nanoseconds
    switch benchmark.meter {
    case .time: samples.append(nanoseconds / Double(count))
    case .milliseconds: samples.append(nanoseconds / Double(count) / 1e6)
    case .rate: samples.append(Double(count) / nanoseconds * 1e9)
    case .megabytes(let bytes): samples.append(Double(count * bytes) / nanoseconds * 1e3)
    case .allocations: samples.append(Double(allocation_count() - allocations) / Double(count))
    }
  }

  /// The processor time of `count` repetitions; that of other processes is not in it.
  private func nanoseconds(for count: Int) -> Double {
    let start = processorTime()
    run(count)
    return processorTime() - start
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  var median: Double {
    let sorted = samples.sorted()
    return sorted[sorted.count / 2]
  }

  var best: Double {
    let best =
      switch benchmark.meter {
      case .rate, .megabytes: samples.max()
      case .time, .milliseconds, .allocations: samples.min()
      }
    return best ?? .nan
  }
}
