/// The slots within a distance of the viewport as a run of ranks, whose two fingers follow by a search from where they are.
struct Zone: Sendable {
  /// The ranks of the slots in the zone, by the last call of ``update(below:above:_:_:)``.
  private(set) var ranks = 0..<0

  /// Moves the fingers to where the newest geometry wants them.
  mutating func update(
    below: Double, above: Double, _ viewport: Viewport, _ edges: some SlotEdges
  ) {
    let top = viewport.minY
    let bottom = viewport.maxY
    let start = Self.boundary(from: ranks.lowerBound, count: edges.count) { rank in
      top - edges.bottom(rank) > above
    }
    let end = Self.boundary(from: ranks.upperBound, count: edges.count) { rank in
      edges.top(rank) - bottom <= below
    }
    ranks = start..<max(start, end)
  }

  /// Narrows `band` to where no slot enters this zone, or leaves it where that matters; else fingers may lag until a check.
  func narrow(
    _ band: inout QuietBand, below: Double, above: Double, _ viewport: Viewport,
    _ edges: some SlotEdges, tracksExits: Bool
  ) {
    let height = viewport.size.height
    if ranks.upperBound < edges.count {
      let edge = edges.top(ranks.upperBound)
      band.end(below: edge - height - below, scale: edge.magnitude + height + below)
    }
    if tracksExits, ranks.upperBound > 0 {
      let edge = edges.top(ranks.upperBound - 1)
      band.begin(above: edge - height - below, scale: edge.magnitude + height + below)
    }
    if tracksExits, ranks.lowerBound < edges.count {
      let edge = edges.bottom(ranks.lowerBound)
      band.end(below: edge + above, scale: edge.magnitude + height + above)
    }
    if ranks.lowerBound > 0 {
      let edge = edges.bottom(ranks.lowerBound - 1)
      band.begin(above: edge + above, scale: edge.magnitude + height + above)
    }
  }

  /// The first rank for which `precedes` is false; gallops from `start`, O(log distance).
  private static func boundary(from start: Int, count: Int, _ precedes: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    let start = min(start, count)
    var step = 1
    if start < count, precedes(start) {
      low = start + 1
      while low + step <= count, precedes(low + step - 1) {
        low += step
        step *= 2
      }
      high = min(count, low + step - 1)
    } else {
      high = start
      while high - step >= 0, !precedes(high - step) {
        high -= step
        step *= 2
      }
      low = max(0, high - step + 1)
    }
    return (low..<high).partitionPoint { !precedes($0) }
  }
}

extension Range<Int> {
  /// The up to two runs of these numbers that are not in `other`.
  func subtracting(_ other: Range<Int>) -> (Range<Int>, Range<Int>) {
    guard !other.isEmpty, overlaps(other) else { return (self, upperBound..<upperBound) }
    return (
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound
    )
  }
}
