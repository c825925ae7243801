package import AdEngine

package struct PreloadBanner: Hashable, Sendable {
  /// The size on the screen, in points.
  package let size: Size
  package var placement = PreloadPlacement.unattached
  var isImpressionCounted = false
}
