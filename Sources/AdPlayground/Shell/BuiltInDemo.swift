/// The pages and sessions of `Demos` as part of the program, so that they open from any folder.
enum BuiltInDemo {
  static let pages: [(name: String, bytes: [UInt8])] = [
    ("home.md", PackageResources.home_md),
    ("example.md", PackageResources.example_md),
    ("harbour.md", PackageResources.harbour_md),
    ("lighthouse.md", PackageResources.lighthouse_md),
    ("market.md", PackageResources.market_md),
    ("tides.md", PackageResources.tides_md),
    ("classifieds.md", PackageResources.classifieds_md),
    ("fair.md", PackageResources.fair_md),
    ("crossings.md", PackageResources.crossings_md),
    ("carousel.md", PackageResources.carousel_md),
    ("anchoring.md", PackageResources.anchoring_md),
    ("auction.md", PackageResources.auction_md),
    ("bidding.md", PackageResources.bidding_md),
    ("rules.md", PackageResources.rules_md),
  ]

  static let responses: [(name: String, bytes: [UInt8])] = [
    ("bid-response.json", PackageResources.bid_response_json)
  ]

  struct Session {
    /// The name of its file without the extension.
    let name: String
    /// What it shows, in a line.
    let subject: String
    let bytes: [UInt8]

    init(_ name: String, _ subject: String, _ bytes: [UInt8]) {
      (self.name, self.subject, self.bytes) = (name, subject, bytes)
    }
  }

  /// The sessions, the first ones for those who are new here.
  static let sessions: [Session] = [
    Session(
      "thresholds", "what the fetch and the display threshold do, up and down",
      PackageResources.thresholds_jsonl),
    Session(
      "slow-network", "blank boxes under a slow ad server, and the threshold that helps",
      PackageResources.slow_network_jsonl),
    Session("networks", "the same visit on a slow 4G network", PackageResources.networks_jsonl),
    Session(
      "single-request", "one call for all ads of a page, rendered lazily",
      PackageResources.single_request_jsonl),
    Session("flings", "ads that are flung past are not requested", PackageResources.flings_jsonl),
    Session(
      "bidding", "auctions before requests: bids, time-outs, bids that expire",
      PackageResources.bidding_jsonl),
    Session(
      "layout-shift", "an ad in another size that moves the text below",
      PackageResources.layout_shift_jsonl),
    Session(
      "anchoring", "an ad that grows above what is read: scroll anchoring",
      PackageResources.anchoring_jsonl),
    Session(
      "one-step", "one time is one step: ads fixed to the screen", PackageResources.one_step_jsonl),
    Session(
      "carousel", "ads beside each other, requested as they slide in",
      PackageResources.carousel_jsonl),
    Session(
      "crossings", "thresholds in percent, on a phone that is turned",
      PackageResources.crossings_jsonl),
    Session(
      "unloading", "ads left behind are unloaded, and come back as new requests",
      PackageResources.unloading_jsonl),
    Session(
      "failures", "a request that fails, and fails again after a reload",
      PackageResources.failures_jsonl),
    Session(
      "consent", "nothing loads before a yes; withdrawal; limited ads",
      PackageResources.consent_jsonl),
    Session(
      "navigation", "links and back: which ads persist, which load again",
      PackageResources.navigation_jsonl),
    Session(
      "ad-links", "ads that try to leave by themselves, and what is opened",
      PackageResources.ad_links_jsonl),
    Session(
      "preload-early", "the preload lab: what plays and counts before anyone sees it",
      PackageResources.preload_early_jsonl),
    Session(
      "preload-places", "the preload lab: places in which an ad waits",
      PackageResources.preload_places_jsonl),
  ]
}
