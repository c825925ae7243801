/// The texts of a native ad in the markup of OpenRTB Native.
enum NativeParts {
  /// The titles and then the data of the first twenty assets, each in the order of the markup.
  static func texts(in value: JSONValue) -> [AdLine] {
    let whole = value["native"] ?? value
    guard case .list(let assets)? = whole["assets"] else { return [] }
    let shown = assets.prefix(20)
    return shown.compactMap { ($0["title"]?["text"]?.text).map { AdLine($0, .strong) } }
      + shown.compactMap { ($0["data"]?["value"]?.text).map { AdLine($0) } }
  }
}
