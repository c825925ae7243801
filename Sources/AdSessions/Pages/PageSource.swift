import AdRendering

/// The file of a page with its front matter read; the Markdown is read by ``Page/read(_:options:)``.
package struct PageSource: Hashable, Sendable {
  /// The file's name, or a path, as problems show it.
  package let name: String
  package let file: [UInt8]
  let frontMatter: FrontMatter
  /// What the front matter says.
  let settings: SettingsReader
  /// What is wrong with the file and its front matter.
  let problems: [Problem]
  /// Whether some bytes are shown as replacement marks.
  private let isDamaged: Bool

  package init(_ file: [UInt8], name: String) {
    let problems = Problems(file: name)
    let text = file[ByteOrderMark.length(in: file)...]
    let damage = Self.firstDamage(in: text)
    if let damage {
      problems.add(
        "expected UTF-8: other bytes are shown as \u{FFFD}",
        line: Self.lines(in: text[..<damage]))
    }
    let frontMatter = FrontMatter(in: text)
    if frontMatter.isUnfinished {
      let mark = frontMatter.isTOML ? "+++" : "---"
      problems.add(
        "front matter begins here and never ends: expected another line \(mark)", line: 1)
    } else if text.starts(with: Array("{\n".utf8)) {
      problems.add(
        "front matter in JSON is not read: expected YAML between two lines ---", line: 1)
    }
    let yaml = frontMatter.range.map { range in
      // One byte more shows that it is too long.
      let bytes = file[range].prefix(YAMLMap.maxLength + 1)
      let text = String(decoding: damage == nil ? bytes : Self.repaired(bytes)[...], as: UTF8.self)
      return frontMatter.isTOML ? FrontMatter.yaml(ofTOML: text) : text
    }
    let entries = yaml.flatMap { YAMLMap.entries(of: $0, line: 2, in: "front matter", problems) }
    settings = SettingsReader(entries ?? [], line: 2, problems)
    (self.name, self.file, self.frontMatter) = (name, file, frontMatter)
    isDamaged = damage != nil
    self.problems = problems.all
  }

  /// Where the page says that its responses are: a file or a folder, seen from the page's own folder.
  package var bidsPath: String? { settings.bids?.path }

  var markdown: ArraySlice<UInt8> { file[frontMatter.markdown...] }

  func readMarkdown() -> MarkdownReader {
    guard isDamaged else { return markdown.withUnsafeBufferPointer { MarkdownReader($0) } }
    return Self.repaired(markdown).withUnsafeBufferPointer { MarkdownReader($0) }
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.file == other.file
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(file)
  }

  /// The number of the line on which bytes end, counted from 1; a line ends as in CommonMark.
  static func lines(in bytes: some Sequence<UInt8>) -> Int {
    var lines = 1
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D || byte == 0x0A && last != 0x0D { lines += 1 }
      last = byte
    }
    return lines
  }

  /// The index of the first byte that cannot stay as it is: NUL, and what is no UTF-8.
  private static func firstDamage(in text: ArraySlice<UInt8>) -> Int? {
    if !text.contains(0), String(validating: text, as: UTF8.self) != nil { return nil }
    let repaired = repaired(text)
    let same = zip(text, repaired).prefix { $0 == $1 }.count
    return text.startIndex + min(same, text.count - 1)
  }

  /// The bytes as UTF-8 without NUL.
  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return text.contains(0) ? text.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] } : text
  }
}
