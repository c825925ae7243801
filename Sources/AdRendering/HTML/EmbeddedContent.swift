import AdEngine

/// Something that markup embeds and that a terminal cannot show.
struct EmbeddedContent: Hashable {
  /// What it is, in one word: `image`.
  let kind: String
  /// The host that it comes from; `nil` if it stands in the markup itself.
  let host: String?
  /// The size that the markup gives it, in points.
  let size: Size?

  /// Content of a kind; an implausible size does not count.
  init(kind: String, address: String?, size: Size? = nil) {
    self.kind = kind
    host = address.flatMap(Self.host)
    self.size = size.flatMap { $0.isPlausible ? $0 : nil }
  }

  init(tag: String, source: String?, width: String?, height: String?) {
    let kind =
      switch tag {
      case "img": "image"
      case "iframe": "frame"
      case "source", "video": "video"
      default: tag
      }
    let sides = [width, height].map { $0.flatMap { WrittenNumber.whole($0[...], in: 1...4096) } }
    let size: Size? =
      if let width = sides[0], let height = sides[1] {
        Size(width: Double(width), height: Double(height))
      } else {
        nil
      }
    self.init(kind: kind, address: source, size: size)
  }

  /// The kind, the size and the host: `image 300×250 from cdn.example`.
  var words: String {
    let measures = size.map { " \(Int($0.width))×\(Int($0.height))" } ?? ""
    return kind + measures + (host.map { " from \($0)" } ?? "")
  }

  private static func host(of address: String) -> String? {
    let text = address.hasPrefix("//") ? "https:" + address : address
    guard let url = try? URLReader.read(text) else { return nil }
    return url.host?.description
  }
}
