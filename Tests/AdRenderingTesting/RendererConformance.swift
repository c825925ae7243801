import AdEngine
public import AdRendering

/// Tests a renderer against the contract of `PluginRenderer`.
///
/// Each check uses a new renderer and a new timeline.
public struct RendererConformance {
  private let type: any PluginRenderer.Type
  private let markup: String
  private let format: AdFormat
  private let types: Set<AdType>
  private let size = Size(width: 320, height: 250)

  /// Creates a kit for renderers of a type; `markup` must be such as they can render.
  ///
  /// A method with other parameters than the protocol's compiles and is never called; `types`, the banners and interstitials
  /// that the renderers are meant to make, finds it.
  public init(
    _ type: any PluginRenderer.Type, markup: String = "<b>x</b>", format: AdFormat = .banner,
    making types: Set<AdType> = []
  ) {
    self.types = types
    self.type = type
    self.markup = markup
    self.format = format
  }

  /// Runs all checks and returns the violations; none for a renderer that keeps its contract.
  public func findings() -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    checkIdentity(&findings)
    for isInterstitial in [false, true] {
      var trial = trial(isInterstitial)
      // A renderer need not make every kind of ad.
      guard trial.make(.first, bid(markup)) else {
        if types.contains(isInterstitial ? .interstitial : .inlineBanner) {
          let method = isInterstitial ? "createInterstitialController" : "createBannerAdView"
          findings.note(.shape, "\(method) made nothing, or is not written as the protocol has it")
        }
        continue
      }
      check(isInterstitial, &findings)
    }
    return findings
  }

  private func trial(_ isInterstitial: Bool) -> RendererTrial {
    RendererTrial(type.init(), size: size, format: format, isInterstitial: isInterstitial)
  }

  private func bid(_ markup: String?) -> Bid {
    var bid = Bid()
    (bid.id, bid.impressionID, bid.price) = ("b", "1", 1)
    (bid.markup, bid.size, bid.format) = (markup, size, format)
    bid.targeting = ["hb_pb": "1.00", "hb_bidder": "kit"]
    (bid.rendererName, bid.rendererVersion) = (type.init().name, type.init().version)
    return bid
  }

  private func checkIdentity(_ findings: inout [ConformanceFinding]) {
    let first = type.init().identity
    findings.note(
      .identity, "name or version is empty", if: first.name.isEmpty || first.version.isEmpty)
    findings.note(
      .identity, "two renderers of the type differ by name", if: first != type.init().identity)
  }

  private func check(_ isInterstitial: Bool, _ findings: inout [ConformanceFinding]) {
    checkLife(trial(isInterstitial), &findings)
    checkSeparation(trial(isInterstitial), &findings)
    checkRemoval(trial(isInterstitial), &findings)
    var bare = trial(isInterstitial)
    guard bare.make(.first, bid(nil)) else { return }
    bare.runUntilIdle()
    findings.note(
      .missingMarkup, "a bid without markup became an ad",
      if: bare.renderer.isAdReady(for: .first))
  }

  /// One ad from its bid to its end.
  private func checkLife(_ trial: RendererTrial, _ findings: inout [ConformanceFinding]) {
    var trial = trial
    let renderer = trial.renderer
    findings.note(
      .readiness, "an ad that was never made is ready",
      if: renderer.isAdReady(for: .first) || renderer.showAd(for: .first))
    _ = trial.make(.first, bid(markup))
    trial.runUntilIdle()
    guard trial.events(of: .first).first == .didLoad else {
      let answer = trial.events(of: .first).first?.error.map { ": \($0)" } ?? ""
      findings.note(.oneAnswer, "the ad did not load\(answer)")
      findings.note(trial.violations())
      return
    }
    if let content = renderer.ads.content(of: .first) {
      findings.note(.content, "the ad's size is not plausible", if: !content.size.isPlausible)
    } else {
      findings.note(.content, "the ad loaded and shows nothing")
    }
    findings.note(
      .readiness, "the ad loaded and is not ready", if: !renderer.isAdReady(for: .first))
    if !renderer.showAd(for: .first) {
      findings.note(.presentation, "the ad is ready and is not shown")
      findings.note(trial.violations())
      return
    }
    findings.note(
      .presentation, "the ad is shown twice",
      if: renderer.isAdReady(for: .first) || renderer.showAd(for: .first))
    renderer.ads.click(.first)
    trial.runUntilIdle()
    if trial.events(of: .first).count(where: { $0 == .didClick }) != 1 {
      findings.note(.click, "a click is not reported exactly once")
    }
    weak let ad = renderer.ads.ad(.first)
    renderer.ads.dismiss(.first)
    trial.runUntilIdle()
    findings.note(
      .end, "the ad went away and is kept", if: ad != nil || !renderer.ads.fingerprints.isEmpty)
    findings.note(trial.violations())
  }

  /// Two ads of which one goes away.
  private func checkSeparation(_ trial: RendererTrial, _ findings: inout [ConformanceFinding]) {
    var trial = trial
    guard trial.make(.first, bid(markup)) else { return }
    trial.runUntilIdle()
    _ = trial.renderer.showAd(for: .first)
    let former = trial.events(of: .first)
    guard trial.make(.second, bid(markup)) else { return }
    trial.runUntilIdle()
    findings.note(
      .separation, "an ad reports an event when another one is made",
      if: trial.events(of: .first) != former)
    let isReady = trial.renderer.isAdReady(for: .second)
    trial.renderer.ads.dismiss(.first)
    trial.runUntilIdle()
    findings.note(
      .separation, "an ad's end ends another one",
      if: trial.renderer.isAdReady(for: .second) != isReady)
  }

  /// An ad that is removed while it loads, and one that is removed while it is shown.
  private func checkRemoval(_ trial: RendererTrial, _ findings: inout [ConformanceFinding]) {
    var trial = trial
    for isLoaded in [false, true] {
      guard trial.make(.first, bid(markup)) else { return }
      if isLoaded {
        trial.runUntilIdle()
        _ = trial.renderer.showAd(for: .first)
      }
      weak let ad = trial.renderer.ads.ad(.first)
      trial.renderer.removeAd(for: .first)
      findings.note(.end, "a removed ad is ready", if: trial.renderer.isAdReady(for: .first))
      trial.runUntilIdle()
      if ad != nil { findings.note(.end, "a removed ad is kept") }
    }
    findings.note(trial.violations().filter { $0.rule == .end })
  }
}

extension AdFingerprint {
  fileprivate static let first = AdFingerprint("first")
  fileprivate static let second = AdFingerprint("second")
}

/// A renderer with a registry and a timeline of its own.
private struct RendererTrial {
  let renderer: any PluginRenderer
  private let log = CallLog()
  private let timeline = AdTimeline()
  private let size: Size
  private let format: AdFormat
  private let isInterstitial: Bool

  init(_ renderer: any PluginRenderer, size: Size, format: AdFormat, isInterstitial: Bool) {
    self.renderer = renderer
    self.size = size
    self.format = format
    self.isInterstitial = isInterstitial
  }

  /// Asks the renderer for an ad, and returns whether it made one.
  mutating func make(_ fingerprint: AdFingerprint, _ bid: Bid) -> Bool {
    let registry = RendererRegistry(default: renderer, timeline: timeline, log: log)
    let config = AdUnitConfig(
      fingerprint, unit: "unit", size: size, format: format,
      type: isInterstitial ? .interstitial : .inlineBanner)
    return registry.makeAd(of: bid, for: config) != nil
  }

  /// Lets time pass until after the limit for loading.
  func runUntilIdle() { timeline.runUntilIdle(until: timeline.now + 2 * RenderedAds.loadLimit) }

  func events(of ad: AdFingerprint) -> [AdEvent] { log.events(of: ad) }

  /// The violations in the log.
  func violations() -> [ConformanceFinding] {
    log.entries.compactMap { entry in
      guard entry.caller == .plugin, case .violation(let violation) = entry.call else { return nil }
      switch violation {
      case .afterEnd: return ConformanceFinding(.end, violation.description)
      case .outOfOrder(.didLoad, _), .outOfOrder(.didFailToLoad, _):
        return ConformanceFinding(.oneAnswer, violation.description)
      case .outOfOrder: return ConformanceFinding(.order, violation.description)
      }
    }
  }
}
