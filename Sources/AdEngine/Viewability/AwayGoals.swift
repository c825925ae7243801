/// The goals of ads that are out of view, by the stretch of scroll positions in which they may come back.
struct AwayGoals: Sendable {
  typealias Goal = ViewabilityMonitor.Goal

  /// The length of a stretch, in points: about a viewport, a power of two so that its ends are exact.
  private static let length = 1024.0
  /// What is before the first stretch or after the last belongs to it.
  private static let all = 0...65_535

  private var goals: [[Goal]] = []
  private var count = 0
  /// The stretch of the last position, in which none of them comes back.
  private var current = 0
  /// No stretch after it holds any.
  private var last = -1

  var isEmpty: Bool { count == 0 }

  /// The scroll positions at which all of them are out of view.
  var band: QuietBand {
    guard !isEmpty else { return .everywhere }
    let start = Double(current) * Self.length
    return QuietBand(
      from: current == Self.all.lowerBound ? -.greatestFiniteMagnitude : start,
      to: current == Self.all.upperBound ? .greatestFiniteMagnitude : (start + Self.length).nextDown
    )
  }

  private static func stretch(of position: Double) -> Int {
    let stretch = position / length
    guard stretch < Double(all.upperBound) else { return all.upperBound }
    return stretch > 0 ? Int(stretch) : all.lowerBound
  }

  /// Puts a goal away that is out of view on this side of a position, unless that is in the present stretch.
  mutating func put(_ goal: Goal, until position: Double) -> Bool {
    let stretch = Self.stretch(of: position)
    guard stretch != current else { return false }
    if stretch >= goals.count {
      goals.append(contentsOf: repeatElement([], count: stretch + 1 - goals.count))
    }
    goals[stretch].append(goal)
    count += 1
    last = max(last, stretch)
    return true
  }

  /// Takes out the goals that may be in view at a position, and those that were passed on the way to it.
  mutating func move(to position: Double, into near: inout [Goal], watches: [Int]) {
    let next = Self.stretch(of: position)
    guard next != current else { return }
    take(min(current, next)..<max(current, next) + 1, into: &near, watches)
    current = next
  }

  /// Takes out the goals that may be in view at larger positions alone.
  mutating func takeBelow(into near: inout [Goal], watches: [Int]) {
    guard last > current else { return }
    take(current..<last + 1, into: &near, watches)
    last = current
  }

  mutating func takeAll(into near: inout [Goal], watches: [Int]) {
    take(0..<last + 1, into: &near, watches)
    last = -1
  }

  /// Takes out the goals of some stretches that are still watched.
  private mutating func take(_ stretches: Range<Int>, into near: inout [Goal], _ watches: [Int]) {
    for stretch in stretches.clamped(to: goals.indices) where !goals[stretch].isEmpty {
      for goal in goals[stretch] where watches[Int(goal.handle)] == goal.watch { near.append(goal) }
      count -= goals[stretch].count
      goals[stretch].removeAll(keepingCapacity: true)
    }
  }

  /// The first goal that fulfils a condition.
  func first(where isSought: (Goal) -> Bool) -> Goal? {
    goals.lazy.joined().first(where: isSought)
  }
}
