public import AdEngine

extension NavigationPolicy {
  /// Decides on an address as a creative gives it.
  ///
  /// The first decision is that on the address; if it is a command to the bridge that carries an address of its own, as
  /// `mraid://open?url=…` does, the decision on that follows, as on a new window, and so on, four at most.
  public func decisions(
    on text: String, frame: NavigationFrame, hasGesture: Bool
  ) -> [NavigationDecision] {
    var decisions: [NavigationDecision] = []
    var next: String? = text
    while let text = next, decisions.count < 4 {
      let url = Result { () throws(InvalidURL) in try URLReader.read(text, relativeTo: page) }
      decisions.append(
        decision(
          on: NavigationRequest(
            url, frame: decisions.isEmpty ? frame : .none, hasGesture: hasGesture)))
      next = (try? url.get())?.carriedAddress
    }
    return decisions
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
