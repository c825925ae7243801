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
  /// Whether the file was longer than a page may be.
  let isCut: Bool
  /// Where a page ends that is too long, at the end of a character.
  private let end: Int
  private let maxMemory: Int
  private let damage: Damage?

  /// Takes the bytes of a file, the first `maxLength` of them if there are more; what is read of them takes at most `maxMemory`
  /// bytes, the file included.
  package init(
    _ file: [UInt8], name: String, maxLength: Int = Page.maxLength,
    maxMemory: Int = Page.maxMemory
  ) {
    var problems = Problems(file: name)
    let whole = min(file.count, maxLength)
    let start = min(ByteOrderMark.length(in: file), whole)
    isCut = whole < file.count
    let end =
      isCut
      ? file.withUnsafeBufferPointer { max(start, UTF8Reader.start(ofScalarAt: whole, in: $0)) }
      : whole
    let text = file[start..<end]
    if isCut {
      problems.add(
        "expected at most \(maxLength) bytes: the page ends there", line: Self.lines(in: text),
        isLimit: true)
    }
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
        decoding: damage.map { Self.clean(yaml, $0, atMost: .max).bytes[...] } ?? yaml,
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
    self.end = end
    self.maxMemory = maxMemory
    self.problems = problems
  }

  /// Where the page says that its responses are: a file or a folder, seen from the page's own folder.
  package var bidsPath: String? { settings.bids?.path }

  /// The bytes of the Markdown as they are.
  var markdown: ArraySlice<UInt8> { file[frontMatter.markdown..<end] }

  func readMarkdown() -> MarkdownReader {
    let memory = max(0, maxMemory - file.count)
    guard let damage else {
      return markdown.withUnsafeBufferPointer {
        MarkdownReader($0, memory: memory, isWhole: !isCut)
      }
    }
    let clean = Self.clean(markdown, damage, atMost: memory / 4)
    var reader = clean.bytes.withUnsafeBufferPointer {
      MarkdownReader($0, memory: memory - clean.bytes.capacity, isWhole: clean.isWhole && !isCut)
    }
    if !clean.isWhole, reader.endLine == nil { reader.endLine = Self.lines(in: clean.bytes) }
    return reader
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

  /// The bytes as UTF-8 without NUL, as far as they take no more than `limit` bytes, and whether that is all of them.
  private static func clean(
    _ bytes: ArraySlice<UInt8>, _ damage: Damage, atMost limit: Int
  ) -> (bytes: [UInt8], isWhole: Bool) {
    var clean: [UInt8] = []
    // An array that grows has a copy for a moment.
    clean.reserveCapacity(min(bytes.count + damage.growth, limit))
    return bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count, clean.count < limit - 3 {
        let scalar = UTF8Reader.next(bytes, &position)
        UTF8Reader.append(scalar == 0 ? UTF8Reader.replacement : scalar, to: &clean)
      }
      return (clean, position == bytes.count)
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
