/// A set of small ids, 1…64: purposes, special features, a publisher's own purposes.
public struct PurposeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Bit n is set when id n + 1 is in the set.
  private var bits: UInt64

  /// A set of these ids; others than 1…64 do not exist and are left out.
  public init(_ ids: some Sequence<Int>) {
    bits = ids.reduce(0) { (1...64).contains($1) ? $0 | 1 << UInt64($1 - 1) : $0 }
  }

  /// A set of these ids.
  public init(arrayLiteral ids: Int...) { self.init(ids) }

  /// The set that a field of `count` bits stands for, the first bit for id 1.
  init(field: UInt64, count: Int) {
    self.init((0..<count).lazy.filter { field >> UInt64(count - 1 - $0) & 1 == 1 }.map { $0 + 1 })
  }

  /// Whether an id is in the set.
  public func contains(_ id: Int) -> Bool {
    (1...64).contains(id) && bits >> UInt64(id - 1) & 1 == 1
  }

  /// The ids, in ascending order.
  public var ids: [Int] { (1...64).filter(contains) }

  /// Whether no id is in the set.
  public var isEmpty: Bool { bits == 0 }
}
