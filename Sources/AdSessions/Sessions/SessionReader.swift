import AdEngine
import AdRendering

/// Reads a session in constant memory: `append` bytes, call `next` until `nil`; after the last byte `finish`, and again.
package struct SessionReader: Sendable {
  package enum Item: Hashable, Sendable {
    indirect case header(SessionHeader)
    case line(SessionLine)
  }

  /// No line may be longer than this, in bytes; a header with 100,000 slots is shorter.
  package static let maxLineLength = 16 * 1_048_576
  /// No more lines than these, which are kept as one step, may have one time; 100,000 ads that load at once have fewer.
  package static let maxLinesAtOnce = 500_000

  /// The number of the line that `next` returned last, from 1.
  package private(set) var lineNumber = 0
  /// The number of the unfinished last line that was dropped, if there was one.
  package private(set) var droppedLine: Int?

  private var buffer: [UInt8] = []
  /// Where the line that comes next begins.
  private var start = 0
  /// Up to where there is no line feed.
  private var scanned = 0
  private var isFinished = false
  private var latest = Instant.start
  /// The number of lines so far whose time is the latest.
  private var linesAtOnce = 0
  private var hasEnded = false
  /// The instant of the last line that is no decision.
  private var lastCause = Instant.start

  /// Makes a reader that waits for the first line.
  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 65_536, start * 2 > buffer.count {
      buffer.removeFirst(start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Says that no more bytes will come.
  package mutating func finish() { isFinished = true }

  /// The next line; `nil` when more bytes are needed or, after `finish`, there are none; nothing comes after an error.
  package mutating func next() throws(SessionError) -> Item? {
    if let scroll = takeScroll() { return .line(scroll) }
    guard let line = try takeLine() else {
      if isFinished, lineNumber == 0 { throw SessionError(line: 1, .noHeader) }
      return nil
    }
    lineNumber += 1
    let mark = lineNumber == 1 ? ByteOrderMark.length(in: line.bytes) : 0
    do throws(SessionLineError) {
      return try read(line.bytes.dropFirst(mark), isComplete: line.isComplete)
    } catch {
      throw SessionError(line: lineNumber, error)
    }
  }

  package static func session(
    in bytes: some Sequence<UInt8>
  ) throws(SessionError) -> (header: SessionHeader, lines: [(number: Int, line: SessionLine)]) {
    var reader = SessionReader()
    reader.append(bytes)
    reader.finish()
    guard case .header(let header)? = try reader.next() else {
      throw SessionError(line: 1, .noHeader)
    }
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try reader.next() { lines.append((reader.lineNumber, line)) }
    return (header, lines)
  }

  /// The next line, if it is a scroll as it is usually written, and nothing is wrong with it.
  private mutating func takeScroll() -> SessionLine? {
    guard lineNumber > 0, !hasEnded,
      let scroll = buffer.withUnsafeBufferPointer({ ScrollLine($0, from: start) }),
      scroll.at >= latest.milliseconds, count(Instant(milliseconds: scroll.at))
    else { return nil }
    lineNumber += 1
    start = scroll.end
    scanned = max(scanned, start)
    lastCause = latest
    return SessionLine(at: latest, .cause(.scrolled(to: scroll.position)))
  }

  private mutating func takeLine() throws(SessionError) -> (
    bytes: ArraySlice<UInt8>, isComplete: Bool
  )? {
    if let end = buffer[scanned...].firstIndex(of: 0x0A) {
      let line = buffer[start..<end]
      start = end + 1
      scanned = start
      if line.count > Self.maxLineLength { throw tooLong }
      return (line, true)
    }
    scanned = buffer.count
    if scanned - start > Self.maxLineLength { throw tooLong }
    guard isFinished, start < buffer.count else { return nil }
    let line = buffer[start...]
    start = buffer.count
    return (line, false)
  }

  private var tooLong: SessionError {
    SessionError(line: lineNumber + 1, .tooLong(limit: Self.maxLineLength))
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, isComplete: Bool
  ) throws(SessionLineError) -> Item? {
    let value: JSONValue?
    do {
      value = try JSONReader.read(Array(line), .strict)
    } catch {
      if isComplete, let key = error.repeatedKey { throw .repeatedKey(key) }
      value = nil
    }
    guard lineNumber > 1 else {
      guard case .object(let fields)? = value else { throw .noHeader }
      return .header(try SessionHeader(JSONFields(fields)))
    }
    guard case .object(let fields)? = value else {
      // A line that ends in the middle is what a crash leaves behind; a complete one cannot be read as half of itself.
      if !isComplete, value == nil {
        droppedLine = lineNumber
        return nil
      }
      throw line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? .emptyLine : .notJSON
    }
    return .line(try readLine(JSONFields(fields)))
  }

  private mutating func readLine(_ fields: JSONFields) throws(SessionLineError) -> SessionLine {
    guard !hasEnded else { throw .afterEnd }
    let line = try SessionLine(fields)
    guard line.at >= latest else {
      throw .timeBackwards(line.at.milliseconds, after: latest.milliseconds)
    }
    guard count(line.at) else { throw .tooManyAtOnce(limit: Self.maxLinesAtOnce) }
    switch line.entry {
    case .decision: break
    case .cause, .page: lastCause = line.at
    case .end:
      hasEnded = true
      guard line.countedUntil >= lastCause else {
        throw .wrongValue(
          "end",
          expected:
            "the end of the visit, no earlier than its last cause (\(lastCause.milliseconds) ms)",
          found: "\(line.countedUntil.milliseconds)")
      }
    }
    return line
  }

  /// Counts a line of a time, the latest or a later one; false when there are too many of it.
  private mutating func count(_ at: Instant) -> Bool {
    guard at == latest else {
      latest = at
      linesAtOnce = 1
      return true
    }
    guard linesAtOnce < Self.maxLinesAtOnce else { return false }
    linesAtOnce += 1
    return true
  }
}

extension SessionReader {
  /// Whether a file that begins so, with 4,096 bytes if it has them, is a session; a damaged header counts.
  package static func isSession(beginningWith bytes: some Collection<UInt8>) -> Bool {
    let text = text(beginningWith: bytes)
    guard text.first == UInt8(ascii: "{") else { return false }
    let line = Array(text.prefix { $0 != 0x0A })
    return ["\"adview\"", "\"slots\"", "\"at\""].contains { word in
      let word = Array(word.utf8)
      return line.indices.contains { line[$0...].starts(with: word) }
    }
  }

  /// Reads as much of a file as `isSession` needs, in pieces as pipes hand them over; no more is waited for than a line.
  package static func beginning<Failure: Error>(
    by read: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    var bytes = try read()
    while !bytes.isEmpty, !suffices(bytes) {
      let chunk = try read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Whether these bytes are 4,096, a whole line of an object, or not the beginning of an object.
  private static func suffices(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < 4096 else { return true }
    if bytes.count < ByteOrderMark.bytes.count, ByteOrderMark.bytes.starts(with: bytes) {
      return false
    }
    let text = text(beginningWith: bytes)
    guard let first = text.first else { return false }
    return first != UInt8(ascii: "{") || text.contains(0x0A)
  }

  /// What a file says that begins with these bytes, from its first character on that is no white space.
  static func text<Bytes: Collection<UInt8>>(beginningWith bytes: Bytes) -> Bytes.SubSequence {
    bytes.dropFirst(ByteOrderMark.length(in: bytes))
      .drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }
}
