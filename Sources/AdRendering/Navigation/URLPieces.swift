import AdEngine

/// The part of a URL between `//` and the path.
struct Authority {
  /// Whether there is a user name or a password before an `@`.
  let hasUserInfo: Bool
  /// The host, with the brackets of an IPv6 address.
  let host: ArraySlice<UInt8>
  /// The path, the query and the fragment.
  let rest: ArraySlice<UInt8>
  private let port: ArraySlice<UInt8>?

  /// Reads two slashes and an authority; a backslash in either is an error.
  init(_ bytes: ArraySlice<UInt8>, scheme: String) throws(URLSyntaxError) {
    guard !bytes.prefix(2).contains(backslash) else { throw .backslashInAuthority }
    let bytes = bytes.dropFirst(2)
    let end = bytes.firstIndex { [slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    let authority = bytes[..<(end ?? bytes.endIndex)]
    rest = bytes[authority.endIndex...]
    guard !authority.contains(backslash) else { throw .backslashInAuthority }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    hasUserInfo = at != nil
    let place = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
    let bracket = place.first == UInt8(ascii: "[") ? place.firstIndex(of: UInt8(ascii: "]")) : nil
    let colon = place[(bracket ?? place.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
    host = place[..<(colon ?? place.endIndex)]
    port = colon.map { place[($0 + 1)...] }
  }

  func portNumber() throws(URLSyntaxError) -> Int? {
    guard let port, !port.isEmpty else { return nil }
    guard port.allSatisfy(isDigit), let number = WrittenNumber.whole(string(port), in: 0...0xFFFF)
    else { throw .port(string(port)) }
    return number
  }
}

/// The part of a URL after the authority.
struct Tail {
  /// The part before `?` and `#`.
  let path: ArraySlice<UInt8>
  /// The part between `?` and `#`.
  let query: ArraySlice<UInt8>?
  private let fragment: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>) {
    let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
    let whole = bytes[..<(hash ?? bytes.endIndex)]
    fragment = hash.map { bytes[($0 + 1)...] }
    let mark = whole.firstIndex(of: UInt8(ascii: "?"))
    path = whole[..<(mark ?? whole.endIndex)]
    query = mark.map { whole[($0 + 1)...] }
  }

  var encodedQuery: String? { query.map { PercentEncoding.encoded($0) } }
  var encodedFragment: String? { fragment.map { PercentEncoding.encoded($0) } }
}
