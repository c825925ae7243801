import AdEngine
import AdRendering
import TestSupport
import Testing

/// What renderers and hosts print for the debug log (S0.12, S0.91, S1.7).
@Suite(.tags(.fast)) struct DebugPrintTests {
  /// An ad that prints while it loads.
  private final class TalkingAd: BannerAdView {
    let content: AdContent?
    private let connection: AdConnection
    private let events: AdEvents

    init(_ size: Size, _ connection: AdConnection, _ events: AdEvents) {
      content = AdContent(size: size)
      self.connection = connection
      self.events = events
    }

    func loadAd() {
      connection.debugPrint("a", 1, nil as Int? as Any, [2])
      connection.debugPrint("b", "c", separator: "-", terminator: "")
      connection.debugPrint("d\ne", terminator: "|")
      events.adDidLoad()
    }
  }

  private final class TalkingRenderer: PluginRenderer {
    static let name = "TalkingRenderer"
    static let version = "1.0"
    let ads = RenderedAds()

    func createBannerAdView(
      with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
      adViewDelegate: AdEvents
    ) -> (any BannerAdView)? { TalkingAd(frame, connection, adViewDelegate) }
  }

  private func registry(_ debug: DebugSettings) -> RendererRegistry {
    let registry = RendererRegistry(
      default: DefaultRenderer(), timeline: AdTimeline(), log: CallLog(debug: debug))
    registry.register(TalkingRenderer())
    return registry
  }

  @Test func `items are joined as print joins them, and a line is logged when it ends`() throws {
    let registry = registry(DebugSettings(isDebugEnabled: true))
    let made = try #require(registry.makeAd(of: bid("TalkingRenderer", "1.0"), for: unit("a")))
    #expect(registry.log.prints(of: .a) == ["a 1 nil [2]", "b-cd"])
    made.renderer.removeAd(for: .a)
    #expect(registry.log.prints(of: .a) == ["a 1 nil [2]", "b-cd", "e|"])
    #expect(registry.log.entries.first { "\($0.call)".hasPrefix("debugPrint") }?.caller == .plugin)
  }

  @Test func `the switch is read at each call, and nothing is kept while it is off`() {
    let debug = DebugSettings()
    let registry = registry(debug)
    _ = registry.makeAd(of: bid("TalkingRenderer", "1.0"), for: unit("a"))
    #expect(registry.log.prints(of: .a).isEmpty)
    debug.isDebugEnabled = true
    _ = registry.makeAd(of: bid("TalkingRenderer", "1.0"), for: unit("b"))
    #expect(registry.log.prints(of: .b).count == 2)
  }

  @Test func `a line without an end is cut, so that nothing grows without bounds`() throws {
    let registry = registry(DebugSettings(isDebugEnabled: true))
    let connection = AdTimeline().connect()
    connection.debugPrint("of no ad")
    #expect(registry.log.entries.isEmpty)
    let plugin = RendererPlugin(
      "none", registry: registry, source: FixedSource(""), timeline: AdTimeline())
    let host = AdHost(
      AdConfig(unit: "u", type: .screenBanner), plugin: plugin, parent: Screen(),
      debug: registry.log.debug)
    for _ in 0..<100 { host.debugPrint(String(repeating: "x", count: 100), terminator: "") }
    let lines = host.flow.filter { "\($0)".hasPrefix("debugPrint: x") }
    #expect(lines.count == 2)
    #expect(lines.first?.caller == .sdk)
  }
}
