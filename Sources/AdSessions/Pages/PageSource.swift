import AdRendering

/// The file of a page with its front matter read; the Markdown is read by ``Page/read(_:options:)``.
package struct PageSource: Hashable, Sendable {
  /// The file's name, or a path, as problems show it.
  package let name: String
  /// The bytes of the file as they are.
  package let file: [UInt8]
  let frontMatter: FrontMatter
  /// What the front matter says.
  let settings: SettingsReader
  /// What is wrong with the file and its front matter.
  let problems: Problems
  private let damage: Damage?

  /// Takes the bytes of a file.
  package init(_ file: [UInt8], name: String) {
    var problems = Problems(file: name)
    let text = file[ByteOrderMark.length(in: file)...]
    let damage = Damage(in: text)
    if let damage {
      problems.add(
        "expected UTF-8: other bytes are shown as \u{FFFD}",
        line: Self.lines(in: text[..<damage.start]))
    }
    let frontMatter = FrontMatter(in: text)
    if frontMatter.isUnfinished {
      problems.add(
        "front matter begins here and never ends: expected another line ---", line: 1)
    }
    let yaml = frontMatter.yaml.map { range in
      // One byte more shows that it is too long.
      let yaml = file[range].prefix(YAMLMap.maxLength + 1)
      return String(
        decoding: damage.map { Self.clean(yaml, $0)[...] } ?? yaml,
        as: UTF8.self)
    }
    var count = 0
    let entries = yaml.flatMap {
      YAMLMap.entries(of: $0, line: 2, in: "front matter", count: &count, &problems)
    }
    settings = SettingsReader(entries ?? [], line: 2, &problems)
    self.name = name
    self.file = file
    self.frontMatter = frontMatter
    self.damage = damage
    self.problems = problems
  }

  /// Where the page says that its responses are: a file or a folder, seen from the page's own folder.
  package var bidsPath: String? { settings.bids?.path }

  /// The bytes of the Markdown as they are.
  var markdown: ArraySlice<UInt8> { file[frontMatter.markdown...] }

  func readMarkdown() -> MarkdownReader {
    guard let damage else { return markdown.withUnsafeBufferPointer { MarkdownReader($0) } }
    return Self.clean(markdown, damage).withUnsafeBufferPointer { MarkdownReader($0) }
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

  /// The bytes as UTF-8 without NUL.
  private static func clean(_ bytes: ArraySlice<UInt8>, _ damage: Damage) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count + damage.growth)
    return bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let scalar = UTF8Reader.next(bytes, &position)
        UTF8Reader.append(scalar == 0 ? UTF8Reader.replacement : scalar, to: &clean)
      }
      return clean
    }
  }
}

/// The bytes of a text that cannot stay as they are: NUL, and what is no UTF-8.
private struct Damage: Hashable {
  /// The index of the first one.
  let start: Int
  /// How many bytes more there are when each has become U+FFFD.
  let growth: Int

  /// `nil` for a text without damage.
  init?(in text: ArraySlice<UInt8>) {
    var first: Int?
    var growth = 0
    text.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if bytes[position] &- 1 < 0x7F {
          position += 1
          continue
        }
        let start = position
        let scalar = UTF8Reader.next(bytes, &position)
        // A real replacement mark stays what it is.
        let isMark = position - start == 3 && bytes[start] == 0xEF
        guard scalar == 0 || scalar == UTF8Reader.replacement, !isMark else { continue }
        first = first ?? start
        growth += 3 - (position - start)
      }
    }
    guard let first else { return nil }
    start = text.startIndex + first
    self.growth = growth
  }
}
