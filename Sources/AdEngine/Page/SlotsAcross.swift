/// What the host says of a slot's visibility, beyond where its frame lies.
public struct SlotVisibility: Hashable, Sendable {
  /// The share of the slot that something else than the viewport, such as a carousel, leaves visible, 0…1; the rest is cut off.
  public var share = 1.0
  /// Whether the slot cannot be seen wherever the page is scrolled to, as with `display: none`.
  public var isHidden = false
  /// Whether the ad sticks to the top of the viewport for as long as its slot allows (CSS `position: sticky`).
  public var isSticky = false

  /// Makes a visibility that keeps nothing of the slot from being seen.
  public init() {}

  /// The share of the slot that can be visible, 0…1.
  public var visibleShare: Double { isHidden ? 0 : share }
}

/// Where slots lie across their page, and their visibility; stacked slots have none of it, at one comparison.
struct SlotsAcross: Sendable {
  struct Entry: Hashable, Sendable {
    /// The left edge, in points; `nil` where it is not known.
    var x: Double?
    var visibility = SlotVisibility()
  }

  private var entries: [Int32: Entry] = [:]

  /// Whether every slot lies within the viewport from left to right and is visible as far as its frame tells.
  @inline(__always)
  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  subscript(handle: Int32) -> Entry { isEmpty ? Entry() : entries[handle] ?? Entry() }

  /// Whether a slot of this width is not hidden, and at most `margin` points left or right of the viewport.
  func isReachable(
    _ handle: Int32, width: Double, from viewport: Viewport, margin: Double
  ) -> Bool {
    guard let entry = entries[handle] else { return true }
    if entry.visibility.isHidden { return false }
    let frame = SlotFrame(x: entry.x, y: 0, width: width, height: 0)
    return viewport.gapAcross(to: frame).map { $0 <= margin } ?? true
  }

  mutating func place(_ handle: Int32, at x: Double?) {
    guard x != nil || !isEmpty else { return }
    change(handle) { $0.x = x }
  }

  mutating func setVisibility(_ visibility: SlotVisibility, of handle: Int32) {
    change(handle) { $0.visibility = visibility }
  }

  mutating func remove(_ handle: Int32) {
    guard !isEmpty else { return }
    change(handle) { $0 = Entry() }
  }

  private mutating func change(_ handle: Int32, _ body: (inout Entry) -> Void) {
    var entry = self[handle]
    body(&entry)
    entries[handle] = entry == Entry() ? nil : entry
  }
}
