import AdEngine
import AdRendering

/// A cause that came not long ago.
struct RecentCause: Sendable {
  var number: Int
  var line: SessionLine

  var at: Instant { line.at }
}

/// Compares a session's decisions with its run's as both come: the same bytes, in order, also within an instant.
struct DecisionMatch: Sendable {
  /// A decision, where it stands, and what came before it.
  struct Entry: Sendable {
    /// The number of the line; 0 for a decision of the run.
    var number = 0
    var at: Instant
    var page = 1
    var decision: SessionDecision
    /// The last causes, and those of the same instant that may come after it.
    var causes: [RecentCause]

    static let maxCauses = 3

    var text: String { SessionLine(at: at, page: page, .decision(decision)).text.json }
  }

  /// Where the two part; what is missing on a side may still come.
  struct Parting: Sendable {
    var expected: Entry?
    var happened: Entry?

    /// The last causes before the earlier of the two.
    var causes: [Divergence.NumberedLine] {
      let entries = [expected, happened].compactMap { $0 }
      guard let first = entries.min(by: { $0.at < $1.at }) else { return [] }
      return first.causes.filter { $0.at <= first.at }.suffix(Entry.maxCauses).map { cause in
        Divergence.NumberedLine(number: cause.number, text: cause.line.text.json)
      }
    }
  }

  private(set) var parting: Parting?
  private(set) var difference = DecisionDifference()
  private(set) var expectedCount = 0
  /// The decisions of each side that wait for one of the other.
  private var expected: ArraySlice<Entry> = []
  private var happened: ArraySlice<Entry> = []

  /// Takes a decision of the session, which `isExpected`, or of the run.
  mutating func add(_ entry: Entry, isExpected: Bool) {
    if isExpected { expectedCount += 1 }
    guard parting != nil else {
      if isExpected { expected.append(entry) } else { happened.append(entry) }
      return compare()
    }
    let side = isExpected ? \Parting.expected : \Parting.happened
    if parting?[keyPath: side] == nil { parting?[keyPath: side] = entry }
    difference.add(entry, isExpected: isExpected)
  }

  /// Says that neither side has further decisions before this instant.
  mutating func reach(_ instant: Instant) {
    guard parting == nil else { return }
    if let entry = happened.first, entry.at < instant {
      part(nil, entry)
    } else if let entry = expected.first, entry.at < instant {
      part(entry, nil)
    }
  }

  /// Says that neither side has further decisions; returns how many came after the last line of a session that `isCut`.
  mutating func finish(isCut: Bool) -> Int {
    guard parting == nil else { return 0 }
    if isCut, expected.first == nil { return happened.count }
    guard expected.first != nil || happened.first != nil else { return 0 }
    part(expected.first, happened.first)
    return 0
  }

  private mutating func compare() {
    while let left = expected.first, let right = happened.first {
      guard left.at == right.at, left.page == right.page, left.decision == right.decision else {
        part(left, right)
        return
      }
      expected.removeFirst()
      happened.removeFirst()
    }
  }

  /// Notes where the two part, and all that came on either side since.
  private mutating func part(_ left: Entry?, _ right: Entry?) {
    parting = Parting(expected: left, happened: right)
    difference = DecisionDifference(left, right)
    for entry in expected { difference.add(entry, isExpected: true) }
    for entry in happened { difference.add(entry, isExpected: false) }
  }

  /// How a check ends by this; `metrics` are asked for where the two part.
  func outcome(
    isComplete: Bool, lastLine: Int, metrics: @autoclosure () -> [MetricChange]
  ) -> Verdict.Outcome {
    if expectedCount == 0, !isComplete { return .expectsNothing }
    guard let parting else { return .passed }
    return .diverged(
      Divergence(
        line: parting.expected?.number ?? lastLine, expected: parting.expected?.text,
        happened: parting.happened?.text, causes: parting.causes, metrics: metrics(),
        sentence: difference.sentence, missing: difference.missing, added: difference.added))
  }
}
