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
  /// Where a page ends that is too long.
  private let end: Int
  private let isDamaged: Bool

  /// Takes the bytes of a file, the first `maxLength` of them if there are more.
  package init(_ file: [UInt8], name: String, maxLength: Int = Page.maxLength) {
    var problems = Problems(file: name)
    let whole = min(file.count, maxLength)
    let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, whole) : 0
    let end = MarkdownCost.end(of: file[start..<whole], inFileOf: file.count) ?? whole
    let text = file[start..<end]
    isCut = end < file.count
    if end < whole {
      problems.add(
        "expected a shorter page, or one of fewer lines and marks: the page ends there",
        line: Self.lines(in: text))
    } else if isCut {
      problems.add(
        "expected at most \(maxLength) bytes: the page ends there", line: Self.lines(in: text))
    }
    let damage = Self.firstDamage(in: text)
    let isDamaged = damage != nil
    // A character that is cut by the end is not the file's fault.
    if let damage, !isCut {
      problems.add(
        "expected UTF-8: other bytes are shown as \u{FFFD}",
        line: Self.lines(in: text[..<damage]))
    }
    let frontMatter = FrontMatter(in: text)
    if frontMatter.isUnfinished {
      problems.add(
        "front matter begins here and never ends: expected another line ---", line: 1)
    }
    let yaml = frontMatter.yaml.map { range in
      String(decoding: isDamaged ? Self.clean(file[range])[...] : file[range], as: UTF8.self)
    }
    let entries = yaml.flatMap { YAMLMap.entries(of: $0, line: 2, in: "front matter", &problems) }
    settings = SettingsReader(entries ?? [], line: 2, &problems)
    self.name = name
    self.file = file
    self.frontMatter = frontMatter
    self.isDamaged = isDamaged
    self.end = end
    self.problems = problems
  }

  /// Where the page says that its responses are: a file or a folder, seen from the page's own folder.
  package var bidsPath: String? { settings.bids?.path }

  /// The bytes of the Markdown as they are.
  var markdown: ArraySlice<UInt8> { file[frontMatter.markdown..<end] }

  func readMarkdown() -> MarkdownReader {
    isDamaged
      ? Self.clean(markdown).withUnsafeBufferPointer { MarkdownReader($0) }
      : markdown.withUnsafeBufferPointer { MarkdownReader($0) }
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.file == other.file
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(file)
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Where the first byte is that cannot stay as it is.
  private static func firstDamage(in text: ArraySlice<UInt8>) -> Int? {
    text.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if bytes[position] &- 1 < 0x7F {
          position += 1
        } else {
          let start = position
          let scalar = UTF8Reader.next(bytes, &position)
          // A real replacement mark stays what it is.
          let isMark = position - start == 3 && bytes[start] == 0xEF
          if scalar == 0 || scalar == UTF8Reader.replacement, !isMark {
            return text.startIndex + start
          }
        }
      }
      return nil
    }
  }

  private static func clean(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count + bytes.count / 4)
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let scalar = UTF8Reader.next(bytes, &position)
        UTF8Reader.append(scalar == 0 ? UTF8Reader.replacement : scalar, to: &clean)
      }
    }
    return clean
  }
}
