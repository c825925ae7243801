import AdRendering

/// The words of a native ad, as OpenRTB's native markup carries them.
enum NativeParts {
  /// Titles first, as the seller orders them, then what else is text.
  static func texts(in value: JSONValue) -> [AdLine] {
    let whole = value["native"] ?? value
    guard case .list(let assets)? = whole["assets"] else { return [] }
    return assets.prefix(20).compactMap { asset in
      if let title = asset["title"]?["text"]?.text { return AdLine(title, .strong) }
      return (asset["data"]?["value"]?.text).map { AdLine($0) }
    }
  }
}
