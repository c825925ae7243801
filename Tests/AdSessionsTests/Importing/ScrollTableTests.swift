import AdEngine
import TestSupport
import Testing

@testable import AdSessions

/// Tables of scroll positions from other programs.
@Suite struct ScrollTableTests {
  private func rows(_ text: String, piece: Int = .max) throws(TableError) -> [[Double]] {
    var table = ScrollTable()
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      try table.append(bytes.prefix(piece))
      bytes = bytes.dropFirst(piece)
    }
    try table.finish()
    return table.visits[0].rows.map { [Double($0.at.milliseconds), $0.scroll] }
  }

  @Test(arguments: [
    "time,scroll\n0,0\n16,140.5", "Time,Scroll\r\n0,0\r\n\r\n16,140.5\r\n",
    "t;y\n0;0\n16;140,5\n", "t\ty\n0\t0\n16\t140.5\n", "scroll,x,time\n0,9,0\n140.5,9,16\n",
    "\u{FEFF}\"time\",\"scroll\"\n\"0\",\"0\"\n 16 , \"140.5\" ,more\n",
    "timestamp,Scroll Y\n1772357400000,0\n1772357400016,140.5",
    // Milliseconds since a phone was started begin with the first row, too.
    "t,scroll_y\n86400000,0\n86400015.6,140.5", "\"a,b\",\"t\",y\n,0,0\n,1.6e1,140.5\n",
  ])
  func `every way to write a table says the same`(text: String) throws {
    #expect(try rows(text) == [[0, 0], [16, 140.5]])
    #expect(try rows(text, piece: 1) == [[0, 0], [16, 140.5]])
  }

  private static let milliseconds = "time: expected a number of milliseconds (--time-unit), found "

  @Test(arguments: [
    ("", 1, "expected a header row time,scroll and rows of times and scroll positions"),
    (
      "time,scroll\n", 1, "expected a header row time,scroll and rows of times and scroll positions"
    ),
    (
      "0,0\n16,1\n", 1,
      "expected a header row with time, timestamp or t, and scroll, scrollY, scrollTop, pageYOffset or y, found \"0\", \"0\""
    ),
    ("t,y\n0,0\nx,1\n", 3, milliseconds + "\"x\""),
    ("t,y\n0,0\n\n-1,1\n", 4, milliseconds + "\"-1\""),
    ("t,y\n0,0\nnan,1\n", 3, milliseconds + "\"nan\""),
    ("t,y\n0,0\n1e300,1\n", 3, milliseconds + "\"1e300\""),
    ("t,y\n2026-03-01T09:30:00Z,0\n", 2, milliseconds + "\"2026-03-01T09:30:00Z\""),
    ("t,y\n0,0\n5,inf\n", 3, "scroll: expected a number of points, found \"inf\""),
    ("t,y\n0,0\n16,1e9\n", 3, "scroll: expected a number of points, found \"1e9\""),
    ("t,y\n0,0\n5,\n", 3, "scroll: expected a number of points, found \"\""),
    ("t,y\n0,0\n5\n", 3, "expected a time and a scroll position, found 1 column"),
    ("a,scroll,time\n0,0\n", 2, "expected a time and a scroll position, found 2 columns"),
    ("t,y\n9,0\n5,0\n", 3, "time goes backwards: 5 ms after 9 ms"),
    ("t,\"y\n5,0\n", 1, "a quotation mark is not closed on its line"),
    ("t,y\n0,140,5\n1;2\n", 3, "expected a time and a scroll position, found 1 column"),
    (
      "time,scroll\n0,0\n0,10\n0,20\n", 2,
      "all 3 rows are at 0 ms: expected times that increase (--time-unit)"
    ),
    (
      "t,y\n0,0\n86400001,5\n", 3,
      "more than a day after the first row, with times in milliseconds: expected one visit (--session-column for many, --time-unit)"
    ),
    (String(repeating: "9", count: 65_537), 1, "the line is longer than 65536 bytes"),
  ])
  func `a bad row is reported with its line and what was expected`(
    text: String, line: Int, sentence: String
  ) {
    let mistake = #expect(throws: TableError.self) { try rows(text) }
    #expect(mistake == TableError(line: line, sentence: sentence))
  }

  private func table(
    _ text: String, unit: TableTimeUnit = .milliseconds, visits: String? = nil
  ) throws -> ScrollTable {
    var table = ScrollTable(unit: unit, visitColumn: visits)
    try table.append(text.utf8)
    try table.finish()
    return table
  }

  @Test func `times are in the unit that is given, and what was read is said`() throws {
    let seconds = try table("t,y\n0,0\n10,1\n20,2", unit: .seconds)
    #expect(seconds.visits[0].rows.map(\.at.milliseconds) == [0, 10_000, 20_000])
    #expect(seconds.summary == "3 rows, 20.0 s, times in s")
    let since1970 = try table("t,y\n1772357400,0\n1772357400.016,140.5", unit: .seconds)
    #expect(since1970.visits[0].rows.map(\.at.milliseconds) == [0, 16])
    #expect(try table("t,y\n0,0\n1500,90").summary == "2 rows, 1.5 s, times in ms")
  }

  @Test func `the visits of a table are parted, though their rows are mixed`() throws {
    let table = try table(
      "t,visit,y\n1772357400.0,a,0\n1772367400.5,b,7\n1772357401.0,a,50\n1772367401.5,b,9\n1772367402,c,1",
      unit: .seconds, visits: "Visit")
    #expect(table.visits.map(\.name) == ["a", "b", "c"])
    #expect(table.visits.map { $0.rows.map(\.at.milliseconds) } == [[0, 1000], [0, 1000], [0]])
    let error = #expect(throws: TableError.self) { try self.table("t,y\n0,0", visits: "user") }
    #expect(error?.sentence == "there is no column \"user\", only \"t\", \"y\"")
  }

  @Test func `a table of too many visits is refused with its row`() {
    let rows = (0...ScrollTable.maxVisits).map { "0,\($0),0\n" }.joined()
    let error = #expect(throws: TableError.self) { try table("t,v,y\n" + rows, visits: "v") }
    #expect(
      error
        == TableError(line: ScrollTable.maxVisits + 2, sentence: "expected at most 100000 visits"))
  }

  @Test func `a table of slots says where they are`() throws {
    var table = SlotFrameTable()
    try table.append("Slot;Unit;y;height\nfirst;/1/a;100,5;250\n;;400;0\n".utf8)
    try table.finish()
    #expect(
      table.slots == [
        SessionSlot("first", unit: "/1/a", frame: SlotFrame(y: 100.5, width: 320, height: 250)),
        SessionSlot("2", unit: nil, frame: SlotFrame(y: 400, width: 320, height: 0)),
      ])
  }

  @Test(arguments: [
    ("slot,y\na,1\n", 1, "expected a header row that names y and height"),
    ("y,height\n1,-5\n", 2, "expected a width and a height of at least 0"),
    ("y,height\nlow,5\n", 2, "y: expected a number of points, found \"low\""),
    ("slot,y,height\na,1,5\na,2,5\n", 3, "slot \"a\" appears twice"),
    ("y,height\n", 1, "expected rows of slots"),
  ])
  func `a bad row of slots is reported with its line`(text: String, line: Int, sentence: String)
    throws
  {
    var table = SlotFrameTable()
    let error = #expect(throws: TableError.self) {
      try table.append(text.utf8)
      try table.finish()
    }
    #expect(error?.line == line && error?.sentence.hasPrefix(sentence) == true)
  }

  @Test(arguments: 0..<200)
  func `any bytes are a table or a mistake`(seed: UInt64) {
    var draw = SeededGenerator(seed: seed)
    let bytes = draw.bytes(200) + Array("\n0,1\n\",;\t\n".utf8).shuffled(using: &draw)
    var table = ScrollTable()
    #expect(throws: TableError.self) {
      try table.append(bytes)
      try table.append(Array("\n\"\n".utf8))
    }
  }
}
