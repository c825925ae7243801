/// The distances below and above the viewport, which differ only where thresholds depend on the direction.
struct Sides: Sendable {
  var below: LazyLoadingDistances
  var above: LazyLoadingDistances

  init(ahead: LazyLoadingDistances, behind: LazyLoadingDistances, isDown: Bool) {
    (below, above) = isDown ? (ahead, behind) : (behind, ahead)
  }

  @inline(__always)
  func side(below: Double, above: Double) -> LazyLoadingDistances {
    below >= above ? self.below : self.above
  }
}
