package import AdEngine

/// Reads a table of scroll positions, of one visit or of many.
///
/// It has a column of times and one of scroll positions, the top of the viewport in points, and may have one that says
/// which visit a row belongs to. A header row names them; without one they are the first two. Of two columns whose names
/// say nothing the first is the time. In which unit the times are is said by the name of the column, or seen from the
/// numbers (``TableTimeUnit``); they are rounded to whole milliseconds. A visit with dates begins with its first row, and so
/// does one that would begin later than an hour after its beginning.
///
/// Call `append` for each chunk of bytes, and `finish` after the last one.
package struct ScrollTable: Sendable {
  /// A scroll position and its time.
  package struct Row: Hashable, Sendable {
    package var at: Instant
    /// The top of the viewport, in points.
    package var scroll: Double
  }

  /// The rows of one visit, in their order.
  package struct Visit: Hashable, Sendable {
    /// What the table calls it; empty where there is no column that does.
    package var name: String
    package var rows: [Row]
  }

  /// A row before the unit of its time is known.
  private struct RawRow: Sendable {
    var line: Int
    var time: Double
    var scroll: Double
    var visit: Int
  }

  private struct Columns: Sendable {
    var time = 0
    var scroll = 1
    var visit: Int?
    var unit: TableTimeUnit?
    /// What they are called in sentences.
    var timeName = "column 1"
    var scrollName = "column 2"
  }

  /// A table may have so many rows.
  package static let maxRows = 5_000_000
  package static let maxVisits = 100_000
  /// A visit may take so long, in milliseconds: a day.
  private static let maxVisit: Int64 = 86_400_000
  /// A visit that begins later than this begins with its first row, in milliseconds.
  private static let latestBeginning = 3_600_000.0
  /// No page is longer, in points.
  private static let positions = -1e7...1e7

  /// The visits, in the order in which they come.
  package private(set) var visits: [Visit] = []
  /// Which columns were taken, and as what.
  package private(set) var reading = ""

  private var table = DelimitedRows()
  private var rows: [RawRow] = []
  private var columns: Columns?
  private var unit: TableTimeUnit?
  private let visitColumn: String?
  private var visitNames: [String] = []
  private var visitNumbers: [String: Int] = [:]

  /// Makes a reader; `unit` says how times are written, `visitColumn` names the column of the visits.
  package init(unit: TableTimeUnit? = nil, visitColumn: String? = nil) {
    self.unit = unit
    self.visitColumn = visitColumn
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) throws(TableError) {
    for row in try table.append(bytes) { try add(row) }
  }

  /// Reads the last line, and what the times are.
  package mutating func finish() throws(TableError) {
    if let row = try table.finish() { try add(row) }
    guard let first = rows.first, let columns else {
      throw TableError(
        line: max(1, table.lineNumber), sentence: "expected rows of time and scroll position")
    }
    guard let unit = unit ?? .guess(first: first.time, step: step, named: columns.unit) else {
      throw TableError(
        line: first.line,
        sentence: "time: the unit of \(first.time.written) is not clear; "
          + "give it with --time-unit")
    }
    try makeVisits(in: unit)
    let span = visits.compactMap(\.rows.last?.at.milliseconds).max() ?? 0
    reading =
      "time is \(columns.timeName) in \(unit.words), scroll is \(columns.scrollName) in points; "
      + "\(rows.count.rowWords)"
      + (columns.visit == nil ? ", \((Double(span) / 1000).text(digits: 1)) s" : "")
    rows = []
  }

  // MARK: - Rows

  private mutating func add(_ row: DelimitedRows.Row) throws(TableError) {
    guard let columns else {
      let isHeader = row.fields.allSatisfy {
        table.number($0) == nil && ISOTime.milliseconds($0) == nil
      }
      self.columns = isHeader ? try header(row) : try headless(row)
      if !isHeader { try add(row) }
      return
    }
    guard row.fields.count > max(columns.time, columns.scroll, columns.visit ?? 0) else {
      throw error(
        row,
        "expected a time and a scroll position, found \(row.fields.count) "
          + (row.fields.count == 1 ? "column" : "columns"))
    }
    let time = try time(row, row.fields[columns.time])
    let scroll = row.fields[columns.scroll]
    guard let position = table.number(scroll), Self.positions.contains(position) else {
      throw error(row, "scroll: expected a number of points, found \(scroll.quotedInTable)")
    }
    guard rows.count < Self.maxRows else {
      throw error(row, "expected at most \(Self.maxRows) rows")
    }
    guard visitNames.count <= Self.maxVisits else {
      throw error(row, "expected at most \(Self.maxVisits) visits")
    }
    let visit = number(ofVisit: columns.visit.map { row.fields[$0] } ?? "")
    rows.append(RawRow(line: row.line, time: time, scroll: position, visit: visit))
  }

  private mutating func number(ofVisit name: String) -> Int {
    if let number = visitNumbers[name] { return number }
    visitNumbers[name] = visitNames.count
    visitNames.append(name)
    return visitNames.count - 1
  }

  /// A time as a number, in the unit of the table.
  private mutating func time(_ row: DelimitedRows.Row, _ text: String) throws(TableError) -> Double
  {
    if rows.isEmpty, unit == nil, table.number(text) == nil, ISOTime.milliseconds(text) != nil {
      unit = .iso
    }
    let time = unit == .iso ? ISOTime.milliseconds(text) : table.number(text)
    guard let time, (0...9_007_199_254_740_991).contains(time) else {
      let expected =
        switch unit ?? columns?.unit {
        case .iso: "a time such as 2026-03-01T09:30:00.016Z"
        case .seconds: "seconds since the beginning"
        case .epochMilliseconds: "milliseconds since 1970"
        case .epochSeconds: "seconds since 1970"
        case .milliseconds, nil: "milliseconds since the beginning"
        }
      throw error(row, "time: expected \(expected), found \(text.quotedInTable)")
    }
    return time
  }

  // MARK: - Columns

  private func headless(_ row: DelimitedRows.Row) throws(TableError) -> Columns {
    guard let visitColumn else { return Columns() }
    throw error(row, "there is no header row that could name \(visitColumn.quotedInTable)")
  }

  private func header(_ row: DelimitedRows.Row) throws(TableError) -> Columns {
    let names = row.fields.map { ColumnName($0) }
    var columns = Columns()
    if let visitColumn {
      let visit = row.fields.firstIndex { $0.lowercased() == visitColumn.lowercased() }
      guard let visit else {
        throw error(
          row, "there is no column \(visitColumn.quotedInTable), only \(row.fields.list)")
      }
      columns.visit = visit
    }
    func find(_ usual: [String]) -> Int? {
      usual.lazy.compactMap { name in
        names.indices.first { $0 != columns.visit && names[$0].name == name }
      }.first
    }
    var (time, scroll) = (find(ColumnName.times), find(ColumnName.scrolls))
    let others = names.indices.filter { $0 != columns.visit }
    if others.count == 2 {
      time = time ?? others.first { $0 != scroll }
      scroll = scroll ?? others.first { $0 != time }
    }
    guard let time, let scroll else {
      let (what, usual) =
        time == nil ? ("times", "time, timestamp, t") : ("scroll positions", "scroll, scrollY, y")
      throw error(
        row, "no column of \(what): expected a name such as \(usual), found \(row.fields.list)")
    }
    (columns.time, columns.scroll, columns.unit) = (time, scroll, names[time].timeUnit)
    (columns.timeName, columns.scrollName) = (
      row.fields[time].quotedInTable, row.fields[scroll].quotedInTable
    )
    return columns
  }

  // MARK: - Visits

  /// The middle one of the steps from row to row of a visit that are not 0.
  private var step: Double? {
    var last: [Int: Double] = [:]
    var steps: [Double] = []
    for row in rows {
      if let before = last[row.visit], row.time > before { steps.append(row.time - before) }
      last[row.visit] = row.time
    }
    steps.sort()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }

  private mutating func makeVisits(in unit: TableTimeUnit) throws(TableError) {
    visits = visitNames.map { Visit(name: $0, rows: []) }
    var beginnings = [Double?](repeating: nil, count: visits.count)
    var secondLines = [Int?](repeating: nil, count: visits.count)
    for row in rows {
      let time = row.time * unit.length
      let beginning =
        beginnings[row.visit] ?? (unit.isDate || time > Self.latestBeginning ? time : 0)
      beginnings[row.visit] = beginning
      guard time - beginning <= 9_007_199_254_740_991 else {
        throw TableError(line: row.line, sentence: "time: \(row.time.written) is too late")
      }
      let at = Instant(milliseconds: Int64((time - beginning).rounded()))
      if let last = visits[row.visit].rows.last {
        secondLines[row.visit] = secondLines[row.visit] ?? row.line
        guard at >= last.at else {
          throw TableError(
            line: row.line,
            sentence: "time goes backwards: \((time - beginning).rounded().written) ms after "
              + "\(last.at.milliseconds) ms")
        }
      }
      let first = visits[row.visit].rows.first?.at ?? at
      guard at - first <= Self.maxVisit else {
        let days = (at - first) / Self.maxVisit
        throw TableError(
          line: row.line,
          sentence: "\(days == 1 ? "a day" : "\(days) days") after the first row, with times in "
            + "\(unit.words): expected one visit (--session-column for many, --time-unit)")
      }
      visits[row.visit].rows.append(Row(at: at, scroll: row.scroll))
    }
    for (visit, line) in zip(visits, secondLines) {
      guard let line, let first = visit.rows.first, visit.rows.last?.at == first.at else {
        continue
      }
      throw TableError(
        line: line,
        sentence: "all \(visit.rows.count) rows are at \(first.at.milliseconds) ms: expected times "
          + "that increase")
    }
  }

  private func error(_ row: DelimitedRows.Row, _ sentence: String) -> TableError {
    TableError(line: row.line, sentence: sentence)
  }
}

extension [String] {
  /// As a sentence lists them, the first ones of many.
  fileprivate var list: String {
    prefix(12).map(\.quotedInTable).joined(separator: ", ") + (count > 12 ? ", …" : "")
  }
}
