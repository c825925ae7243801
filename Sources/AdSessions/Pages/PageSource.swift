/// The bytes of a page, made ready for the parsers: valid UTF-8, no byte order mark, no NUL, not endless.
struct PageSource {
  /// Whether the file was longer than a page may be.
  let isCut: Bool
  /// The number of the first line that holds NUL or what is no UTF-8, if there is one.
  let firstDamagedLine: Int?
  let frontMatter: FrontMatter
  private let bytes: [UInt8]

  init(_ file: [UInt8], longest: Int) {
    isCut = file.count > longest
    var start = 0
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let end = min(file.count, longest)
    var bytes = start == 0 && !isCut ? file : Array(file[min(start, end)..<end])
    // A character that is cut by the end is not the file's fault.
    let damage = Self.firstDamage(in: bytes)
    firstDamagedLine = isCut ? nil : damage.map { Self.lines(in: bytes[..<$0]) }
    if damage != nil { bytes = Self.clean(bytes) }
    self.bytes = bytes
    frontMatter = bytes.withUnsafeBufferPointer { FrontMatter(in: $0) }
  }

  /// The number of the last line.
  var lines: Int { Self.lines(in: bytes[...]) }

  /// The YAML of the front matter, if there is any.
  var yaml: String? {
    frontMatter.yaml.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  func readMarkdown() -> MarkdownReader {
    bytes.withUnsafeBufferPointer {
      MarkdownReader(UnsafeBufferPointer(rebasing: $0[frontMatter.markdown...]))
    }
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Where the first byte is that cannot stay as it is.
  private static func firstDamage(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if bytes[position] &- 1 < 0x7F {
          position += 1
        } else {
          let start = position
          let scalar = UTF8Reader.next(bytes, &position)
          // A real replacement mark stays what it is.
          let isMark = position - start == 3 && bytes[start] == 0xEF
          if scalar == 0 || scalar == UTF8Reader.replacement, !isMark { return start }
        }
      }
      return nil
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
