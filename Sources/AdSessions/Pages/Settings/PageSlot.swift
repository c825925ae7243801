public import AdEngine
public import AdSimulation

/// A place for an ad on a page, as the page describes it.
public struct PageSlot: Hashable, Sendable {
  /// What the slot is called: its `id`, or its number on the page, counted from 1; unique on the page.
  public var name: String
  /// The line of the file on which its block begins; 0 for a slot that a rule has put there.
  public var line: Int
  /// The ad unit id; two slots may carry the same (D16).
  public var unit: String
  /// The size that is asked for, in points: `initialWidth` and `initialHeight`; default 320×320.
  public var requested = Size(width: 320, height: 320)
  /// The least width and height of the frame, where the page gives them.
  public var minWidth: Double?
  /// The least height of the frame.
  public var minHeight: Double?
  /// The greatest width of the frame.
  public var maxWidth: Double?
  /// The greatest height of the frame.
  public var maxHeight: Double?
  /// The text above the ad, if there is one: `showAdLabel` and `adLabelText`.
  public var label: String?
  /// The label's font.
  public var font = LabelFont.bold10
  /// The page's `customTargeting` for this slot, in the order in which it is written.
  public var customTargeting = CustomTargeting()
  /// When the ad begins anew.
  public var renewal = AdRenewal.never
  /// What the page fixes about the ad server's answer.
  public var creative = CreativeSettings()

  /// Makes a slot without any settings of its own.
  public init(name: String, unit: String, line: Int = 0) {
    self.name = name
    self.unit = unit
    self.line = line
  }

  /// A size within the slot's limits: each side `min(max(side, least), greatest)` (`S1.23`, D24).
  public func clamped(_ size: Size) -> Size {
    Size(
      width: min(max(size.width, minWidth ?? size.width), maxWidth ?? .infinity),
      height: min(max(size.height, minHeight ?? size.height), maxHeight ?? .infinity))
  }
}
