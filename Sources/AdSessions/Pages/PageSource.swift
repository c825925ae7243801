/// The bytes of a page, made ready for the parsers: valid UTF-8, no byte order mark, no NUL, not endless.
struct PageSource {
  /// Whether the file was longer than a page may be.
  let isCut: Bool
  let frontMatter: FrontMatter
  private let bytes: [UInt8]

  init(_ file: [UInt8], longest: Int) {
    isCut = file.count > longest
    var start = 0
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let end = min(file.count, longest)
    var bytes = start == 0 && !isCut ? file : Array(file[min(start, end)..<end])
    if !Self.isClean(bytes) { bytes = Self.clean(bytes) }
    self.bytes = bytes
    frontMatter = bytes.withUnsafeBufferPointer { FrontMatter(in: $0) }
  }

  /// The number of the last line.
  var lines: Int { bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } }

  /// The YAML of the front matter, if there is any.
  var yaml: String? {
    frontMatter.yaml.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  func readMarkdown() -> MarkdownReader {
    bytes.withUnsafeBufferPointer {
      MarkdownReader(UnsafeBufferPointer(rebasing: $0[frontMatter.markdown...]))
    }
  }

  private static func isClean(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if bytes[position] &- 1 < 0x7F {
          position += 1
        } else {
          // A real replacement mark is cleaned to itself.
          let scalar = UTF8Reader.next(bytes, &position)
          if scalar == 0 || scalar == UTF8Reader.replacement { return false }
        }
      }
      return true
    }
  }

  private static func clean(_ bytes: [UInt8]) -> [UInt8] {
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
