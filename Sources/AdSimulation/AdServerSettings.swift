package import AdEngine

/// How the simulated ad server answers: which world it is and how well the world behaves.
package struct AdServerSettings: Hashable, Sendable {
  /// Which world; the same seed gives the same answers; default 1.
  package var seed: UInt64
  /// How long an answer takes, in milliseconds; drawn evenly from the range; default 400…2500.
  package var latency: ClosedRange<Int64>
  /// The share of requests that end in an error, 0…1; default 0.
  package var failureRate: Double
  /// The share of requests to which there is no ad, 0…1; default 0.
  package var noFillRate: Double
  /// The share of ads whose page says something over the bridge by itself, 0…1; default 0.
  package var messageRate: Double
  /// The share of ads that try to lead the person away without being touched, 0…1; default 0.
  package var redirectRate: Double
  /// Responses that are given instead of simulated ads; none by default.
  package var bids: BidAnswers?

  /// Makes settings; the defaults are those of a page that says nothing.
  package init(
    seed: UInt64 = 1,
    latency: ClosedRange<Int64> = 400...2500,
    failureRate: Double = 0,
    noFillRate: Double = 0,
    messageRate: Double = 0,
    redirectRate: Double = 0,
    bids: BidAnswers? = nil
  ) {
    self.seed = seed
    self.latency = latency
    self.failureRate = failureRate
    self.noFillRate = noFillRate
    self.messageRate = messageRate
    self.redirectRate = redirectRate
    self.bids = bids
  }
}

extension AdServerSettings {
  /// Whether some pages of ads do something by themselves.
  var hasActivity: Bool { messageRate > 0 || redirectRate > 0 }
}

/// What a page fixes about the answer for one slot; `nil` leaves the matter to the seed.
package struct CreativeSettings: Hashable, Sendable {
  /// The size that is delivered, in points.
  package var size: Size?
  /// How long the answer takes, in milliseconds.
  package var latency: ClosedRange<Int64>?
  /// The kind of ad that is delivered.
  package var media: AdMedia?
  /// The failure that every request of the slot ends in.
  package var fails: AdFailure?
  /// What the ad's page holds and does.
  package var page: CreativePage? {
    get { pages.first }
    set { pages = newValue.map { [$0] } ?? [] }
  }
  /// One page, or none; beside the plain numbers above it takes no more room than that.
  private var pages: [CreativePage]

  /// Makes settings that fix what is given.
  package init(
    size: Size? = nil,
    latency: ClosedRange<Int64>? = nil,
    media: AdMedia? = nil,
    fails: AdFailure? = nil,
    page: CreativePage? = nil
  ) {
    self.size = size
    self.latency = latency
    self.media = media
    self.fails = fails
    pages = page.map { [$0] } ?? []
  }
}
