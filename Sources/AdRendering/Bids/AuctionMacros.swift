import AdEngine

/// The macros of OpenRTB 2.6 (§ 4.4) in the markup and the addresses of a bid that Prebid's SDK 3.3.4 fills (August 2026).
package enum AuctionMacros {
  /// Replaces `${AUCTION_PRICE}` by the price, 0 if there is none, as ``PriceText`` writes it, and `${AUCTION_PRICE:B64}` by its Base64.
  package static func fill(_ text: String, price: Double?) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let plain = PriceText.text(of: price ?? 0)
    let coded = Base64.standard.text(of: Array(plain.utf8))
    // One pass over the bytes: replacements are not searched again.
    let macros = [("${AUCTION_PRICE}", plain), ("${AUCTION_PRICE:B64}", coded)]
      .map { (Array($0.0.utf8), Array($0.1.utf8)) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "$"),
        let (macro, value) = macros.first(where: { bytes[position...].starts(with: $0.0) })
      {
        result += value
        position += macro.count
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
