/// The pages and sessions of `Demos` as part of the program, so that they open from any folder.
enum BuiltInDemo {
  /// Names and contents.
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
  ]

  /// The bid responses that the pages name.
  static let responses: [(name: String, bytes: [UInt8])] = [
    ("bid-response.json", PackageResources.bid_response_json)
  ]

  /// A session with captions.
  struct Session {
    /// The name of its file without the extension.
    let name: String
    /// What it shows, in a line.
    let subject: String
    let bytes: [UInt8]
  }

  /// The sessions, the first ones for those who are new here.
  static let sessions: [Session] = [
    Session(
      name: "thresholds", subject: "what the fetch and the display threshold do, up and down",
      bytes: PackageResources.thresholds_jsonl),
    Session(
      name: "slow-network",
      subject: "blank boxes under a slow ad server, and the threshold that helps",
      bytes: PackageResources.slow_network_jsonl),
    Session(
      name: "networks", subject: "the same visit on a slow 4G network",
      bytes: PackageResources.networks_jsonl),
    Session(
      name: "single-request", subject: "one call for all ads of a page, rendered lazily",
      bytes: PackageResources.single_request_jsonl),
    Session(
      name: "flings", subject: "ads that are flung past are not requested",
      bytes: PackageResources.flings_jsonl),
    Session(
      name: "bidding",
      subject: "auctions before requests: bids, time-outs, bids that expire",
      bytes: PackageResources.bidding_jsonl),
    Session(
      name: "layout-shift", subject: "an ad in another size that moves the text below",
      bytes: PackageResources.layout_shift_jsonl),
    Session(
      name: "anchoring",
      subject: "an ad that grows above what is read: scroll anchoring",
      bytes: PackageResources.anchoring_jsonl),
    Session(
      name: "one-step", subject: "one time is one step: ads fixed to the screen",
      bytes: PackageResources.one_step_jsonl),
    Session(
      name: "carousel", subject: "ads beside each other, requested as they slide in",
      bytes: PackageResources.carousel_jsonl),
    Session(
      name: "crossings", subject: "thresholds in percent, on a phone that is turned",
      bytes: PackageResources.crossings_jsonl),
    Session(
      name: "unloading",
      subject: "ads left behind are unloaded, and come back as new requests",
      bytes: PackageResources.unloading_jsonl),
    Session(
      name: "failures", subject: "a request that fails, and fails again after a reload",
      bytes: PackageResources.failures_jsonl),
    Session(
      name: "consent", subject: "nothing loads before a yes; withdrawal; limited ads",
      bytes: PackageResources.consent_jsonl),
    Session(
      name: "navigation", subject: "links and back: which ads persist, which load again",
      bytes: PackageResources.navigation_jsonl),
    Session(
      name: "ad-links", subject: "ads that try to leave by themselves, and what is opened",
      bytes: PackageResources.ad_links_jsonl),
    Session(
      name: "preload-early",
      subject: "the preload lab: what plays and counts before anyone sees it",
      bytes: PackageResources.preload_early_jsonl),
    Session(
      name: "preload-places", subject: "the preload lab: places in which an ad waits",
      bytes: PackageResources.preload_places_jsonl),
  ]
}
