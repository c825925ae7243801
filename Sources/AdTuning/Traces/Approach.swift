import AdEngine

/// The checks that saw a slot nearer than all before, with the gaps, in points.
///
/// After the first gap that is not above 0 there is none, since no threshold is smaller.
struct Approach: Sendable {
  private var gaps: [Double] = []
  private var checks: [Int] = []

  /// Follows a slot that lies at these places one after the other.
  init(_ places: [SlotTrace.Place], in trace: ViewTrace) {
    var place = places.startIndex
    for check in trace.checkViews.indices {
      if places.count > 1 { places.move(&place, toView: trace.checkViews[check]) }
      let gap = trace.gap(to: places[place].frame, atCheck: check)
      guard gap < gaps.last ?? .infinity else { continue }
      gaps.append(gap)
      checks.append(check)
      if gap <= 0 { break }
    }
  }

  /// The number of the first check that saw the slot within a threshold; `nil` when none did.
  func firstCheck(within threshold: Double) -> Int? {
    let index = gaps.indices.partitionPoint { gaps[$0] <= threshold }
    return index < checks.count ? checks[index] : nil
  }

  /// The nearest gap that the first `count` checks saw; infinity for none.
  func nearestGap(ofChecks count: Int) -> Double {
    let index = checks.indices.partitionPoint { checks[$0] >= count }
    return index > 0 ? gaps[index - 1] : .infinity
  }

  /// How many checks saw the slot nearer than all before.
  var count: Int { checks.count }

  /// One of these checks, the first one 0, and the gap that it saw.
  subscript(number: Int) -> (check: Int, gap: Double) { (checks[number], gaps[number]) }
}
