/// Writes what happens on a page of your app as a session, which `adview run`, `play` and `check` read.
///
/// Report what the page does, in points and milliseconds, and take its bytes when it suits you: from a timer, when the app
/// goes into the background, at the end. They are whole lines; written one after another they are the session.
///
/// It is a value without a clock, a file or a thread. Keep it where the page's own state is kept, on the main actor as
/// a rule, or behind a lock of the app's. What is reported for one frame of the screen gets one time, and then counts as one
/// step.
///
/// What a session cannot hold (numbers that are not finite, negative sides, ads of slots that are not there) is left out and
/// counted in ``refusedCount``.
public struct AdRecorder: Hashable, Sendable {
  /// How many bytes may wait to be taken; what would be more ends the recording.
  public let maxPending: Int
  /// How many slots may be on the page at a time; more are refused.
  public static let maxSlots = 5000

  /// How many calls were left out.
  public private(set) var refusedCount = 0
  /// Whether the recording has ended: by ``finish(at:)``, or because too much was waiting.
  public private(set) var isFinished = false

  private let start: Int64
  private var latest: Int64 = 0
  private var pending: [UInt8] = []
  private var scroll: Double?
  private var scrollX: Double?
  private var viewport: Box
  private var isActive = true
  private var slots: [String: Slot] = [:]

  private struct Box: Hashable, Sendable {
    var y: Double = 0
    var width: Double
    var height: Double

    var isValid: Bool {
      y.isFinite && abs(y) < 1e9 && (0..<1e9).contains(width) && (0..<1e9).contains(height)
    }
  }

  private struct Slot: Hashable, Sendable {
    var box: Box
    var x: Double?
    var visibleShare = 1.0
    var isHidden = false
    var requests = 0
  }

  /// Begins a recording with the size of the viewport.
  ///
  /// - Parameters:
  ///   - width: The viewport's width, in points.
  ///   - height: The viewport's height, in points.
  ///   - thresholds: The distances at which the app itself requests and displays ads; `nil` leaves AdView's defaults.
  ///   - now: The time, in milliseconds of any clock that never goes back; the recording's time 0.
  ///   - maxPending: How many bytes may wait to be taken; default 1,000,000, about four hours of scrolling.
  public init(
    width: Double, height: Double, thresholds: Thresholds? = nil, at now: Int64,
    maxPending: Int = 1_000_000
  ) {
    start = now
    self.maxPending = maxPending
    viewport = Box(width: width, height: height)
    if !viewport.isValid {
      viewport = Box(width: 0, height: 0)
      refusedCount = 1
    }
    var header = LineText("adview", Int64(1)).adding("answers", "recorded")
      .adding("viewport", size(viewport))
    if let thresholds, thresholds.isValid {
      let distances = LineText("fetchThreshold", thresholds.fetch)
        .adding("displayThreshold", thresholds.display)
      header = header.adding("lazyLoad", distances)
    } else if thresholds != nil {
      refusedCount += 1
    }
    append(header.adding("slots", EmptyList()))
  }

  /// The distances at which an app requests and displays its ads, in points: 0 ≤ display ≤ fetch.
  public struct Thresholds: Hashable, Sendable {
    /// How far from the viewport an ad is requested.
    public var fetch: Double
    /// How far from the viewport an ad is displayed.
    public var display: Double

    /// Makes a pair of distances; one that is refused is left out of the recording.
    public init(fetch: Double, display: Double) {
      (self.fetch, self.display) = (fetch, display)
    }

    var isValid: Bool { fetch.isFinite && display >= 0 && display <= fetch }
  }

  // MARK: - The page

  /// The page was scrolled: `y` is how far the viewport's top is below the page's, in points.
  public mutating func scrolled(to y: Double, at now: Int64) {
    guard y.isFinite else { return refuse() }
    guard scroll != y else { return }
    scroll = y
    cause(LineText("scroll", y), at: now)
  }

  /// The page was scrolled across: `x` is how far the viewport's left is right of the page's, in points.
  public mutating func scrolledAcross(to x: Double, at now: Int64) {
    guard x.isFinite else { return refuse() }
    guard scrollX ?? 0 != x else { return }
    scrollX = x
    cause(LineText("scrollX", x), at: now)
  }

  /// The viewport took another size, in points.
  public mutating func viewportResized(width: Double, height: Double, at now: Int64) {
    let size = Box(width: width, height: height)
    guard size.isValid else { return refuse() }
    guard viewport != size else { return }
    viewport = size
    cause(LineText("viewport", self.size(size)), at: now)
  }

  /// A slot was added or moved: where its frame lies from the page's top, in points.
  ///
  /// - Parameters:
  ///   - slot: A name of its own; two slots may have the same ad unit.
  ///   - unit: The ad unit's id; it counts when the slot is added.
  ///   - x: The left of the frame; `nil` where all slots are within the viewport from left to right.
  ///   - y: The top of the frame.
  ///   - width: The frame's width.
  ///   - height: The frame's height.
  ///   - now: The time, in milliseconds.
  public mutating func slotMoved(
    _ slot: String, unit: String? = nil, x: Double? = nil, y: Double, width: Double,
    height: Double, at now: Int64
  ) {
    let box = Box(y: y, width: width, height: height)
    let old = slots[slot]
    let isPlaced = x.map { $0.isFinite && abs($0) < 1e9 } ?? true
    guard box.isValid, isPlaced, old != nil || slots.count < Self.maxSlots else {
      return refuse()
    }
    guard old?.box != box || old?.x != x else { return }
    slots[slot, default: Slot(box: box)].box = box
    slots[slot]?.x = x
    var frame = x.map { LineText("x", $0).adding("y", y) } ?? LineText("y", y)
    frame = frame.adding("width", width).adding("height", height)
    let line = LineText("slot", slot).adding("frame", frame)
    cause(old == nil && unit != nil ? line.adding("unit", unit ?? "") : line, at: now)
  }

  /// Of a slot at most this share is visible, 0…1: the rest is clipped by something other than the viewport, such as a
  /// carousel.
  public mutating func slotClipped(_ slot: String, visibleShare share: Double, at now: Int64) {
    guard let old = slots[slot]?.visibleShare, (0...1).contains(share) else { return refuse() }
    guard old != share else { return }
    slots[slot]?.visibleShare = share
    cause(LineText("slot", slot).adding("visible", share), at: now)
  }

  /// A slot was hidden, so that it cannot be seen wherever the page is scrolled to, or shown again.
  public mutating func slotHidden(_ slot: String, _ isHidden: Bool, at now: Int64) {
    guard let old = slots[slot]?.isHidden else { return refuse() }
    guard old != isHidden else { return }
    slots[slot]?.isHidden = isHidden
    cause(LineText("slot", slot).adding("hidden", isHidden), at: now)
  }

  /// A slot has gone.
  public mutating func slotRemoved(_ slot: String, at now: Int64) {
    guard slots.removeValue(forKey: slot) != nil else { return }
    cause(LineText("slot", slot).adding("removed", true), at: now)
  }

  /// The app became active, or inactive, and so out of sight.
  public mutating func activityChanged(_ isActive: Bool, at now: Int64) {
    guard self.isActive != isActive else { return }
    self.isActive = isActive
    cause(LineText("active", isActive), at: now)
  }

  // MARK: - Ads

  /// What came of a request.
  public enum Answer: Hashable, Sendable {
    /// An ad of this size, in points.
    case loaded(width: Double, height: Double, isVideo: Bool = false)
    /// No ad, and why.
    case failed(Failure)
  }

  /// Why there is no ad.
  public enum Failure: String, Hashable, Sendable, CaseIterable {
    case noFill, network, timeout, error, rendering
  }

  /// The app requested an ad for a slot; a second time it is a reload.
  public mutating func adRequested(_ slot: String, at now: Int64) {
    guard let requests = slots[slot]?.requests else { return refuse() }
    slots[slot]?.requests = requests + 1
    page(slot, "requested", at: now)
    if requests > 0 { cause(LineText("reload", slot), at: now) }
  }

  /// The latest request of a slot was answered.
  public mutating func adAnswered(_ slot: String, _ answer: Answer, at now: Int64) {
    guard let requests = slots[slot]?.requests else { return refuse() }
    var world = LineText("slot", slot).adding("generation", Int64(max(1, requests)))
    switch answer {
    case .loaded(let width, let height, let isVideo):
      let ad = Box(width: width, height: height)
      guard ad.isValid else { return refuse() }
      world = world.adding("loaded", size(ad).adding("media", isVideo ? "video" : "display"))
    case .failed(let failure): world = world.adding("failed", failure.rawValue)
    }
    cause(LineText("world", world), at: now)
  }

  /// The app drew the ad of a slot; `adview check --against page` compares it with what AdView decides.
  public mutating func adRendered(_ slot: String, at now: Int64) { page(slot, "rendered", at: now) }

  /// The app counted the ad of a slot as viewable.
  public mutating func adViewable(_ slot: String, at now: Int64) { page(slot, "viewable", at: now) }

  /// Shows a remark in a replay.
  public mutating func caption(_ text: String, at now: Int64) {
    cause(LineText("caption", text), at: now)
  }

  // MARK: - The session

  /// The lines since the last call, as UTF-8; the header comes first.
  public mutating func take() -> [UInt8] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// Ends the recording at this time; what comes later is ignored.
  public mutating func finish(at now: Int64) {
    caption("Recording stopped", at: now)
    isFinished = true
  }

  private mutating func refuse() { refusedCount += 1 }

  private func size(_ box: Box) -> LineText {
    LineText("width", box.width).adding("height", box.height)
  }

  /// A line's time: never before that of the line above, whatever the host's clock does.
  private mutating func time(_ now: Int64) -> LineText {
    let (elapsed, hasOverflown) = now.subtractingReportingOverflow(start)
    if !hasOverflown { latest = min(max(latest, elapsed), 1 << 53 - 1) }
    return LineText("at", latest)
  }

  private mutating func cause(_ what: LineText, at now: Int64) {
    append(time(now).adding("in", what))
  }

  private mutating func page(_ slot: String, _ action: String, at now: Int64) {
    guard slots[slot] != nil else { return refuse() }
    append(time(now).adding("page", LineText("slot", slot).adding("did", action)))
  }

  private mutating func append(_ line: LineText) {
    guard !isFinished else { return }
    if pending.count >= maxPending {
      isFinished = true
      pending += LineText("at", latest).adding("in", LineText("caption", "Recording full")).line
    } else {
      pending += line.line
    }
  }
}
