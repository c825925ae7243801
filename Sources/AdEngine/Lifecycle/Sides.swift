/// The distances that count below and above the viewport.
///
/// They differ where thresholds depend on the direction in which the page is travelled, and nowhere else.
struct Sides: Sendable {
  var below: LazyLoadingDistances
  var above: LazyLoadingDistances

  init(ahead: LazyLoadingDistances, behind: LazyLoadingDistances, isDown: Bool) {
    (below, above) = isDown ? (ahead, behind) : (behind, ahead)
  }

  /// The distances on the side of a slot, by its gaps below and above the viewport.
  @inline(__always)
  func side(below: Double, above: Double) -> LazyLoadingDistances {
    below >= above ? self.below : self.above
  }
}
