import AdEngine

/// The parts of a native ad (OpenRTB Native 1.2, July 2017): titles, images, other texts; the call to action is the button.
enum NativeParts {
  /// The type of data that is a call to action.
  private static let callToAction = 12.0

  /// The content of an ad of this size: the first twenty assets of the markup; chosen.
  static func content(of value: JSONValue, size: Size) -> AdContent {
    let whole = value["native"] ?? value
    var assets: ArraySlice<JSONValue> = []
    if case .list(let all)? = whole["assets"] { assets = all.prefix(20) }
    let data = assets.compactMap { $0["data"] }
    let actions = data.filter { $0["type"]?.number == callToAction }
    let texts = data.filter { $0["type"]?.number != callToAction }
    let hasVideo = assets.contains { $0["video"] != nil }
    let lines =
      assets.compactMap { ($0["title"]?["text"]?.text).map { AdLine($0, .strong) } }
      + assets.compactMap { $0["img"].map(line) }
      + (hasVideo ? [AdLine("video", .emphasized)] : [])
      + texts.compactMap { ($0["value"]?.text).map { AdLine($0) } }
    let link =
      whole["link"]?["url"]?.text ?? assets.lazy.compactMap { $0["link"]?["url"]?.text }.first
    return AdContent(
      size: size, media: hasVideo ? .video : .display, lines: lines,
      button: actions.lazy.compactMap { $0["value"]?.text }.first, link: link)
  }

  private static func line(ofImage image: JSONValue) -> AdLine {
    var size: Size?
    if let width = image["w"]?.number, let height = image["h"]?.number {
      size = Size(width: width, height: height)
    }
    let kind = image["type"]?.number == 1 ? "icon" : "image"
    return AdLine(
      EmbeddedContent(kind: kind, address: image["url"]?.text, size: size).words, .emphasized)
  }
}
