package import AdEngine

/// The banner that the lab has fetched: where it stands, and whether its impression was counted.
package struct PreloadBanner: Hashable, Sendable {
  /// The size on the screen, in points.
  package let size: Size
  package var placement = PreloadPlacement.unattached
  var isImpressionCounted = false
}
