/// Edges in blocks, shifted from one on at once; once a sum may be rounded, each edge is shifted by itself.
@usableFromInline
package struct ShiftedEdges: Sendable {
  /// How many edges are in a block, as a power of two.
  @usableFromInline static let blockBits = 8

  /// The edges without the shifts of their blocks.
  @usableFromInline private(set) var edges: [Double]
  /// What all edges of each block are shifted by.
  @usableFromInline private(set) var shifts: [Double]
  private var sum = ExactSum()

  /// Makes a row of these edges.
  package init(_ edges: [Double] = []) {
    self.edges = edges
    let blocks = (edges.count + 1 << Self.blockBits - 1) >> Self.blockBits
    shifts = Array(repeating: 0, count: blocks)
    for edge in edges { sum.begin(with: edge) }
  }

  /// Whether no sum of an edge and what was noted is rounded, however the edges are shifted.
  var isExact: Bool { sum.isExact }

  package mutating func reserveCapacity(_ count: Int) {
    edges.reserveCapacity(count)
    shifts.reserveCapacity(count >> Self.blockBits + 1)
  }

  package mutating func append(_ edge: Double) {
    if edges.count >> Self.blockBits == shifts.count { shifts.append(0) }
    note(edge)
    edges.append(edge - shifts[edges.count >> Self.blockBits])
  }

  mutating func remove(at index: Int) {
    applyShifts()
    edges.remove(at: index)
    if edges.count & (1 << Self.blockBits - 1) == 0 { shifts.removeLast() }
  }

  package mutating func shift(from start: Int, by difference: Double) {
    guard start < edges.count else { return }
    sum.add(difference)
    guard sum.isExact else {
      applyShifts()
      return Self.add(difference, to: &edges, start..<edges.count)
    }
    let block = start >> Self.blockBits
    Self.add(difference, to: &edges, start..<end(of: block))
    Self.add(difference, to: &shifts, block + 1..<shifts.count)
  }

  /// Notes an edge, or a number that is added to edges: where that may be rounded, so may what is shifted.
  mutating func note(_ number: Double) {
    guard sum.isExact else { return }
    sum.begin(with: number)
    if !sum.isExact { applyShifts() }
  }

  /// Gives each edge its own shift, after which no block has one.
  private mutating func applyShifts() {
    for block in shifts.indices where shifts[block] != 0 {
      Self.add(shifts[block], to: &edges, block << Self.blockBits..<end(of: block))
      shifts[block] = 0
    }
  }

  private func end(of block: Int) -> Int { Swift.min((block + 1) << Self.blockBits, edges.count) }

  /// Without bounds checks, since each ad that loads does it.
  private static func add(_ difference: Double, to numbers: inout [Double], _ range: Range<Int>) {
    numbers.withUnsafeMutableBufferPointer { numbers in
      for index in range { numbers[index] += difference }
    }
  }
}

extension ShiftedEdges: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { edges.count }

  @usableFromInline package subscript(index: Int) -> Double {
    @inlinable @inline(__always) get {
      let block = index >> Self.blockBits
      // The first block is never shifted as a whole, and most pages are no longer than it.
      return block == 0 ? edges[index] : edges[index] + shifts[block]
    }
    set {
      note(newValue)
      edges[index] = newValue - shifts[index >> Self.blockBits]
    }
  }
}

extension ShiftedEdges: Hashable {
  /// Whether the edges are the same, however they came to be where they are.
  @usableFromInline package static func == (left: Self, right: Self) -> Bool {
    (left.edges == right.edges && left.shifts == right.shifts) || left.elementsEqual(right)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for edge in self { hasher.combine(edge) }
  }
}
