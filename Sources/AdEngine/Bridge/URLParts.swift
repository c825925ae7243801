/// A URL taken apart, as the navigation policy looks at it.
///
/// `AdRendering` reads them from text; another front end may use its own parser, if it keeps to what is said here.
public struct URLParts: Hashable, Sendable {
  /// The scheme, in lower case, without the colon.
  public var scheme: String
  /// The host, where the URL has one.
  public var host: URLHost?
  /// The port, where the URL names one that is not the scheme's own.
  public var port: Int?
  /// Whether a user name or a password stood before the host.
  public var hasUserInfo: Bool
  /// The path; of a URL without an authority, what stands between the scheme's colon and `?` or `#`.
  public var path: String
  /// What stands behind `?`, up to `#`.
  public var query: String?
  /// The URL as it may be shown and opened: ASCII without control characters and, with http and https, user info.
  public var text: String
  /// What an address of Android leads to: an app's scheme, and the page that is opened without the app.
  public var destinations: [URLParts] = []

  /// Makes the parts of a URL.
  public init(
    scheme: String, host: URLHost? = nil, port: Int? = nil, hasUserInfo: Bool = false,
    path: String, query: String? = nil, text: String
  ) {
    (self.scheme, self.host, self.port, self.hasUserInfo) = (scheme, host, port, hasUserInfo)
    (self.path, self.query, self.text) = (path, query, text)
  }

  /// The empty page, `about:blank`: it has no host, so no host counts as its own.
  public static let blank = URLParts(scheme: "about", path: "blank", text: "about:blank")

  /// Whether this is an address of the web.
  public var isWeb: Bool { scheme == "https" || scheme == "http" }
}

/// Why a text is no URL that could be decided on; offsets count bytes of UTF-8 of the text as it was given.
public enum URLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is nothing but white space.
  case empty
  /// The text has more bytes than this.
  case tooLong(limit: Int)
  /// A control character stands here, or is written in the host with a percent sign.
  case controlCharacter(offset: Int)
  /// A backslash stands where the host does: parsers disagree about which host that is.
  case backslashInAuthority
  /// There is no host where the scheme demands one.
  case missingHost(scheme: String)
  /// This is no host name and no address.
  case host(String)
  /// This is no port, 0…65535.
  case port(String)
  /// A relative URL without a page that it could be relative to.
  case relative

  /// One sentence without the text itself, which may be long; what it quotes must be scrubbed.
  public var description: String {
    switch self {
    case .empty: "no address: expected a URL"
    case .tooLong(let limit): "more than \(limit) bytes: expected a URL"
    case .controlCharacter(let offset): "a control character at byte \(offset)"
    case .backslashInAuthority: "a backslash before the end of the host"
    case .missingHost(let scheme): "\(scheme) without a host"
    case .host(let text): "\"\(text.prefix(80))\" is no host"
    case .port(let text): "\"\(text.prefix(20))\" is no port: expected 0…65535"
    case .relative: "no scheme: expected a whole URL, such as https://example.com/"
    }
  }
}
