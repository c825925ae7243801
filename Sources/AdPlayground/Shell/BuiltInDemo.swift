/// The pages and sessions of `Demos` as part of the program, so that they open from any folder.
enum BuiltInDemo {
  static let pages = [
    "home.md", "example.md", "harbour.md", "lighthouse.md", "market.md",
    "tides.md", "classifieds.md", "fair.md", "crossings.md", "carousel.md",
    "anchoring.md", "auction.md", "bidding.md", "rules.md",
  ].map { (name: $0, bytes: bytes(of: $0)) }

  static let responses = [(name: "bid-response.json", bytes: bytes(of: "bid-response.json"))]

  struct Session {
    /// The name of its file without the extension.
    let name: String
    /// What it shows, in a line.
    let subject: String

    /// Where it is opened.
    var location: String { DocumentLibrary.builtIn + name }
    var bytes: [UInt8] { BuiltInDemo.bytes(of: name + ".jsonl") }

    init(_ name: String, _ subject: String) {
      (self.name, self.subject) = (name, subject)
    }
  }

  /// The sessions, the first ones for those who are new here.
  static let sessions: [Session] = [
    Session("thresholds", "what the fetch and the display threshold do, up and down"),
    Session("slow-network", "blank boxes under a slow ad server, and the threshold that helps"),
    Session("networks", "the same visit on a slow 4G network"),
    Session("single-request", "one call for all ads of a page, rendered lazily"),
    Session("flings", "ads that are flung past are not requested"),
    Session("bidding", "auctions before requests: bids, time-outs, bids that expire"),
    Session("layout-shift", "an ad in another size that moves the text below"),
    Session("anchoring", "an ad that grows above what is read: scroll anchoring"),
    Session("one-step", "one time is one step: ads fixed to the screen"),
    Session("carousel", "ads beside each other, requested as they slide in"),
    Session("crossings", "thresholds in percent, on a phone that is turned"),
    Session("unloading", "ads left behind are unloaded, and come back as new requests"),
    Session("failures", "a request that fails, and fails again after a reload"),
    Session("consent", "nothing loads before a yes; withdrawal; limited ads"),
    Session("navigation", "links and back: which ads persist, which load again"),
    Session("ad-links", "ads that try to leave by themselves, and what is opened"),
    Session("preload-early", "the preload lab: what plays and counts before anyone sees it"),
    Session("preload-places", "the preload lab: places in which an ad waits"),
  ]

  private static func bytes(of name: String) -> [UInt8] { Array(BuiltInFiles.text(of: name).utf8) }
}

extension BuiltInFiles {
  static func text(of name: String) -> String {
    guard let text = texts[name] else { preconditionFailure("\(name) is not built in") }
    return text
  }
}
