import Glibc

/// Lines of a stream, as they come.
struct LineReader: ~Copyable {
  /// What is longer without an end of line is handed out in pieces of at least so many bytes.
  private static let maxLineLength = 65_536

  private let stream: Descriptor
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  init(_ stream: Descriptor) { self.stream = stream }

  /// Whether a line can be had without reading.
  var hasLine: Bool { isAtEnd || bytes.contains(0x0A) || bytes.count >= Self.maxLineLength }

  /// The next line without its end; `nil` when there are no more.
  mutating func next() throws(SystemError) -> String? {
    while !hasLine {
      let more = try stream.read(atMost: 4096)
      bytes += more
      isAtEnd = more.isEmpty
    }
    guard !bytes.isEmpty else { return nil }
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    defer { bytes.removeFirst(min(bytes.count, end + 1)) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
