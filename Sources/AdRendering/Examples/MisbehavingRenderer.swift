public import AdEngine

/// A renderer that breaks its contract in the way its bid's markup names, to see what becomes of that.
public final class MisbehavingRenderer: PluginRenderer {
  /// What a bid can ask for, as the first word of its markup.
  public enum Fault: String, CaseIterable, Sendable {
    /// The ad never says whether it loaded.
    case neverAnswers
    /// The ad says twice that it loaded.
    case answersTwice
    /// The ad says that it loaded, and then that it did not.
    case changesItsMind
    /// The ad says that it loaded when nobody waits for it any more.
    case answersLate
    /// The ad says that it loaded and shows nothing.
    case loadsNothing
    /// The ad is ready and does not present.
    case failsToPresent
    /// The ad tells of a click before it is shown.
    case clicksUnseen
    /// The renderer keeps what its ads told last and tells it again when another ad is made.
    case tellsOfOthers
  }

  /// The name by which bids choose it.
  public static let name = "MisbehavingRenderer"
  /// Its version.
  public static let version = "1.0"

  /// Its ads.
  public let ads = RenderedAds()
  private var kept: [AdEvents] = []

  /// Makes the renderer.
  public init() {}

  /// Makes a banner of a bid.
  public func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    make(bid, frame, connection, adViewDelegate)
  }

  /// Makes an interstitial of a bid.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)? {
    make(bid, adConfiguration.size, connection, adViewManagerDelegate)
  }

  private func make(
    _ bid: Bid, _ size: Size, _ connection: AdConnection, _ events: AdEvents
  ) -> FaultyAd? {
    let word = bid.markup?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    let fault = word.flatMap(Fault.init(rawValue:))
    if fault == .tellsOfOthers {
      for other in kept { other.adDidClick() }
      kept.append(events)
    }
    return FaultyAd(fault, size, connection, events)
  }
}

private final class FaultyAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let fault: MisbehavingRenderer.Fault?
  private let size: Size
  private let connection: AdConnection
  private let events: AdEvents

  init(
    _ fault: MisbehavingRenderer.Fault?, _ size: Size, _ connection: AdConnection,
    _ events: AdEvents
  ) {
    self.fault = fault
    self.size = size
    self.connection = connection
    self.events = events
  }

  func loadAd() {
    if fault != .loadsNothing {
      content = AdContent(size: size, lines: [AdLine(fault?.rawValue ?? "no fault")])
    }
    switch fault {
    case .neverAnswers: break
    case .answersLate: connection.after(RenderedAds.loadLimit + 1, events.adDidLoad)
    case .answersTwice:
      events.adDidLoad()
      events.adDidLoad()
    case .changesItsMind:
      events.adDidLoad()
      events.adDidFailToLoad(.renderer("no, it did not"))
    case .clicksUnseen:
      events.adDidLoad()
      events.adDidClick()
    case .loadsNothing, .failsToPresent, .tellsOfOthers, nil: events.adDidLoad()
    }
  }

  func show() -> Bool { fault != .failsToPresent }
}
