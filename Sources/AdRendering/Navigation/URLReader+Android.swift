internal import AdEngine

extension URLReader {
  /// The addresses that an address of Android leads to, decoded as Android does ("Android intents", Chrome for Developers, 2026).
  ///
  /// `intent://…#Intent;scheme=SCHEME;S.browser_fallback_url=PAGE;end` names a scheme for an app and a page of the web to open without
  /// it, `android-app://APP/SCHEME/…` a scheme.
  static func destinations(
    _ scheme: String, _ rest: ArraySlice<UInt8>
  ) throws(URLSyntaxError) -> [URLParts] {
    switch scheme {
    case "android-app":
      return rest.split(separator: UInt8(ascii: "/")).dropFirst().prefix(1).map(app)
    case "intent":
      var destinations: [URLParts] = []
      let fragment = rest.split(separator: UInt8(ascii: "#"), maxSplits: 1).dropFirst().last ?? []
      for field in fragment.split(separator: UInt8(ascii: ";")) {
        let sides = field.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard sides.count == 2 else { continue }
        switch string(PercentEncoding.decoded(sides[0])).lowercased() {
        case "scheme": destinations.append(app(sides[1]))
        case "s.browser_fallback_url":
          let page = try read(string(PercentEncoding.decoded(sides[1])))
          guard page.isWeb else { throw .missingHost(scheme: page.scheme) }
          destinations.append(page)
        default: break
        }
      }
      // Without `scheme`, what follows is the whole address.
      if !destinations.contains(where: { !$0.isWeb }),
        let data = try? read(string(rest.prefix { $0 != UInt8(ascii: "#") }))
      {
        destinations.append(data)
      }
      return destinations
    default: return []
    }
  }

  /// An address of which only the scheme is known.
  private static func app(_ scheme: ArraySlice<UInt8>) -> URLParts {
    let scheme = string(PercentEncoding.decoded(scheme)).lowercased()
    return URLParts(scheme: scheme, path: "", text: "")
  }
}
