import AdEngine

/// The checks that saw a slot nearer than before, with the gaps; the same for all slots that the viewport comes to from above.
///
/// After the first gap that is not above 0 there is none, since no threshold is smaller.
struct Approach: Sendable {
  /// A gap is this less an edge, in points.
  private let origin: Double
  private let edges: [Double]
  private let checks: [Int]
  /// How many of them saw the slot out of the viewport.
  private let outside: Int
  /// The first check that saw the slot in the viewport, or at its edge.
  private let contact: (check: Int, gap: Double)?

  /// Follows a slot that lies at these places one after the other.
  init(_ places: [SlotTrace.Place], in trace: ViewTrace) {
    let frame = places[0].frame
    let outside = trace.lowerEdges.indices.partitionPoint { trace.lowerEdges[$0] >= frame.minY }
    let contact = outside < trace.lowerEdges.count ? trace.lowerEdgeChecks[outside] : nil
    let gap = contact.map { trace.gap(to: frame, atCheck: $0) }
    guard places.count == 1, gap ?? 0 <= 0 else {
      self = Approach(checking: places, in: trace)
      return
    }
    origin = frame.minY
    edges = trace.lowerEdges
    checks = trace.lowerEdgeChecks
    self.outside = outside
    self.contact = contact.flatMap { check in gap.map { (check, $0) } }
  }

  /// Looks at every check.
  private init(checking places: [SlotTrace.Place], in trace: ViewTrace) {
    var place = places.startIndex
    var edges: [Double] = []
    var checks: [Int] = []
    var contact: (check: Int, gap: Double)?
    var nearest = Double.infinity
    for check in trace.checkViews.indices {
      if places.count > 1 { places.move(&place, toView: trace.checkViews[check]) }
      let gap = trace.gap(to: places[place].frame, atCheck: check)
      guard gap < nearest else { continue }
      if gap <= 0 {
        contact = (check, gap)
        break
      }
      nearest = gap
      edges.append(-gap)
      checks.append(check)
    }
    origin = 0
    self.edges = edges
    self.checks = checks
    outside = checks.count
    self.contact = contact
  }

  /// The number of the first check that saw the slot within a threshold; `nil` when none did.
  func firstCheck(within threshold: Double) -> Int? {
    let index = (0..<outside).partitionPoint { origin - edges[$0] <= threshold }
    if index < outside { return checks[index] }
    return contact.flatMap { $0.gap <= threshold ? $0.check : nil }
  }

  /// The nearest gap that the first `count` checks saw; infinity for none.
  func nearestGap(ofChecks count: Int) -> Double {
    if let contact, contact.check < count { return contact.gap }
    let index = (0..<outside).partitionPoint { checks[$0] >= count }
    return index > 0 ? origin - edges[index - 1] : .infinity
  }

  /// How many checks saw the slot nearer than all before.
  var count: Int { contact == nil ? outside : outside + 1 }

  /// One of these checks, the first one 0, and the gap that it saw.
  subscript(number: Int) -> (check: Int, gap: Double) {
    guard number == outside, let contact else { return (checks[number], origin - edges[number]) }
    return contact
  }
}
