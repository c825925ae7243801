public import AdEngine

/// One line of a session after the header: something that happened, something that was decided, or the end.
public struct SessionLine: Hashable, Sendable {
  /// When, since the session began.
  public var at: Instant
  /// What.
  public var entry: Entry

  /// What a line says.
  public enum Entry: Hashable, Sendable {
    /// A cause: an `in` line.
    case cause(SessionCause)
    /// A decision: an `out` line.
    case decision(SessionDecision)
    /// Nothing is pending any more, and nothing follows; a recording that was cut off lacks this line.
    case end
  }

  /// Makes a line.
  public init(at: Instant, _ entry: Entry) {
    self.at = at
    self.entry = entry
  }
}

/// Something that happened, in the words of a session: slots by name instead of by identity.
public enum SessionCause: Hashable, Sendable {
  /// The top of the viewport is now this many points from the top of the page.
  case scrolled(to: Double)
  /// The viewport took a new size.
  case viewportResized(Size)
  /// Bare sessions: a slot was added, if its name is new, or moved.
  case slotFramed(String, SlotFrame, unit: String?)
  /// Bare sessions: a slot took a new size, and what lay below it moved by the difference.
  case slotResized(String, Size)
  /// Bare sessions: a slot disappeared.
  case slotRemoved(String)
  /// Some of the lazy-loading settings changed.
  case lazyLoadingChanged(LazyLoadingChange)
  /// The person's choice became this.
  case consentChanged(ConsentChoice)
  /// The rule by which the choice is applied became this.
  case policyChanged(ConsentPolicy)
  /// The person clicked the ad in a slot.
  case clicked(String)
  /// Someone asked for a slot to be loaded anew.
  case reloadRequested(String)
  /// The app became active or inactive.
  case activityChanged(Bool)
  /// Another page was opened, by its path from the session's own folder.
  case pageOpened(String)
  /// The page before was opened again.
  case wentBack
  /// A remark to be shown in a replay; it changes nothing.
  case caption(String)
  /// The world answered the fetch of this generation of a slot.
  case answered(String, generation: Int, Answer)
  /// The page of a generation's ad said something over the bridge.
  case messaged(String, generation: Int, BridgeMessage)
  /// The page of a generation's ad asked to go somewhere.
  case navigationRequested(String, generation: Int, SessionNavigation)
  /// Something that happened in the preload lab.
  case lab(PreloadInput)

  /// Whether this comes from the world of the ads, and not from a person or the app.
  public var isFromWorld: Bool {
    switch self {
    case .answered, .messaged, .navigationRequested: true
    case .lab(let input): input.isFromWorld
    default: false
    }
  }
}

/// Where an ad's page asks to go, as a session writes it: the address as the page gave it.
public struct SessionNavigation: Hashable, Sendable {
  /// The address, which may be anything.
  public var url: String
  /// In which frame.
  public var frame: NavigationFrame
  /// What two reports of one action have in common; not negative.
  public var action: Int?

  /// Makes a navigation.
  public init(_ url: String, frame: NavigationFrame = .main, action: Int? = nil) {
    self.url = url
    self.frame = frame
    self.action = action
  }
}

/// Something that was decided, in the words of a session: slots by name instead of by identity.
public enum SessionDecision: Hashable, Sendable {
  /// The slot's distance state became this, at this gap in points.
  case loadState(String, AdLoadState, gap: Double)
  /// The slot's content state became this.
  case adState(String, AdViewState)
  /// The world was asked for an ad.
  case fetch(String, generation: Int)
  /// The delivered ad was to be drawn.
  case render(String, generation: Int)
  /// What the generation held was freed.
  case release(String, generation: Int)
  /// The slot was given this size.
  case size(String, Size)
  /// The ad was in view long enough.
  case viewable(String)
  /// An address was opened outside the ad.
  case opened(String, url: String)
  /// A navigation was stopped.
  case blocked(String, url: String, why: String)
  /// Something that was decided in the preload lab.
  case lab(PreloadEffect)
}
