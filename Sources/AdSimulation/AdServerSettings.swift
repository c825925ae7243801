package import AdEngine
package import AdRendering

package struct AdServerSettings: Hashable, Sendable {
  /// The seed; the same seed gives the same answers; default 1.
  package var seed: UInt64
  /// The time to an answer, in milliseconds, drawn evenly from the range; default 400…2500.
  package var latency: ClosedRange<Int64>
  /// The time until the bids of an auction come, in milliseconds, drawn evenly from the range; default 200…900.
  package var bidLatency: ClosedRange<Int64> = Self.standardBidLatency
  /// The network between the app and the ad server; `nil` where the latency holds all of it.
  package var network: NetworkProfile?
  /// The share of requests that end in an error, 0…1; default 0.
  package var failureRate: Double
  /// The share of requests that get no ad, 0…1; default 0.
  package var noFillRate: Double
  /// The share of ads whose page posts messages to the bridge, 0…1; default 0.
  package var messageRate: Double
  /// The share of ads that navigate without a touch, 0…1; default 0.
  package var redirectRate: Double
  /// Whether scripts of ads open windows without a touch; default yes.
  package var opensWindows = true
  /// The token of the sample adapter's SDK, which requests carry (`S4.9`); none by default.
  package var token: String?
  /// The sizes, in points, in which units are sold, by their ids; of a unit that is not there the seed decides.
  package var sizes: [String: [Size]] = [:]
  /// What answers in place of simulated ads; nothing by default.
  package var supply: AdSupply?
  /// The renderers and plug-ins of the program.
  package var catalog = PluginCatalog.standard
  /// The answers of a recording, which come before all others; none by default.
  package var recorded: RecordedReplies?

  package init(
    seed: UInt64 = 1,
    latency: ClosedRange<Int64> = 400...2500,
    failureRate: Double = 0,
    noFillRate: Double = 0,
    messageRate: Double = 0,
    redirectRate: Double = 0,
    supply: AdSupply? = nil
  ) {
    (self.seed, self.latency, self.failureRate) = (seed, latency, failureRate)
    (self.noFillRate, self.messageRate, self.redirectRate) = (noFillRate, messageRate, redirectRate)
    self.supply = supply
  }
}

/// Where the ads of a page come from, if they are not simulated.
package enum AdSupply: Hashable, Sendable {
  /// Responses to bid requests, which renderers make ads of.
  case bids(BidAnswers)
  /// A plug-in that has ads of its own (`S3.24`).
  case plugin(PluginCatalog.Plugin)

  /// The name of the plug-in's provider; `nil` of bids.
  package var provider: String? {
    if case .plugin(let plugin) = self { plugin.provider } else { nil }
  }
}

extension AdServerSettings {
  package var bids: BidAnswers? { if case .bids(let bids) = supply { bids } else { nil } }

  /// Whether code of an app makes the ads: a plug-in, or renderers beside those of the program itself.
  package var runsAppCode: Bool {
    switch supply {
    case .plugin: true
    case .bids: catalog != .standard
    case nil: false
    }
  }

  package static let standardBidLatency: ClosedRange<Int64> = 200...900

  /// The sizes in which a unit is sold, three usual ones by the seed if ``sizes`` has none; requests name the first (`S0.6`).
  package func sizes(of unit: String) -> [Size] {
    if let sold = sizes[unit], !sold.isEmpty { return sold }
    var draw = SeededDraw(seed: seed, unit: SeededDraw.number(for: unit), slot: 0, generation: 0)
    var usual = Size.usual
    return (0..<3).map { _ in usual.remove(at: draw.index(below: usual.count)) }
  }

  /// Whether recorded ads did more than come.
  package var holdsAdEvents: Bool { recorded?.holdsEvents ?? false }

  /// Whether pages of ads do anything by themselves.
  var hasActivity: Bool { messageRate > 0 || redirectRate > 0 }
}

/// The settings of a page for the answers to one slot; the seed decides on what is `nil`.
package struct CreativeSettings: Hashable, Sendable {
  /// The delivered size, in points.
  package var size: Size?
  /// The time to an answer, in milliseconds.
  package var latency: ClosedRange<Int64>?
  package var media: AdMedia?
  package var fails: AdFailure?
  package var page: CreativeBehavior? {
    get { pages.first }
    set { pages = newValue.map { [$0] } ?? [] }
  }
  /// One page or none; the array keeps the settings small.
  private var pages: [CreativeBehavior]

  package init(
    size: Size? = nil,
    latency: ClosedRange<Int64>? = nil,
    media: AdMedia? = nil,
    fails: AdFailure? = nil,
    page: CreativeBehavior? = nil
  ) {
    (self.size, self.latency, self.media, self.fails) = (size, latency, media, fails)
    pages = page.map { [$0] } ?? []
  }
}
