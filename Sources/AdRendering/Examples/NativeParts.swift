/// The words of a native ad, as OpenRTB's native markup carries them.
enum NativeParts {
  /// Titles first, as the seller orders them, then what else is text; of the first twenty assets.
  static func texts(in value: JSONValue) -> [AdLine] {
    let whole = value["native"] ?? value
    guard case .list(let assets)? = whole["assets"] else { return [] }
    let shown = assets.prefix(20)
    return shown.compactMap { ($0["title"]?["text"]?.text).map { AdLine($0, .strong) } }
      + shown.compactMap { ($0["data"]?["value"]?.text).map { AdLine($0) } }
  }
}
