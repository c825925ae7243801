import AdEngine

/// The macros of OpenRTB 2.6 (§ 4.4) in the markup and the addresses of a bid that Prebid's SDK 3.3.4 fills (August 2026).
package enum AuctionMacros {
  /// Replaces `${AUCTION_PRICE}` by the price, 0 if there is none, as ``PriceText`` writes it, and `${AUCTION_PRICE:B64}` by its Base64.
  package static func fill(_ text: String, price: Double?) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let plain = Array(PriceText.text(of: price ?? 0).utf8)
    // Base64 first: a price can complete its macro, and Base64 of a price completes none.
    let filled = Array(text.utf8)
      .replacing("${AUCTION_PRICE:B64}".utf8, with: Base64.standard.text(of: plain).utf8)
      .replacing("${AUCTION_PRICE}".utf8, with: plain)
    return String(decoding: filled, as: UTF8.self)
  }
}
