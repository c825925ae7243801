import AdEngine
import AdRendering

/// Reads where slots lie: `y` and `height` in points, perhaps `slot` (else 1, 2, …), `unit`, `x` and `width` (else 320).
package struct SlotFrameTable: DelimitedTable, Sendable {
  package static let maxSlots = 100_000

  package private(set) var slots: [SessionSlot] = []
  package var rows = DelimitedRows()
  private var columns: [Column: Int]?
  private var names: Set<String> = []

  private enum Column: String, CaseIterable {
    case slot, unit, x, y, width, height
  }

  package init() {}

  package func check() throws(TableError) {
    guard !slots.isEmpty else {
      throw TableError(line: max(1, rows.lineNumber), sentence: "expected rows of slots")
    }
  }

  package mutating func add(_ row: DelimitedRows.Row) throws(TableError) {
    guard let columns else {
      self.columns = try header(row)
      return
    }
    func text(_ column: Column) -> String? {
      columns[column].flatMap { row.fields.indices.contains($0) ? row.fields[$0] : nil }
    }
    func number(_ column: Column) throws(TableError) -> Double? {
      guard let text = text(column), !text.isEmpty else { return nil }
      guard let number = rows.number(text) else {
        throw row.error(
          "\(column.rawValue): expected a number of points, found \(text.quotedInTable)")
      }
      return number
    }
    guard let y = try number(.y), let height = try number(.height) else {
      throw row.error("expected y and height, found \(row.fields.count.counted("column"))")
    }
    let frame = SlotFrame(x: try number(.x), y: y, width: try number(.width) ?? 320, height: height)
    guard frame.isValid else {
      throw row.error("expected a width and a height of at least 0, and a place on a page")
    }
    let name = text(.slot).flatMap { $0.isEmpty ? nil : $0 } ?? String(slots.count + 1)
    guard names.insert(name).inserted else {
      throw row.error(
        "slot \(name.quotedInTable) appears twice: every slot needs a name of its own")
    }
    guard slots.count < Self.maxSlots else {
      throw row.error("expected at most \(Self.maxSlots) slots")
    }
    slots.append(
      SessionSlot(name, unit: text(.unit).flatMap { $0.isEmpty ? nil : $0 }, frame: frame))
  }

  private func header(_ row: DelimitedRows.Row) throws(TableError) -> [Column: Int] {
    let names = row.fields.map(\.columnName)
    let columns = Column.allCases.reduce(into: [Column: Int]()) {
      $0[$1] = names.firstIndex(of: $1.rawValue)
    }
    guard columns[.y] != nil, columns[.height] != nil else {
      throw row.error(
        "expected a header row that names y and height, such as slot,unit,y,width,height")
    }
    return columns
  }
}
