package import AdEngine
import AdRendering

/// Reads a table of scroll positions in comma-separated values.
///
/// It has two columns: the time in milliseconds since the start, and the top of the viewport in points. With a header
/// row that names `time` and `scroll` the columns may be in any order and among others; otherwise they are the first
/// two. The separator is the comma, the semicolon or the tab of the first row; with a semicolon the decimal separator
/// may be a comma. Values may be quoted, lines may end in CR LF, empty lines are skipped. Times are rounded to whole
/// milliseconds.
///
/// Call `append` for each chunk of bytes, and `finish` after the last one.
package struct ScrollTable: Sendable {
  /// A scroll position and its time.
  package struct Row: Hashable, Sendable {
    package var at: Instant
    /// The top of the viewport, in points.
    package var scroll: Double
  }

  /// An error in a table; the sentence quotes the table and must be scrubbed.
  package struct ParsingError: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    package var line: Int
    /// The message, without a full stop.
    package var sentence: String
  }

  /// The maximum length of a line, in bytes.
  package static let maxLineLength = 65_536

  /// The rows so far.
  package private(set) var rows: [Row] = []
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var columns: (time: Int, scroll: Int)?
  private var separator = UInt8(ascii: ",")

  /// The largest time that a session holds, in milliseconds: 2⁵³ − 1.
  private static let lastTime = 9_007_199_254_740_991.0

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) throws(ParsingError) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        try readLine()
      } else if line.count == Self.maxLineLength {
        throw ParsingError(
          line: lineNumber + 1, sentence: "the line is longer than \(Self.maxLineLength) bytes")
      } else {
        line.append(byte)
      }
    }
  }

  /// Reads the last line.
  package mutating func finish() throws(ParsingError) {
    if !line.isEmpty { try readLine() }
    guard !rows.isEmpty else {
      throw ParsingError(
        line: max(1, lineNumber), sentence: "expected rows of time and scroll position")
    }
  }

  private mutating func readLine() throws(ParsingError) {
    defer { line.removeAll(keepingCapacity: true) }
    lineNumber += 1
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
      return
    }
    if columns == nil { chooseSeparator() }
    let fields = try fields()
    guard let columns else {
      self.columns = (0, 1)
      guard fields.allSatisfy({ number($0) == nil }) else {
        try readRow(fields, 0, 1)
        return
      }
      let names = fields.map { $0.lowercased() }
      if let time = names.firstIndex(of: "time"), let scroll = names.firstIndex(of: "scroll") {
        self.columns = (time, scroll)
      }
      return
    }
    try readRow(fields, columns.time, columns.scroll)
  }

  private mutating func readRow(_ fields: [String], _ time: Int, _ scroll: Int) throws(ParsingError)
  {
    guard fields.count > max(time, scroll) else {
      throw parsingError(
        "expected a time and a scroll position, found \(fields.count) "
          + (fields.count == 1 ? "column" : "columns"))
    }
    guard let milliseconds = number(fields[time]), (0...Self.lastTime).contains(milliseconds)
    else {
      throw parsingError(
        "time: expected milliseconds since the beginning, found \(quoted(fields[time]))")
    }
    guard let position = number(fields[scroll]), position.isFinite else {
      throw parsingError("scroll: expected a number of points, found \(quoted(fields[scroll]))")
    }
    let row = Row(at: Instant(milliseconds: Int64(milliseconds.rounded())), scroll: position)
    if let last = rows.last, row.at < last.at {
      throw parsingError(
        "time goes backwards: \(row.at.milliseconds) ms after \(last.at.milliseconds) ms")
    }
    rows.append(row)
  }

  private mutating func chooseSeparator() {
    let candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";")]
    separator = candidates.first { line.contains($0) } ?? UInt8(ascii: ",")
  }

  /// The values of the line, without surrounding blanks.
  private func fields() throws(ParsingError) -> [String] {
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    var index = 0
    while index < line.count {
      let byte = line[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        if isQuoted, index < line.count, line[index] == byte {
          fields[fields.count - 1].append(byte)
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == separator, !isQuoted {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    guard !isQuoted else { throw parsingError("a quotation mark is not closed on its line") }
    return fields.map { field in
      let text = field.drop { $0 == UInt8(ascii: " ") }
      let end = text.lastIndex { $0 != UInt8(ascii: " ") }
      return String(decoding: end.map { text[...$0] } ?? [], as: UTF8.self)
    }
  }

  private func number(_ text: String) -> Double? {
    if separator == UInt8(ascii: ";"), text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1 {
      return WrittenNumber.real(String(text.map { $0 == "," ? "." : $0 }))
    }
    return WrittenNumber.real(text)
  }

  private func parsingError(_ sentence: String) -> ParsingError {
    ParsingError(line: lineNumber, sentence: sentence)
  }

  private func quoted(_ text: String) -> String {
    text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
  }
}
