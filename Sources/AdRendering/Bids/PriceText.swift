#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A price as Prebid's SDK writes it into macros (`NSNumber.stringValue`, `%.16g`): 9.95 is 9.949999999999999.
package enum PriceText {
  package static func text(of price: Double) -> String {
    guard price.isFinite else { return "0" }
    var digits = [CChar](repeating: 0, count: 32)
    _ = withVaList([price]) { vsnprintf(&digits, digits.count, "%.16g", $0) }
    // Its decimal sign is the locale's.
    let text = digits.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self).replacing(",", with: ".")
  }
}
