import AdRendering

/// An error in a table; the sentence quotes the table and must be scrubbed.
package struct TableError: Error, Hashable, Sendable {
  /// The number of the line, from 1.
  package var line: Int
  /// The message, without a full stop.
  package var sentence: String
}

/// A table that is read as its bytes come; `finish` follows the last of them.
package protocol DelimitedTable {
  var rows: DelimitedRows { get set }
  /// Takes the next row; the first one is the header.
  mutating func add(_ row: DelimitedRows.Row) throws(TableError)
  /// Why the rows are no table.
  func check() throws(TableError)
}

extension DelimitedTable {
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(TableError) {
    for row in try rows.append(bytes) { try add(row) }
  }

  package mutating func finish() throws(TableError) {
    if let row = try rows.finish() { try add(row) }
    try check()
  }
}

/// Reads rows of CSV as their bytes come; the first row says which of `,`, `;`, tab separates (`;`: decimal comma).
package struct DelimitedRows: Sendable {
  /// A row: the number of its line, from 1, and its values without surrounding blanks.
  package struct Row: Sendable {
    var line: Int
    var fields: [String]

    func error(_ sentence: String) -> TableError { TableError(line: line, sentence: sentence) }
  }

  /// The maximum length of a line, in bytes.
  static let maxLineLength = 65_536

  private(set) var lineNumber = 0
  private var line: [UInt8] = []
  private var separator: UInt8?

  mutating func append(_ bytes: some Sequence<UInt8>) throws(TableError) -> [Row] {
    var rows: [Row] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if let row = try readLine() { rows.append(row) }
      } else if line.count == Self.maxLineLength {
        throw TableError(
          line: lineNumber + 1, sentence: "the line is longer than \(Self.maxLineLength) bytes")
      } else {
        line.append(byte)
      }
    }
    return rows
  }

  /// The last row, if it does not end in a line feed.
  mutating func finish() throws(TableError) -> Row? { line.isEmpty ? nil : try readLine() }

  func number(_ text: String) -> Double? {
    if separator == UInt8(ascii: ";"), text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1 {
      return WrittenNumber.real(String(text.map { $0 == "," ? "." : $0 }))
    }
    return WrittenNumber.real(text)
  }

  private mutating func readLine() throws(TableError) -> Row? {
    defer { line.removeAll(keepingCapacity: true) }
    lineNumber += 1
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if lineNumber == 1 { line.removeFirst(ByteOrderMark.length(in: line)) }
    guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
      return nil
    }
    if separator == nil {
      let candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";")]
      separator = candidates.first { line.contains($0) } ?? UInt8(ascii: ",")
    }
    return Row(line: lineNumber, fields: try fields())
  }

  private func fields() throws(TableError) -> [String] {
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
    guard !isQuoted else {
      throw TableError(line: lineNumber, sentence: "a quotation mark is not closed on its line")
    }
    return fields.map { field in
      let text = field.drop { $0 == UInt8(ascii: " ") }
      let end = text.lastIndex { $0 != UInt8(ascii: " ") }
      return String(decoding: end.map { text[...$0] } ?? [], as: UTF8.self)
    }
  }
}

extension String {
  /// The text as a sentence quotes it, cut when it is long.
  var quotedInTable: String { count > 60 ? "\"\(prefix(60))…\"" : "\"\(self)\"" }
}
