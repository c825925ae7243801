import AdRendering

/// Where a link of a page leads, in parts.
package struct LinkTarget: Hashable, Sendable {
  /// The decoded path of a file; empty for a place on the same page, `nil` for what has a scheme or another host.
  package let path: String?
  /// The heading that is meant, percent signs decoded; `nil` without one.
  package let fragment: String?

  /// Takes apart what stands in the page; a query (`?…`) is left out.
  package init(_ link: String) {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? Self.percentDecoded(parts[1]) : ""
    self.fragment = fragment.isEmpty ? nil : fragment
    let place = parts.first?.prefix { $0 != "?" } ?? ""
    let decoded = Self.percentDecoded(place)
    // The system would take the name to end at a NUL.
    path = Self.leadsElsewhere(place) || decoded.utf8.contains(0) ? nil : decoded
  }

  private static func leadsElsewhere(_ place: Substring) -> Bool {
    if place.hasPrefix("//") { return true }
    guard let colon = place.firstIndex(of: ":") else { return false }
    return place[..<colon].allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
  }

  private static func percentDecoded(_ text: Substring) -> String {
    String(decoding: PercentEncoding.decoded(Array(text.utf8)[...]), as: UTF8.self)
  }
}
