public import AdEngine
public import AdRendering

/// A renderer that violates its contract in the way that the markup of its bid names, for tests and demonstrations.
public final class MisbehavingRenderer: PluginRenderer {
  /// A violation, named by the first word of the markup.
  public enum Fault: String, CaseIterable, Sendable {
    /// The ad reports neither load nor failure.
    case neverAnswers
    /// The ad reports its load twice.
    case answersTwice
    /// The ad reports its load and then a failure.
    case changesItsMind
    /// The ad reports its load after the limit.
    case answersLate
    /// The ad reports its load and has no content.
    case loadsNothing
    /// The ad is ready and refuses to be shown.
    case failsToPresent
    /// The ad reports a click before it is shown.
    case clicksUnseen
    /// The renderer reports a click on each earlier ad when it makes another one.
    case reportsForOthers
  }

  /// `MisbehavingRenderer`.
  public static let name = "MisbehavingRenderer"
  /// `1.0`.
  public static let version = "1.0"

  /// The records of the renderer's ads.
  public let ads = RenderedAds()
  private var kept: [AdEvents] = []

  /// Creates a renderer without ads.
  public init() {}

  /// Makes a banner with the fault that the markup names.
  public func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    make(bid, frame, connection, adViewDelegate)
  }

  /// Makes an interstitial with the fault that the markup names.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    make(bid, adConfiguration.size, connection, adViewManagerDelegate)
  }

  private func make(
    _ bid: Bid, _ size: Size, _ connection: AdConnection, _ events: AdEvents
  ) -> FaultyAd? {
    let word = bid.markup?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    let fault = word.flatMap(Fault.init(rawValue:))
    if fault == .reportsForOthers {
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
    case .loadsNothing, .failsToPresent, .reportsForOthers, nil: events.adDidLoad()
    }
  }

  func show() -> Bool { fault != .failsToPresent }
}

extension PluginCatalog {
  /// The renderers of AdView, and the one that violates its contract.
  package static let misbehaving = PluginCatalog.standard.adding(MisbehavingRenderer.self)
}
