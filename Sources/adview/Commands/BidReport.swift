import AdEngine
import AdRendering
import AdSessions

/// What `adview explain bid` says of a response.
struct BidReport {
  private let auction: Auction?
  private let currency: String
  private let choice: RendererChoice?
  /// The renderers that the choice was made among.
  private let registered: [RendererIdentity]
  /// Why there is no winner.
  private let reason: String?
  private let code: Int?
  /// What is not as it should be in the response.
  let problems: [BidProblem]

  /// Reports on a response with bids; `renderers` are those registered besides the default one.
  init(_ response: BidResponse, _ renderers: [RendererIdentity], needsCacheID: Bool) {
    let auction = Auction(response, needsCacheID: needsCacheID)
    self.auction = auction
    currency = response.currency
    choice = auction.winner.map { RendererChoice(for: $0, among: renderers) }
    registered = [.sdk] + renderers
    reason = auction.noWinner?.description
    code = auction.noWinner?.code
    problems = response.problems + response.obstacles
  }

  /// Reports on what a server said instead of a response.
  init(_ error: BidError) {
    auction = nil
    currency = ""
    choice = nil
    registered = []
    reason = error.description
    code = error.code
    problems = []
  }

  /// The report as lines of text; `none` and the reason where no bid wins.
  var text: String {
    guard let winner = auction?.winner, let choice else {
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
    return Self.text(lines + losers)
  }

  /// Lines, none of which begins another by what it quotes.
  private static func text(_ lines: [String]) -> String {
    lines.map { $0.scrubbed + "\n" }.joined()
  }

  private var losers: [String] {
    let losers = auction?.losers ?? []
    let shown = losers.prefix(20).map { loser in
      "not bid \(loser.bid.id ?? "without an id") of \(loser.bid.bidder ?? "an unnamed bidder"): \(loser.reason)"
    }
    return shown + (losers.count > shown.count ? ["…, \(losers.count) bids do not win"] : [])
  }

  /// The report as a value for `--json`.
  var value: JSONText {
    var fields: [(String, JSONText)] = []
    if let winner = auction?.winner {
      fields.append(
        (
          "winner",
          .object([
            ("id", .optional(winner.id)), ("bidder", .optional(winner.bidder)),
            ("seat", .optional(winner.seat)), ("price", .optional(winner.price)),
            ("currency", .text(currency)),
          ])
        ))
    } else {
      fields.append(("winner", .null))
    }
    if let choice {
      fields.append(
        (
          "renderer",
          .object([
            ("name", .text(choice.identity.name)), ("version", .text(choice.identity.version)),
            ("fallback", .flag(choice.isFallback)), ("reason", .text(choice.reason.description)),
          ])
        ))
    } else {
      fields.append(("renderer", .null))
    }
    fields.append(("registered", .texts(registered.map(\.description))))
    fields.append(("reason", .optional(reason)))
    fields.append(("code", code.map { .number($0) } ?? .null))
    let targeting = auction?.targeting ?? [:]
    fields.append(
      ("targeting", .object(targeting.keys.sorted().map { ($0, .optional(targeting[$0])) })))
    fields.append(
      (
        "losers",
        .list(
          (auction?.losers ?? []).map { loser in
            .object([
              ("id", .optional(loser.bid.id)), ("bidder", .optional(loser.bid.bidder)),
              ("reason", .text(loser.reason.description)),
            ])
          })
      ))
    fields.append(("problems", .texts(problems.map(\.description))))
    return .object(fields)
  }
}
