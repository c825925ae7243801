public import AdEngine
public import AdSimulation

/// A place for an ad on a page, as the page describes it.
public struct PageSlot: Hashable, Sendable {
  /// What the slot is called: its `id`, or its number on the page, counted from 1; unique on the page.
  public var name: String
  /// The line of the file on which its block begins; 0 for a slot that a rule has put there.
  public var line: Int
  /// The ad unit, its container, label and targeting.
  public var ad: WebAdView
  /// What the page fixes about the ad server's answer.
  public var creative = CreativeSettings()

  /// Makes a slot, on this line of the file.
  public init(name: String, _ ad: WebAdView, line: Int = 0) {
    self.name = name
    self.ad = ad
    self.line = line
  }
}
