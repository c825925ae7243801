package import AdEngine

/// Reads a table of scroll positions, as another program may have logged them: comma-separated values.
///
/// Two columns count: the time in milliseconds since the beginning, and the top of the viewport in points. A header
/// row is optional; where it names `time` and `scroll` the columns may stand in any order and among others, else they
/// are the first two. Columns are parted by a comma, a semicolon or a tab, whichever the first row has; with a
/// semicolon a decimal comma is one. Values may stand in quotation marks, lines may end in CR LF, empty lines say
/// nothing. Times are rounded to whole milliseconds.
///
/// `append` whatever bytes there are, and after the last ones call `finish`.
package struct ScrollTable: Sendable {
  /// A scroll position and its moment.
  package struct Row: Hashable, Sendable {
    /// When.
    package var at: Instant
    /// The top of the viewport, in points.
    package var scroll: Double

    /// Makes a row.
    package init(at: Instant, scroll: Double) {
      self.at = at
      self.scroll = scroll
    }
  }

  /// What is wrong with a table, and where; the sentence quotes the table, so scrub it.
  package struct Mistake: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    package var line: Int
    /// One sentence.
    package var sentence: String
  }

  /// No line may be longer than this, in bytes.
  package static let longestLine = 65_536

  /// The rows so far.
  package private(set) var rows: [Row] = []
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var columns: (time: Int, scroll: Int)?
  private var separator = UInt8(ascii: ",")

  /// The largest time that a session holds, in milliseconds: 2⁵³ − 1.
  private static let lastTime = 9_007_199_254_740_991.0

  /// Makes a reader that waits for the first row.
  package init() {}

  /// Adds bytes to what is to be read.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(Mistake) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        try takeLine()
      } else if line.count == Self.longestLine {
        throw Mistake(
          line: lineNumber + 1, sentence: "the line is longer than \(Self.longestLine) bytes")
      } else {
        line.append(byte)
      }
    }
  }

  /// Says that no more bytes will come.
  package mutating func finish() throws(Mistake) {
    if !line.isEmpty { try takeLine() }
    guard !rows.isEmpty else {
      throw Mistake(line: max(1, lineNumber), sentence: "expected rows of time and scroll position")
    }
  }

  // MARK: -

  private mutating func takeLine() throws(Mistake) {
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
        try takeRow(fields, 0, 1)
        return
      }
      let names = fields.map { $0.lowercased() }
      if let time = names.firstIndex(of: "time"), let scroll = names.firstIndex(of: "scroll") {
        self.columns = (time, scroll)
      }
      return
    }
    try takeRow(fields, columns.time, columns.scroll)
  }

  private mutating func takeRow(_ fields: [String], _ time: Int, _ scroll: Int) throws(Mistake) {
    guard fields.count > max(time, scroll) else {
      throw mistake(
        "expected a time and a scroll position, found \(fields.count) "
          + (fields.count == 1 ? "column" : "columns"))
    }
    guard let milliseconds = number(fields[time]), (0...Self.lastTime).contains(milliseconds)
    else {
      throw mistake(
        "time: expected milliseconds since the beginning, found \(quoted(fields[time]))")
    }
    guard let position = number(fields[scroll]), position.isFinite else {
      throw mistake("scroll: expected a number of points, found \(quoted(fields[scroll]))")
    }
    let row = Row(at: Instant(milliseconds: Int64(milliseconds.rounded())), scroll: position)
    if let last = rows.last, row.at < last.at {
      throw mistake(
        "time goes backwards: \(row.at.milliseconds) ms after \(last.at.milliseconds) ms")
    }
    rows.append(row)
  }

  private mutating func chooseSeparator() {
    let candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";")]
    separator = candidates.first { line.contains($0) } ?? UInt8(ascii: ",")
  }

  /// The values of the line, without blanks around them.
  private func fields() throws(Mistake) -> [String] {
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
    guard !isQuoted else { throw mistake("a quotation mark is not closed on its line") }
    return fields.map { field in
      let text = field.drop { $0 == UInt8(ascii: " ") }
      let end = text.lastIndex { $0 != UInt8(ascii: " ") }
      return String(decoding: end.map { text[...$0] } ?? [], as: UTF8.self)
    }
  }

  private func number(_ text: String) -> Double? {
    if separator == UInt8(ascii: ";"), text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1 {
      return Double(String(text.map { $0 == "," ? "." : $0 }))
    }
    return Double(text)
  }

  private func mistake(_ sentence: String) -> Mistake {
    Mistake(line: lineNumber, sentence: sentence)
  }

  private func quoted(_ text: String) -> String {
    text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
  }
}
