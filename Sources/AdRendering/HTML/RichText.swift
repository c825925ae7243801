/// Reads HTML that may be anything as text: a few tags give words a style, all others are left out.
package enum RichText {
  private static let maxLines = 200
  private static let maxBytes = 1 << 20

  /// The words of HTML, line by line, or what it embeds where it has none, and where its first link leads.
  static func read(_ html: String) -> (lines: [AdLine], link: String?) {
    var reading = RichTextReading(Array(html.utf8.prefix(maxBytes)))
    let lines = reading.lines(atMost: maxLines)
    guard lines.isEmpty else { return (lines, reading.link) }
    return (reading.embedded.map { AdLine($0.words, .emphasized) }, reading.link)
  }

  package static func words(of html: some Sequence<UInt8>) -> String {
    var reading = RichTextReading(Array(html), isStyled: false)
    return reading.lines(atMost: .max).map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

private struct RichTextReading {
  private let bytes: [UInt8]
  /// Whether words in different styles are different runs.
  private let isStyled: Bool
  private var position = 0
  private var result: [AdLine] = []
  private var runs: [AdRun] = []
  private var words: [UInt8] = []
  private var strong = 0
  private var emphasized = 0
  private var links = 0
  private(set) var link: String?
  /// What is embedded, each once, in order; at most ``maxEmbedded``.
  private(set) var embedded: [EmbeddedContent] = []
  private static let maxEmbedded = 20
  /// Whether a blank is due before the next word.
  private var needsBlank = false

  init(_ bytes: [UInt8], isStyled: Bool = true) {
    (self.bytes, self.isStyled) = (bytes, isStyled)
  }

  /// The next lines, without empty ones at both ends.
  mutating func lines(atMost limit: Int) -> [AdLine] {
    result = []
    while position < bytes.count, result.count < limit {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"):
        let (text, end) = Self.entity(in: bytes[position...])
        append(text.utf8)
        position = end
      case 0x09...0x0D, 0x20:
        needsBlank = true
        position += 1
      default:
        append(CollectionOfOne(byte))
        position += 1
      }
    }
    endLine()
    while result.last?.runs.isEmpty == true { result.removeLast() }
    return result
  }

  private var style: AdRun.Style {
    links > 0 ? .link : strong > 0 ? .strong : emphasized > 0 ? .emphasized : .plain
  }

  private mutating func append(_ text: some Sequence<UInt8>) {
    if needsBlank, !(words.isEmpty && runs.isEmpty) { words.append(0x20) }
    needsBlank = false
    words += text
  }

  private mutating func endRun() {
    guard !words.isEmpty else { return }
    runs.append(AdRun(String(decoding: words, as: UTF8.self), style))
    words = []
  }

  private mutating func endLine() {
    endRun()
    needsBlank = false
    guard !runs.isEmpty || result.last?.runs.isEmpty == false else { return }
    result.append(AdLine(runs))
    runs = []
  }

  private mutating func readTag() {
    let rest = bytes[position...]
    if rest.starts(with: "<!--".utf8) { return skip(behind: "-->") }
    if rest.starts(with: "<![CDATA[".utf8) { return skip(behind: "]]>") }
    if rest.starts(with: "<?".utf8) { return skip(behind: "?>") }
    let tag = HTMLTag.bytes(in: bytes, from: position + 1)
    position = min(tag.endIndex + 1, bytes.count)
    let (name, isEnd) = HTMLTag.name(of: tag)
    let step = isEnd ? -1 : 1
    switch name {
    case "b", "strong": set(\.strong, step)
    case "i", "em": set(\.emphasized, step)
    case "a":
      set(\.links, step)
      if !isEnd, link == nil { link = HTMLTag.value(of: "href", in: tag.dropFirst()).map(decoded) }
    case "h1", "h2", "h3", "h4":
      endLine()
      set(\.strong, step)
    case "br", "p", "div", "li", "tr", "ul", "ol", "table": endLine()
    case "td", "th", "dt", "dd": needsBlank = true
    case "img", "iframe", "video", "source", "object", "embed":
      needsBlank = true
      if !isEnd { embed(name, tag) }
    case "script" where !isEnd:
      embed(name, tag)
      skip(behind: "</script>")
    case "style" where !isEnd: skip(behind: "</style>")
    default: break
    }
  }

  private mutating func embed(_ name: String, _ tag: ArraySlice<UInt8>) {
    guard embedded.count < Self.maxEmbedded else { return }
    func value(_ name: String) -> String? {
      HTMLTag.value(of: name, in: tag.dropFirst()).map { decoded($0) }
    }
    let content = EmbeddedContent(
      tag: name, source: value("src") ?? value("data"), width: value("width"),
      height: value("height"))
    if !embedded.contains(content) { embedded.append(content) }
  }

  private mutating func set(_ count: WritableKeyPath<RichTextReading, Int>, _ step: Int) {
    if isStyled { endRun() }
    self[keyPath: count] = max(0, self[keyPath: count] + step)
  }

  private mutating func skip(behind end: StaticString) {
    let end = end.withUTF8Buffer { Array($0) }
    while position < bytes.count {
      if bytes.count - position >= end.count,
        zip(bytes[position...], end).allSatisfy({ $0 == $1 || isLetter($1) && $0 | 0x20 == $1 })
      {
        position += end.count
        return
      }
      position += 1
    }
  }

  /// Reads a character reference that begins with `&`; an unknown one is the sign itself.
  private static func entity(in bytes: ArraySlice<UInt8>) -> (text: String, end: Int) {
    let name = bytes.dropFirst().prefix(8)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")),
      let scalar = scalar(String(decoding: name[..<end], as: UTF8.self))
    else { return ("&", bytes.startIndex + 1) }
    return (String(scalar), end + 1)
  }

  private func decoded(_ value: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.first {
      guard byte == UInt8(ascii: "&") else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let (text, end) = Self.entity(in: rest)
      result += text.utf8
      rest = rest[end...]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return WrittenNumber.whole(name.dropFirst(2), in: 0...UInt32(0x10FFFF), radix: 16)
        .flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") {
      return WrittenNumber.whole(name.dropFirst(), in: 0...UInt32(0x10FFFF))
        .flatMap(Unicode.Scalar.init)
    }
    return named[name]
  }

  /// Some named characters of the HTML Standard (WHATWG, 2026), chosen.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "euro": "€",
    "mdash": "—", "ndash": "–", "hellip": "…", "copy": "©", "reg": "®", "trade": "™",
    "shy": "\u{AD}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
  ]
}
