/// Where slots lie, in page order; stored by *rank*, known by a *handle* that is free again after removal;
/// the order is restored by ``sortIfNeeded()`` before anything relies on ranks.
@usableFromInline
package struct SlotGeometry: Sendable {
  /// The slot behind each handle; a free handle keeps its last.
  @usableFromInline package private(set) var ids: [SlotID] = []
  /// The handles that are not their slot's own number; a host that counts its slots from 0 needs none.
  private var otherHandles: [SlotID: Int32] = [:]
  private var freeHandles: [Int32] = []
  /// The rank of each handle's slot; negative for a free handle.
  @usableFromInline private(set) var rankOfHandle: [Int32] = []
  private var widths: [Double] = []
  private var across = SlotsAcross()
  /// When each handle's slot was added, as a count; it settles the order of slots with the same top.
  private var additions: [Int64] = []
  private var additionCount: Int64 = 0

  /// Top edges by rank, in ascending order once sorted.
  @usableFromInline private(set) var tops = ShiftedEdges()
  @usableFromInline package private(set) var heights: [Double] = []
  @usableFromInline private(set) var handleOfRank: [Int32] = []

  /// Whether ranks are places in page order.
  private(set) var isSorted = true
  /// Whether bottom edges ascend with the rank too, as on every page without nested slots.
  package private(set) var isStacked = true
  /// Grows whenever a slot that stays on the page changes its rank.
  private(set) var rankVersion = 0

  package init() {}

  @inlinable package var count: Int { tops.count }

  func handle(of id: SlotID) -> Int32? {
    let number = id.rawValue
    if ids.indices.contains(number), ids[number] == id, rankOfHandle[number] >= 0 {
      return Int32(number)
    }
    return otherHandles.isEmpty ? nil : otherHandles[id]
  }

  @inlinable
  package func handle(atRank rank: Int) -> Int32 { handleOfRank[rank] }

  @inlinable
  package func rank(of handle: Int32) -> Int { Int(rankOfHandle[Int(handle)]) }

  package func frame(of handle: Int32) -> SlotFrame {
    let rank = rank(of: handle)
    return SlotFrame(
      x: across[handle].x, y: tops[rank], width: widths[Int(handle)], height: heights[rank])
  }

  func visibility(of handle: Int32) -> SlotVisibility { across[handle].visibility }

  /// Whether a slot lies where it is known across the page.
  func isPlacedAcross(_ handle: Int32) -> Bool { across[handle].x != nil }

  /// Whether of some slots more is known than where they lie along the page.
  var hasSlotsAcross: Bool { !across.isEmpty }

  /// Whether a slot is not hidden, and at most `margin` points left or right of the viewport.
  @inline(__always)
  func isReachable(_ handle: Int32, from viewport: Viewport, margin: Double) -> Bool {
    across.isEmpty
      || across.isReachable(handle, width: widths[Int(handle)], from: viewport, margin: margin)
  }

  @inlinable @inline(__always)
  package func top(_ rank: Int) -> Double { tops[rank] }

  /// The bottom edge of the slot at a rank; ascending with the rank while ``isStacked``.
  @inlinable @inline(__always)
  package func bottom(_ rank: Int) -> Double { tops[rank] + heights[rank] }

  @inlinable
  package func bottom(of handle: Int32) -> Double { bottom(rank(of: handle)) }

  // MARK: - Changes

  package mutating func reserveCapacity(_ slots: Int) {
    ids.reserveCapacity(slots)
    rankOfHandle.reserveCapacity(slots)
    widths.reserveCapacity(slots)
    additions.reserveCapacity(slots)
    tops.reserveCapacity(slots)
    heights.reserveCapacity(slots)
    handleOfRank.reserveCapacity(slots)
  }

  /// Adds a slot that is not on the page yet and returns its handle.
  package mutating func add(_ id: SlotID, _ frame: SlotFrame) -> Int32 {
    let handle: Int32
    if let free = freeHandles.popLast() {
      handle = free
      ids[Int(handle)] = id
      widths[Int(handle)] = frame.width
      additions[Int(handle)] = additionCount
    } else {
      handle = Int32(ids.count)
      ids.append(id)
      widths.append(frame.width)
      additions.append(additionCount)
      rankOfHandle.append(0)
    }
    additionCount += 1
    if id.rawValue != Int(handle) { otherHandles[id] = handle }
    across.place(handle, at: frame.x)
    rankOfHandle[Int(handle)] = Int32(tops.count)
    tops.append(frame.minY)
    heights.append(frame.height)
    tops.note(frame.height)
    handleOfRank.append(handle)
    noteOrder(atRank: tops.count - 1)
    return handle
  }

  package mutating func move(_ handle: Int32, to frame: SlotFrame) {
    let rank = rank(of: handle)
    tops[rank] = frame.minY
    setHeight(frame.height, atRank: rank)
    widths[Int(handle)] = frame.width
    across.place(handle, at: frame.x)
    if !isStacked { isSorted = false }
    noteOrder(atRank: rank)
  }

  mutating func setVisibility(_ visibility: SlotVisibility, of handle: Int32) {
    across.setVisibility(visibility, of: handle)
  }

  /// A slot whose frame would not be valid after a resize, if there is one, and that frame.
  mutating func invalidFrame(afterResizing handle: Int32, to size: Size) -> (SlotID, SlotFrame)? {
    sortIfNeeded()
    let rank = rank(of: handle)
    let frame = SlotFrame(
      x: across[handle].x, y: tops[rank], width: size.width, height: size.height)
    guard frame.isValid else { return (ids[Int(handle)], frame) }
    // Small edges stay finite wherever they are shifted.
    if tops.isExact { return nil }
    let difference = size.height - heights[rank]
    for other in firstRank(withTopAtLeast: bottom(rank))..<tops.count where other != rank {
      let other = handleOfRank[other]
      var frame = self.frame(of: other)
      frame.y += difference
      guard frame.isValid else { return (ids[Int(other)], frame) }
    }
    return nil
  }

  /// Gives one slot a new size and moves every slot whose top was at or below its old bottom by the difference.
  package mutating func resize(_ handle: Int32, to size: Size) {
    sortIfNeeded()
    let rank = rank(of: handle)
    let difference = size.height - heights[rank]
    let firstBelow = firstRank(withTopAtLeast: bottom(rank))
    let ownTop = tops[rank]
    tops.shift(from: firstBelow, by: difference)
    tops[rank] = ownTop
    setHeight(size.height, atRank: rank)
    widths[Int(handle)] = size.width
    if !isStacked { isSorted = false }
    noteOrder(atRank: rank)
    noteOrder(ofShiftedFrom: max(firstBelow, 1))
  }

  private mutating func setHeight(_ height: Double, atRank rank: Int) {
    heights[rank] = height
    tops.note(height)
  }

  /// Forgets a slot; its handle may be given to another.
  package mutating func remove(_ handle: Int32) {
    let rank = rank(of: handle)
    tops.remove(at: rank)
    heights.remove(at: rank)
    handleOfRank.remove(at: rank)
    for later in rank..<tops.count { rankOfHandle[Int(handleOfRank[later])] = Int32(later) }
    otherHandles[ids[Int(handle)]] = nil
    across.remove(handle)
    rankOfHandle[Int(handle)] = -1
    freeHandles.append(handle)
    rankVersion += 1
    if !isStacked { isSorted = false }
  }

  private mutating func noteOrder(atRank rank: Int) {
    if rank > 0 { noteOrder(between: rank - 1, and: rank) }
    if rank + 1 < tops.count { noteOrder(between: rank, and: rank + 1) }
  }

  /// Notes the order of slots that were all shifted by the same, and of the first of them and the one above it.
  private mutating func noteOrder(ofShiftedFrom first: Int) {
    guard first < tops.count else { return }
    if tops.isExact { return noteOrder(between: first - 1, and: first) }
    // Rounding can make two tops equal that were not, and two bottoms unequal that were.
    for rank in first..<tops.count { noteOrder(between: rank - 1, and: rank) }
  }

  private mutating func noteOrder(between rank: Int, and next: Int) {
    if precedes(next, rank) {
      isSorted = false
    } else if bottom(rank) > bottom(next) {
      isStacked = false
    }
  }

  func precedes(_ left: Int, _ right: Int) -> Bool {
    if tops[left] != tops[right] { return tops[left] < tops[right] }
    return additions[Int(handleOfRank[left])] < additions[Int(handleOfRank[right])]
  }

  /// Restores page order after changes that broke it.
  package mutating func sortIfNeeded() {
    guard !isSorted else { return }
    isSorted = true
    rankVersion += 1
    let order = tops.indices.sorted(by: precedes)
    tops = ShiftedEdges(order.map { tops[$0] })
    for height in heights { tops.note(height) }
    heights = order.map { heights[$0] }
    handleOfRank = order.map { handleOfRank[$0] }
    for (rank, handle) in handleOfRank.enumerated() { rankOfHandle[Int(handle)] = Int32(rank) }
    isStacked = tops.indices.dropFirst().allSatisfy { bottom($0 - 1) <= bottom($0) }
  }

  // MARK: - Searches

  private func firstRank(withTopAtLeast edge: Double) -> Int {
    tops.indices.partitionPoint { tops[$0] >= edge }
  }
}
