/// What each slot holds: its ad's generation, the ad view's state and when it is to be rendered; distance is the manager's.
struct AdContents: Sendable {
  struct Content: Sendable {
    /// Counts the fetches of the slot.
    var generation = 0
    /// Whether this generation was fetched and not released yet.
    var isHeld = false
    var state = AdViewState.uninitialized
    var isRendered = false
    var isViewable = false
    /// Whether the ad can be presented, as far as is known.
    var canPresent = true
    var ad: Size?
    var media = AdMedia.display
  }

  private(set) var contents: [Content] = []
  /// The renderings that are to come.
  private var renders = SlotDelays()

  subscript(handle: Int32) -> Content {
    get { contents[Int(handle)] }
    set { contents[Int(handle)] = newValue }
  }

  mutating func reserveCapacity(_ slots: Int) {
    contents.reserveCapacity(slots)
    renders.reserveCapacity(slots)
  }

  /// Makes room for a slot that holds nothing.
  mutating func add(_ handle: Int32) {
    if Int(handle) == contents.count {
      contents.append(Content())
    } else {
      contents[Int(handle)] = Content()
    }
    renders.add(handle)
  }

  /// Begins a generation, whose ad view is not asked to load yet.
  mutating func begin(_ handle: Int32) -> Int {
    let generation = contents[Int(handle)].generation + 1
    contents[Int(handle)] = Content(generation: generation, isHeld: true)
    return generation
  }

  /// Ends the generation, if there is one, and cancels what was to come of it.
  mutating func end(_ handle: Int32, _ timers: inout TimerTable) -> Int? {
    let content = contents[Int(handle)]
    guard content.isHeld else { return nil }
    contents[Int(handle)] = Content(generation: content.generation)
    cancelRender(handle, &timers)
    return content.generation
  }

  /// Sets the time at which the slot's ad is rendered, counted from `now`.
  mutating func scheduleRender(_ handle: Int32, at now: Int64, _ timers: inout TimerTable) {
    renders.begin(handle, at: now, for: LifecycleDelay.render)
    setTimer(&timers)
  }

  /// Notes that a slot's ad cannot be presented, and cancels its rendering.
  mutating func withhold(_ handle: Int32, _ timers: inout TimerTable) {
    contents[Int(handle)].canPresent = false
    cancelRender(handle, &timers)
  }

  mutating func takeRender(_ timers: inout TimerTable) -> Int32? {
    guard let handle = renders.endFirst() else { return nil }
    contents[Int(handle)].isRendered = true
    setTimer(&timers)
    return handle
  }

  private mutating func cancelRender(_ handle: Int32, _ timers: inout TimerTable) {
    guard renders.since(handle) != nil else { return }
    renders.end(handle)
    setTimer(&timers)
  }

  private mutating func setTimer(_ timers: inout TimerTable) {
    timers.set(.render, to: renders.nextDeadline())
  }
}
