internal import AdEngine
package import AdRendering
internal import AdSessions

/// What is to be said of a response to a bid request: who won, who draws the ad, and what it shows.
package struct BidReport {
  private let auction: Auction?
  private let currency: String
  /// The winner's way through the registry; `nil` without a winner.
  private let rendering: PluginAd?
  /// The renderers that the choice was made among.
  private let registered: [RendererIdentity]
  /// Why there is no winner.
  private let reason: String?
  private let code: Int?
  /// What is not as it should be in the response.
  package let problems: [BidProblem]

  /// Reports on a response, with the winner's `rendering` where there is one, else with one that is made.
  package init(
    _ response: BidResponse, _ catalog: PluginCatalog, _ cache: Auction.CacheRule = [],
    type: AdType = .inlineBanner, rendering: PluginAd? = nil
  ) {
    let auction = Auction(response, cache)
    self.auction = auction
    currency = response.currency
    self.rendering = auction.winner.map { winner in
      if let rendering { return rendering }
      let config = AdUnitConfig(
        AdFingerprint(winner.impressionID ?? ""), unit: winner.impressionID ?? "",
        size: winner.size ?? Size(width: 320, height: 320), type: type)
      return PluginAd(
        of: .response(.success(response.holding(only: winner))), for: config, by: catalog)
    }
    registered = [.sdk] + catalog.identities
    reason = auction.noWinner?.description
    code = auction.noWinner?.code
    problems = response.problems + response.obstacles
  }

  /// Reports on what a server said instead of a response.
  package init(_ error: BidError) {
    auction = nil
    currency = ""
    rendering = nil
    registered = []
    reason = error.description
    code = error.code
    problems = []
  }

  /// Why pages do not present the ad as soon as it has loaded, if they do not.
  private var presentationError: AdRenderingError? {
    guard var shown = rendering, shown.presentableFor == 0 else { return nil }
    shown.apply(.show, after: 0)
    return shown.presentationError ?? .notPresented
  }

  private var choice: RendererChoice? { rendering?.choices.last }

  /// What the ad shows, in one line; `nil` if that is unknown.
  private var shown: String? {
    guard let content = rendering?.content, !content.lines.isEmpty || content.button != nil else {
      return nil
    }
    let parts = content.lines.map(\.text) + [content.button.map { "[\($0)]" }].compactMap { $0 }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The report as lines of text; `none` and the reason where no bid wins.
  package var text: String {
    guard let winner = auction?.winner?.filled, let choice else {
      let lines = ["none", "\(reason ?? "no reason") (\(code ?? 0))"]
      return Self.text(lines + losers)
    }
    var lines = [
      "bid       \(winner.id ?? "without an id")",
      "bidder    \(winner.bidder ?? "not said")",
      "price     \(winner.price.map { "\(JSONValue.number($0).json) \(currency)" } ?? "not said")",
      "renderer  \(choice.identity)",
      "because \(choice.reason)",
    ]
    if choice.isFallback {
      lines.append("known     " + registered.map(\.description).joined(separator: ", "))
    }
    if let error = rendering?.error {
      lines.append("no ad     \(error)")
    } else if let shown {
      lines.append("shows     \(shown.count > 200 ? shown.prefix(200) + "…" : shown[...])")
    } else if rendering?.content != nil {
      lines.append("shows     nothing: the markup has no words, no image and no script")
    }
    if let error = presentationError { lines.append("but is not presented: \(error)") }
    lines += [
      ("leads to  ", rendering?.content?.link), ("nurl      ", winner.noticeURL),
      ("burl      ", winner.billingURL),
    ].compactMap { name, value in value.map { name + $0 } }
    return Self.text(lines + losers)
  }

  /// Lines, none of which begins another by what it quotes.
  private static func text(_ lines: [String]) -> String {
    lines.map { $0.scrubbed + "\n" }.joined()
  }

  private func reason(of loser: Auction.Loser) -> String {
    guard case .suffixedKeysOnly = loser.reason,
      auction?.winner?.impressionID == loser.bid.impressionID
    else { return loser.reason.description }
    return "another bid of its ad unit was chosen"
  }

  private var losers: [String] {
    let losers = auction?.losers ?? []
    let shown = losers.prefix(20).map { loser in
      "not bid \(loser.bid.id ?? "without an id") of \(loser.bid.bidder ?? "an unnamed bidder"): \(reason(of: loser))"
    }
    return shown + (losers.count > shown.count ? ["…, \(losers.count) bids do not win"] : [])
  }

  /// The report as a value for `--json`.
  package var value: JSONText {
    let winner = (auction?.winner?.filled).map { winner -> JSONText in
      .object([
        ("id", .optional(winner.id)), ("bidder", .optional(winner.bidder)),
        ("seat", .optional(winner.seat)), ("price", .optional(winner.price)),
        ("currency", .text(currency)), ("nurl", .optional(winner.noticeURL)),
        ("burl", .optional(winner.billingURL)),
      ])
    }
    let renderer = choice.map { choice -> JSONText in
      .object([
        ("name", .text(choice.identity.name)), ("version", .text(choice.identity.version)),
        ("fallback", .flag(choice.isFallback)), ("reason", .text(choice.reason.description)),
      ])
    }
    let ad = rendering.map { rendering -> JSONText in
      .object([
        ("shows", .optional(shown)), ("link", .optional(rendering.content?.link)),
        ("error", .optional(rendering.error?.description)),
        ("notPresented", .optional(presentationError?.description)),
      ])
    }
    let targeting = auction?.targeting ?? [:]
    let losers = (auction?.losers ?? []).map { loser -> JSONText in
      .object([
        ("id", .optional(loser.bid.id)), ("bidder", .optional(loser.bid.bidder)),
        ("reason", .text(loser.reason.description)),
      ])
    }
    return .object([
      ("winner", winner ?? .null), ("renderer", renderer ?? .null), ("ad", ad ?? .null),
      ("registered", .texts(registered.map(\.description))), ("reason", .optional(reason)),
      ("code", .optional(code)),
      ("targeting", .object(targeting.keys.sorted().map { ($0, .optional(targeting[$0])) })),
      ("losers", .list(losers)), ("problems", .texts(problems.map(\.description))),
    ])
  }
}
