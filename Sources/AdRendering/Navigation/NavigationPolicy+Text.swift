public import AdEngine

extension NavigationPolicy {
  /// Decides on an address as a creative gives it, in any spelling.
  ///
  /// The first decision is that on the address itself. If it is a bridge command with an address of its own, such as
  /// `mraid://open?url=…`, the decision on that follows, as on a new window, and so on, up to four decisions.
  public func decisions(
    on text: String, frame: NavigationFrame, hasGesture: Bool
  ) -> [NavigationDecision] {
    NavigationAttempt(text, frame: frame, relativeTo: page).addresses.enumerated().map {
      decision(on: $1, frame: $0 == 0 ? frame : .none, hasGesture: hasGesture)
    }
  }
}

extension NavigationAttempt {
  /// Reads an address as a page gives it, and the addresses carried by bridge commands.
  public init(
    _ text: String, frame: NavigationFrame, action: Int? = nil, relativeTo page: URLParts
  ) {
    var addresses: [Result<URLParts, URLSyntaxError>] = []
    var next: String? = text
    while let text = next, addresses.count < Self.maxAddresses {
      let url = Result { () throws(URLSyntaxError) in try URLReader.read(text, relativeTo: page) }
      addresses.append(url)
      next = (try? url.get())?.carriedAddress
    }
    self.init(text, addresses, frame: frame, action: action)
  }
}

extension URLParts {
  /// The address in the parameter `url` of a bridge command.
  package var carriedAddress: String? {
    guard scheme == "mraid", let query else { return nil }
    for parameter in Array(query.utf8).split(separator: UInt8(ascii: "&"))
    where parameter.starts(with: "url=".utf8) {
      return string(PercentEncoding.decoded(parameter.dropFirst(4)))
    }
    return nil
  }
}
