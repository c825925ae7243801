public import AdEngine

/// Reads URLs from untrusted text.
///
/// It follows the URL Standard (WHATWG, 2026) and rejects what parsers are known to disagree about: a backslash before the
/// end of the host, control characters, a web address without `//`.
public enum URLReader {
  /// The maximum size of a URL, in bytes; chosen.
  public static let maxBytes = 1 << 20

  /// Reads a URL; one without a scheme is relative to `page`, where that has a host.
  public static func read(
    _ text: String, relativeTo page: URLParts? = nil
  ) throws(URLSyntaxError) -> URLParts {
    let bytes = try trimmed(text)
    guard let colon = endOfScheme(bytes) else { return try readRelative(bytes[...], to: page) }
    let scheme = string(bytes[..<colon]).lowercased()
    let rest = bytes[(colon + 1)...]
    guard let port = defaultPorts[scheme] else { return try readOther(scheme, rest) }
    guard slashes(at: rest) >= 2 else { throw .missingHost(scheme: scheme) }
    return try readHierarchical(scheme, rest, defaultPort: port)
  }

  /// The schemes whose URLs have a host and a path of segments, with their own ports.
  private static let defaultPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

  /// The text without surrounding white space; control characters inside are an error.
  private static func trimmed(_ text: String) throws(URLSyntaxError) -> [UInt8] {
    guard text.utf8.count <= maxBytes else { throw .tooLong(limit: maxBytes) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !$0.isASCIISpace }),
      let last = bytes.lastIndex(where: { !$0.isASCIISpace })
    else { throw .empty }
    for index in first...last {
      let isC1 = bytes[index] == 0xC2 && index < last && bytes[index + 1] < 0xA0
      if bytes[index] < 0x20 || bytes[index] == 0x7F || isC1 {
        throw .controlCharacter(offset: index)
      }
    }
    return Array(bytes[first...last])
  }

  /// The index of the colon behind a scheme, if the text begins with one.
  private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, isLetter(first) else { return nil }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ":") { return index }
      guard isLetter(byte) || isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte) else { return nil }
    }
    return nil
  }

  private static func slashes(at bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix { $0 == slash || $0 == backslash }.count
  }

  /// Reads `//user@host:port/path?query#fragment`.
  private static func readHierarchical(
    _ scheme: String, _ rest: ArraySlice<UInt8>, defaultPort: Int
  ) throws(URLSyntaxError) -> URLParts {
    let authority = try Authority(rest, scheme: scheme)
    guard !authority.host.isEmpty else { throw .missingHost(scheme: scheme) }
    let host = try HostReader.read(authority.host)
    let port = try authority.portNumber()
    return hierarchical(
      scheme, host, port == defaultPort ? nil : port, hasUserInfo: authority.hasUserInfo,
      Tail(authority.rest), directory: [])
  }

  /// Reads a URL of a scheme that is not special in the standard; its path is kept as it is.
  private static func readOther(
    _ scheme: String, _ rest: ArraySlice<UInt8>
  ) throws(URLSyntaxError) -> URLParts {
    let tail = Tail(rest)
    var parts = URLParts(
      scheme: scheme, path: PercentEncoding.encoded(tail.path), query: tail.encodedQuery,
      text: "\(scheme):\(PercentEncoding.encoded(rest))")
    parts.destinations = try destinations(scheme, rest)
    if rest.starts(with: [slash, slash]) {
      let authority = try Authority(rest, scheme: scheme)
      // The host of such a scheme may be opaque; if it is a network host, it is kept in its canonical form.
      parts.host = try? HostReader.read(authority.host)
      parts.port = try? authority.portNumber()
      parts.hasUserInfo = authority.hasUserInfo
    }
    return parts
  }

  private static func readRelative(
    _ bytes: ArraySlice<UInt8>, to page: URLParts?
  ) throws(URLSyntaxError) -> URLParts {
    guard let page, let host = page.host, let defaultPort = defaultPorts[page.scheme] else {
      throw .relative
    }
    if slashes(at: bytes) >= 2 {
      return try readHierarchical(page.scheme, bytes, defaultPort: defaultPort)
    }
    let tail = Tail(bytes)
    if tail.path.isEmpty {
      let query = tail.query == nil ? page.query : tail.encodedQuery
      return hierarchical(
        page.scheme, host, page.port, hasUserInfo: false, path: page.path, query: query,
        fragment: tail.encodedFragment)
    }
    let directory = page.path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .dropFirst().dropLast().map { String(Substring($0)) }
    return hierarchical(
      page.scheme, host, page.port, hasUserInfo: false, tail,
      directory: slashes(at: bytes) == 1 ? [] : directory)
  }

  /// A URL with a path of segments, dot segments removed.
  private static func hierarchical(
    _ scheme: String, _ host: URLHost, _ port: Int?, hasUserInfo: Bool, _ tail: Tail,
    directory: [String]
  ) -> URLParts {
    var segments = directory
    let path = tail.path.map { $0 == backslash ? slash : $0 }
    let given = (path.first == slash ? path.dropFirst() : path[...])
      .split(separator: slash, omittingEmptySubsequences: false)
    for (index, segment) in given.enumerated() {
      let isLast = index == given.count - 1
      let text = PercentEncoding.encoded(segment)
      switch text.lowercased() {
      case ".", "%2e": if isLast { segments.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        _ = segments.popLast()
        if isLast { segments.append("") }
      default: segments.append(text)
      }
    }
    return hierarchical(
      scheme, host, port, hasUserInfo: hasUserInfo, path: "/" + segments.joined(separator: "/"),
      query: tail.encodedQuery, fragment: tail.encodedFragment)
  }

  private static func hierarchical(
    _ scheme: String, _ host: URLHost, _ port: Int?, hasUserInfo: Bool, path: String,
    query: String?, fragment: String?
  ) -> URLParts {
    var text = "\(scheme)://\(host)"
    if let port { text += ":\(port)" }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return URLParts(
      scheme: scheme, host: host, port: port, hasUserInfo: hasUserInfo, path: path, query: query,
      text: text)
  }
}

let slash = UInt8(ascii: "/")
let backslash = UInt8(ascii: "\\")

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

/// The text of bytes that were cut from valid UTF-8 at ASCII characters.
func string(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}
