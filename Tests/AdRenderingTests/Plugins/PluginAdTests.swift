import AdEngine
import Testing

@testable import AdRendering

/// Ads of a plug-in that is not ours, with the guards that hold it.
@Suite struct PluginAdTests {
  private func ad(
    _ type: AdType = .inlineBanner, _ behavior: @escaping @Sendable (LoosePresenter) -> Void
  ) -> PluginAd {
    let plugin = PluginCatalog.Plugin("loose") { context in
      LoosePlugin(context.timeline, behavior)
    }
    let config = AdUnitConfig(.a, unit: "unit", size: Size(width: 300, height: 250), type: type)
    return PluginAd(of: .plugin(plugin), for: config, by: .standard)
  }

  private static func load(_ presenter: LoosePresenter) {
    presenter.view?.stateChanged(adViewState: .loading)
    answer(presenter)
  }

  private static func answer(_ presenter: LoosePresenter) {
    presenter.view?.adLoaded(view: AdContent(size: Size(width: 300, height: 250)))
    presenter.view?.stateChanged(adViewState: .loaded)
  }

  @Test func `S3.2 S3.27 a plug-in's ad loads, in its own time, under its provider's name`() {
    let ad = ad { presenter in
      presenter.view?.stateChanged(adViewState: .loading)
      presenter.connection.after(250) { Self.answer(presenter) }
    }
    #expect(ad.content?.size == Size(width: 300, height: 250))
    #expect(ad.loadTime == 250 && ad.provider == "Loose" && ad.request == nil)
    #expect(
      ad.flow == [
        .createAdPresenter, .load, .state(.loading), .adLoaded(hasView: true), .state(.loaded),
      ])
  }

  @Test(arguments: [true, false])
  func `a plug-in that never answers fails after the limit, and what comes later is stale`(
    saysSomething: Bool
  ) {
    let ad = ad { presenter in
      guard saysSomething else { return }
      presenter.view?.stateChanged(adViewState: .loading)
      presenter.connection.after(40_000) { Self.load(presenter) }
    }
    #expect(ad.content == nil && ad.loadTime == 30_000)
    #expect(ad.error == .noAnswer(after: RenderedAds.loadLimit) && ad.state == .failed)
  }

  @Test func `a banner without a view is no ad`() {
    let ad = ad { presenter in
      presenter.view?.stateChanged(adViewState: .loading)
      presenter.view?.adLoaded(view: nil)
      presenter.view?.stateChanged(adViewState: .loaded)
    }
    #expect(ad.error == .renderer("Loose loaded an ad that shows nothing"))
  }

  @Test func `an answer that comes twice is ignored, and said`() {
    let ad = ad { presenter in
      Self.load(presenter)
      Self.load(presenter)
    }
    #expect(ad.content != nil)
    #expect(ad.flow.contains(.violation(.adLoaded(.loaded))))
  }

  @Test func `a call on an ad that is gone is ignored, and said`() {
    var ad = ad { presenter in
      Self.load(presenter)
      presenter.connection.after(1000) { presenter.view?.stateChanged(adViewState: .clicked) }
    }
    ad.apply(.release, after: 10)
    ad.apply(.see, after: 2000)
    #expect(ad.state == .uninitialized)
  }

  @Test func `S3.4 S3.22 an interstitial is what the plug-in presents, and closes`() {
    var ad = ad(.interstitial) { presenter in
      presenter.view?.stateChanged(adViewState: .loading)
      presenter.view?.adLoaded(view: nil)
      presenter.view?.stateChanged(adViewState: .loaded)
    }
    #expect(ad.error == nil && ad.content?.lines.map(\.text) == ["presented"])
    ad.apply(.show, after: 10)
    #expect(ad.state == .impressed)
    ad.apply(.close, after: 20)
    #expect(ad.state == .closed)
  }

  @Test func `S0.91 the ads of a page are one plug-in's, and each has what was printed for it`() {
    let behavior: @Sendable (LoosePresenter) -> Void = { presenter in
      presenter.connection.debugPrint("asked for", 1, "ad")
      presenter.connection.after(100) {
        presenter.connection.debugPrint("answers")
        Self.load(presenter)
      }
    }
    let plugin = PluginCatalog.Plugin("loose") { LoosePlugin($0.timeline, behavior) }
    let first = AdUnitConfig(.a, unit: "a", size: Size(width: 300, height: 250))
    let second = AdUnitConfig(.b, unit: "b", size: Size(width: 300, height: 250))
    let before = PluginAd.SharedEvent(.plugin(plugin), for: first, at: .start, number: 0)
    let ad = PluginAd(of: .plugin(plugin), for: second, by: .standard, among: [before])
    #expect(ad.provider == "Loose 2")
    #expect(ad.prints == ["asked for 1 ad", "answers"])
    #expect(
      ad.log.map(\.call.description) == ["debugPrint: asked for 1 ad", "debugPrint: answers"])
  }
}

/// A plug-in whose presenters do anything.
private final class LoosePlugin: AdPlugin {
  private let timeline: AdTimeline
  private let behavior: @Sendable (LoosePresenter) -> Void
  private var count = 0

  init(_ timeline: AdTimeline, _ behavior: @escaping @Sendable (LoosePresenter) -> Void) {
    (self.timeline, self.behavior) = (timeline, behavior)
  }

  func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
    count += 1
    return LoosePresenter(adView, parent, timeline.connect(), behavior)
  }

  func size(forInlineBannerSize name: String) -> Size { Size(width: 300, height: 250) }
  func providerName() -> String { count > 1 ? "Loose \(count)" : "Loose" }
}

private final class LoosePresenter: AdPresenter {
  private(set) weak var view: (any AdView)?
  private weak var parent: (any AdParent)?
  let connection: AdConnection
  private let behavior: @Sendable (LoosePresenter) -> Void

  init(
    _ view: any AdView, _ parent: any AdParent, _ connection: AdConnection,
    _ behavior: @escaping @Sendable (LoosePresenter) -> Void
  ) {
    (self.view, self.parent, self.connection, self.behavior) = (view, parent, connection, behavior)
  }

  func load(adConfig: AdConfig) { behavior(self) }
  func getSize() -> Size { .zero }
  func showInterstitial() -> Bool {
    parent?.present(AdContent(size: Size(width: 300, height: 250), lines: [AdLine("presented")]))
    return true
  }
}
