public import AdEngine

#if canImport(CoreGraphics)
  public import CoreGraphics
#else
  public import Foundation
#endif

extension Size {
  /// The size of a view, in points.
  public init(_ size: CGSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

extension SlotFrame {
  /// The frame of a view in the content of its scroll view, in points.
  public init(_ frame: CGRect) {
    self.init(
      x: Double(frame.minX), y: Double(frame.minY), width: Double(frame.width),
      height: Double(frame.height))
  }
}

extension FrameChange {
  /// The viewport has this size, in points.
  public mutating func viewport(_ size: CGSize) { viewport(Size(size)) }

  /// The view of this slot has this frame in the content of the scroll view; the first time it is added to the page.
  public mutating func slot(_ name: String, at frame: CGRect) { slot(name, at: SlotFrame(frame)) }
}
