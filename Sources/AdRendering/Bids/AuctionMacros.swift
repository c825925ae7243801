import FoundationEssentials

/// The macros of OpenRTB that markup and addresses of a bid may hold.
public enum AuctionMacros {
  /// Puts the price in place of `${AUCTION_PRICE}` and, in Base64, of `${AUCTION_PRICE:B64}`.
  ///
  /// Without a price both become nothing. The price has no needless digits: `1.2`, `3`. Other macros stay.
  public static func fill(_ text: String, price: Double?) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let plain = price.map { JSONValue.number($0).json } ?? ""
    let coded = Data(plain.utf8).base64EncodedString()
    // One pass over the bytes: what is put in is not searched again.
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
