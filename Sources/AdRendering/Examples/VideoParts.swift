import AdEngine

/// What a terminal can show of a VAST document: the ad's title, and where a click leads.
enum VideoParts {
  /// The bytes of a document that are looked at.
  private static let maxBytes = 1 << 20

  /// The content of a video of this size; `note` stands where its pictures would be.
  static func content(of document: String, size: Size, note: String = "video") -> AdContent {
    let bytes = Array(document.utf8.prefix(maxBytes))
    let title = text(of: "AdTitle", in: bytes).map { AdLine($0, .strong) }
    return AdContent(
      size: size, media: .video, lines: [title, AdLine(note)].compactMap { $0 },
      link: text(of: "ClickThrough", in: bytes))
  }

  /// The words of the first element with a name; `nil` if there is none or it is empty.
  private static func text(of element: String, in bytes: [UInt8]) -> String? {
    let start = Array("<\(element)".utf8)
    var position = 0
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open + 1
      guard bytes[open...].starts(with: start) else { continue }
      let tag = HTMLTag.bytes(in: bytes, from: open + 1)
      // A longer name begins alike.
      guard
        tag.count == start.count - 1 || tag.dropFirst(start.count - 1).first?.isASCIISpace == true
      else { continue }
      let content = bytes[min(tag.endIndex + 1, bytes.count)...]
      return words(of: content)
    }
    return nil
  }

  /// The text up to the end tag with its character references decoded; that of a CDATA section as it is.
  private static func words(of content: ArraySlice<UInt8>) -> String? {
    let section = content.drop(while: \.isASCIISpace)
    let mark = Array("<![CDATA[".utf8)
    let isPlain = section.starts(with: mark)
    let text = upTo(isPlain ? "]]>" : "</", in: section.dropFirst(isPlain ? mark.count : 0))
    let words =
      isPlain
      ? String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      : RichText.words(of: text)
    return words.isEmpty ? nil : words
  }

  private static func upTo(_ end: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = Array(end.utf8)
    let stop = bytes.indices.first { bytes[$0...].starts(with: end) } ?? bytes.endIndex
    return bytes[..<stop]
  }
}
