package import AdEngine
import AdRendering

/// Reads a table of times and scroll positions, of one visit or of many: `append` each chunk of bytes, then `finish`.
///
/// Times are rounded to whole milliseconds; a visit with times since 1970 begins with its first row.
package struct ScrollTable: DelimitedTable, Sendable {
  package struct Row: Hashable, Sendable {
    package var at: Instant
    /// The top of the viewport, in points.
    package var scroll: Double
  }

  package struct Visit: Hashable, Sendable {
    /// What the table calls it; empty where there is no column that does.
    package let name: String
    package fileprivate(set) var rows: [Row] = []
    /// The time of its beginning, in milliseconds.
    fileprivate let beginning: Double
    fileprivate let firstLine: Int
  }

  private struct Columns: Sendable {
    var time: Int
    var scroll: Int
    var visit: Int?
  }

  package static let maxRows = 1_000_000
  package static let maxVisits = 100_000
  /// A visit may take so long, in milliseconds: a day.
  private static let maxVisit: Int64 = 86_400_000
  /// A visit that begins later than this begins with its first row, in milliseconds.
  private static let latestBeginning = 3_600_000.0
  /// No page is longer, in points.
  private static let positions = -1e7...1e7
  private static let times: Set<String> = ["time", "timestamp", "t"]
  private static let scrolls: Set<String> = ["scroll", "scrolly", "scrolltop", "pageyoffset", "y"]

  package private(set) var visits: [Visit] = []

  private let unit: TableTimeUnit
  private let visitColumn: String?
  package var rows = DelimitedRows()
  private var columns: Columns?
  private var count = 0
  private var visitNumbers: [String: Int] = [:]

  /// Makes a reader; `visitColumn` names the column of the visits.
  package init(unit: TableTimeUnit = .milliseconds, visitColumn: String? = nil) {
    (self.unit, self.visitColumn) = (unit, visitColumn)
  }

  /// How many rows there are, and how long a single visit takes, by which a wrong unit is seen.
  package var summary: String {
    let span = visits.count == 1 ? visits[0].rows.last?.at.milliseconds : nil
    return count.counted("row") + (span.map { ", \((Double($0) / 1000).text(digits: 1)) s" } ?? "")
      + ", times in \(unit.rawValue)"
  }

  package func check() throws(TableError) {
    guard count > 0 else {
      throw TableError(
        line: max(1, rows.lineNumber),
        sentence: "expected a header row time,scroll and rows of times and scroll positions")
    }
    for visit in visits where visit.rows.count > 1 && visit.rows[0].at == visit.rows.last?.at {
      throw TableError(
        line: visit.firstLine,
        sentence: "all \(visit.rows.count) rows are at \(visit.rows[0].at.milliseconds) ms: "
          + "expected times that increase (--time-unit)")
    }
  }

  package mutating func add(_ row: DelimitedRows.Row) throws(TableError) {
    guard let columns else {
      self.columns = try header(row)
      return
    }
    guard row.fields.count > max(columns.time, columns.scroll, columns.visit ?? 0) else {
      throw row.error(
        "expected a time and a scroll position, found \(row.fields.count.counted("column"))")
    }
    guard count < Self.maxRows else { throw row.error("expected at most \(Self.maxRows) rows") }
    let text = row.fields[columns.time]
    guard let number = rows.number(text), (0...9e15).contains(number * unit.length) else {
      throw row.error(
        "time: expected a number of \(unit.words) (--time-unit), found \(text.quotedInTable)")
    }
    let scroll = row.fields[columns.scroll]
    guard let position = rows.number(scroll), Self.positions.contains(position) else {
      throw row.error("scroll: expected a number of points, found \(scroll.quotedInTable)")
    }
    let name = columns.visit.map { row.fields[$0] } ?? ""
    try add(position, at: number * unit.length, toVisit: name, row)
    count += 1
  }

  private mutating func add(
    _ scroll: Double, at time: Double, toVisit name: String, _ row: DelimitedRows.Row
  ) throws(TableError) {
    let number = visitNumbers[name] ?? visits.count
    if number == visits.count {
      guard number < Self.maxVisits else {
        throw row.error("expected at most \(Self.maxVisits) visits")
      }
      visitNumbers[name] = number
      let beginning = time > Self.latestBeginning ? time : 0
      visits.append(Visit(name: name, beginning: beginning, firstLine: row.line))
    }
    let at = Instant(milliseconds: Int64((time - visits[number].beginning).rounded()))
    if let last = visits[number].rows.last?.at, at < last {
      throw row.error("time goes backwards: \(at.milliseconds) ms after \(last.milliseconds) ms")
    }
    if let first = visits[number].rows.first?.at, at - first > Self.maxVisit {
      throw row.error(
        "more than a day after the first row, with times in \(unit.words): expected one visit "
          + "(--session-column for many, --time-unit)")
    }
    visits[number].rows.append(Row(at: at, scroll: scroll))
  }

  private func header(_ row: DelimitedRows.Row) throws(TableError) -> Columns {
    let names = row.fields.map(\.columnName)
    let shares = row.fields.filter { field in
      ["%", "％", "‰", "percent", "pct", "prozent", "ratio", "fraction", "depth"].contains {
        field.lowercased().replacing("duration", with: "").contains($0)
      }
    }
    guard let time = names.firstIndex(where: Self.times.contains),
      let scroll = names.firstIndex(where: Self.scrolls.contains),
      !shares.contains(row.fields[scroll])
    else {
      let reason =
        shares.isEmpty
        ? ""
        : "; a share of the page's height is not in points: multiply it by the page's height less the viewport's"
      throw row.error(
        "expected a header row with time, timestamp or t, and scroll, scrollY, scrollTop, pageYOffset or y, found \(row.fields.list)\(reason)"
      )
    }
    guard let visitColumn else { return Columns(time: time, scroll: scroll) }
    guard let visit = names.firstIndex(of: visitColumn.columnName) else {
      throw row.error("there is no column \(visitColumn.quotedInTable), only \(row.fields.list)")
    }
    return Columns(time: time, scroll: scroll, visit: visit)
  }
}

package enum TableTimeUnit: String, CaseIterable, Sendable {
  case milliseconds = "ms"
  case seconds = "s"

  /// In milliseconds.
  var length: Double { self == .seconds ? 1000 : 1 }
  var words: String { self == .seconds ? "seconds" : "milliseconds" }
}

extension String {
  /// The name of a column: `scrollY`, `scroll_y` and `Scroll Y` are the same.
  var columnName: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension [String] {
  /// As a sentence lists them, the first ones of many.
  fileprivate var list: String {
    prefix(12).map(\.quotedInTable).joined(separator: ", ") + (count > 12 ? ", …" : "")
  }
}
