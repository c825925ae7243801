/// A set of vendors, 1…65535, as a section of a TC string holds it.
public struct VendorSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The greatest vendor id there is: the format has 16 bits for it (TCF 2.0 to 2.3).
  public static let maxID = 65_535

  /// The ids as runs that do not touch, in ascending order.
  public let ranges: [ClosedRange<Int>]
  /// The greatest id about which the section says something, yes or no; at least the greatest id of the set.
  public let maximum: Int

  /// A set of these ids; others than 1…65535 do not exist and are left out.
  public init(_ ids: some Sequence<Int>, maximum: Int = 0) {
    self.init(ranges: ids.map { $0...$0 }, maximum: maximum)
  }

  /// A set of these ids.
  public init(arrayLiteral ids: Int...) { self.init(ids) }

  /// A set of the ids in these ranges, which may overlap and stand in any order.
  public init(ranges: [ClosedRange<Int>], maximum: Int = 0) {
    let all = 1...Self.maxID
    var runs: [ClosedRange<Int>] = []
    let sorted = ranges.lazy.filter { $0.overlaps(all) }.map { $0.clamped(to: all) }
      .sorted { $0.lowerBound < $1.lowerBound }
    for range in sorted {
      if let last = runs.last, range.lowerBound <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        runs.append(range)
      }
    }
    self.ranges = runs
    self.maximum = min(max(maximum, runs.last?.upperBound ?? 0), Self.maxID)
  }

  /// Whether no vendor is in the set.
  public var isEmpty: Bool { ranges.isEmpty }

  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The ids, in ascending order.
  package var ids: [Int] { ranges.flatMap { Array($0) } }

  /// Whether a vendor is in the set.
  public func contains(_ id: Int) -> Bool {
    let place = ranges.indices.partitionPoint { ranges[$0].upperBound >= id }
    return place < ranges.count && ranges[place].contains(id)
  }
}
