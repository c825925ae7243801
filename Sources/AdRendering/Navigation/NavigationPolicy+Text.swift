public import AdEngine

extension NavigationPolicy {
  /// Decides on an address as a creative gives it.
  ///
  /// The first decision is that on the address; if it is a command to the bridge that carries an address of its own, as
  /// `mraid://open?url=…` does, the decision on that follows, as on a new window, and so on, four at most.
  public func decisions(
    on text: String, frame: NavigationFrame, hasGesture: Bool
  ) -> [NavigationDecision] {
    NavigationAttempt(text, frame: frame, relativeTo: page).addresses.enumerated().map {
      decision(
        on: NavigationRequest($1, frame: $0 == 0 ? frame : .none, hasGesture: hasGesture))
    }
  }
}

extension NavigationAttempt {
  /// Reads an address as a page gives it, and the address that it carries if it is a command to the bridge, and so on.
  public init(
    _ text: String, frame: NavigationFrame, action: Int? = nil, relativeTo page: URLParts
  ) {
    var addresses: [Result<URLParts, InvalidURL>] = []
    var next: String? = text
    while let text = next, addresses.count < Self.mostAddresses {
      let url = Result { () throws(InvalidURL) in try URLReader.read(text, relativeTo: page) }
      addresses.append(url)
      next = (try? url.get())?.carriedAddress
    }
    self.init(text, addresses, frame: frame, action: action)
  }
}

extension URLParts {
  /// The address that a command to the bridge carries in its parameter `url`.
  public var carriedAddress: String? {
    guard scheme == "mraid", let query else { return nil }
    for parameter in Array(query.utf8).split(separator: UInt8(ascii: "&"))
    where parameter.starts(with: "url=".utf8) {
      return string(PercentEncoding.decoded(parameter.dropFirst(4)))
    }
    return nil
  }
}
