import AdEngine
import TestSupport
import Testing

@testable import AdSessions

/// Tables of scroll positions from other programs.
@Suite struct ScrollTableTests {
  private func rows(_ text: String, piece: Int = .max) throws(TableError)
    -> [[Double]]
  {
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
    "0,0\n16,140.5\n", "time,scroll\n0,0\n16,140.5", "Time,Scroll\r\n0,0\r\n\r\n16,140.5\r\n",
    "t;y\n0;0\n16;140,5\n", "a\tb\n0\t0\n16\t140.5\n", "scroll,x,time\n0,9,0\n140.5,9,16\n",
    "\u{FEFF}\"time\",\"scroll\"\n\"0\",\"0\"\n 16 , \"140.5\" ,more\n",
    "\"the \"\"time\"\"\",y\n0,0\n15.6,140.5\n", "\"a,b\",\"c\"\n0,0\n1.6e1,140.5\n",
  ])
  func `every way to write a table says the same`(text: String) throws {
    #expect(try rows(text) == [[0, 0], [16, 140.5]])
    #expect(try rows(text, piece: 1) == [[0, 0], [16, 140.5]])
  }

  @Test(arguments: [
    ("", 1, "expected rows of time and scroll position"),
    ("time,scroll\n", 1, "expected rows of time and scroll position"),
    ("0,0\nx,1\n", 2, "time: expected milliseconds since the beginning, found \"x\""),
    ("0,0\n\n-1,1\n", 3, "time: expected milliseconds since the beginning, found \"-1\""),
    ("0,0\nnan,1\n", 2, "time: expected milliseconds since the beginning, found \"nan\""),
    ("0,0\n1e300,1\n", 2, "time: expected milliseconds since the beginning, found \"1e300\""),
    ("0,0\n5,inf\n", 2, "scroll: expected a number of points, found \"inf\""),
    ("0,0\n5,\n", 2, "scroll: expected a number of points, found \"\""),
    ("0,0\n5\n", 2, "expected a time and a scroll position, found 1 column"),
    ("a,scroll,time\n0,0\n", 2, "expected a time and a scroll position, found 2 columns"),
    ("9,0\n5,0\n", 2, "time goes backwards: 5 ms after 9 ms"),
    ("0,\"0\n5,0\n", 1, "a quotation mark is not closed on its line"),
    ("0,140,5\n1;2\n", 2, "expected a time and a scroll position, found 1 column"),
    (String(repeating: "9", count: 65_537), 1, "the line is longer than 65536 bytes"),
  ])
  func `a bad row is told with its line and what was expected`(
    text: String, line: Int, sentence: String
  ) {
    let mistake = #expect(throws: TableError.self) { try rows(text) }
    #expect(mistake == TableError(line: line, sentence: sentence))
  }

  private func table(
    _ text: String, unit: TableTimeUnit? = nil, visits: String? = nil
  ) throws -> ScrollTable {
    var table = ScrollTable(unit: unit, visitColumn: visits)
    try table.append(text.utf8)
    try table.finish()
    return table
  }

  @Test(arguments: [
    ("timestamp,scrollY\n1772357400000,0\n1772357400016,140.5", "milliseconds since 1970"),
    ("ts,scroll_y\n1772357400,0\n1772357400.016,140.5", "seconds since 1970"),
    ("t,y\n0,0\n0.016,140.5", "seconds"),
    ("time (s),Scroll Top\n0,0\n0.016,140.5", "seconds"),
    ("elapsedMs,scrollX,scrollY\n0,9,0\n16,9,140.5", "milliseconds"),
    ("datetime,y\n2026-03-01T09:30:00.000Z,0\n2026-03-01T10:30:00.016+01:00,140.5", "ISO 8601"),
    ("2026-03-01 09:30:00,0\n2026-03-01 09:30:00.016,140.5", "ISO 8601"),
    ("time,scroll\n2026-02-28T23:59:59.992,0\n2026-03-01T00:00:00.008,140.5", "ISO 8601"),
    // Milliseconds since a phone was started begin with the first row, too.
    ("uptime,y\n86400000,0\n86400016,140.5", "milliseconds"),
  ])
  func `units and names of columns are known, and what was taken is said`(
    text: String, unit: String
  ) throws {
    let table = try table(text)
    #expect(table.visits.count == 1)
    let rows = table.visits[0].rows
    #expect(rows.map { [Double($0.at.milliseconds), $0.scroll] } == [[0, 0], [16, 140.5]])
    #expect(table.reading.contains(" in \(unit), scroll is "), "\(table.reading)")
    #expect(table.reading.hasSuffix(" in points; 2 rows, 0.0 s"), "\(table.reading)")
  }

  @Test func `a sentence names the columns that were taken`() throws {
    #expect(
      try table("id,timestamp_ms,scrollY\n7,0,0\n7,1500,90").reading
        == #"time is "timestamp_ms" in milliseconds, scroll is "scrollY" in points; 2 rows, 1.5 s"#)
    #expect(
      try table("0,0\n1500,90").reading
        == "time is column 1 in milliseconds, scroll is column 2 in points; 2 rows, 1.5 s")
  }

  @Test func `a unit that is given counts, whatever the numbers look like`() throws {
    let rows = try table("t,y\n0,0\n10,1\n20,2", unit: .seconds).visits[0].rows
    #expect(rows.map(\.at.milliseconds) == [0, 10_000, 20_000])
    #expect(throws: TableError.self) { try table("t,y\n0,0\n1,1", unit: .iso) }
  }

  @Test(arguments: [
    ("time,scroll\n0,0\n0,10\n0,20\n", 3, "all 3 rows are at 0 ms: expected times that increase"),
    (
      "date,y\n2024-01-01T00:00:00Z,0\n2026-01-01T00:00:00Z,5\n", 3,
      "731 days after the first row, with times in ISO 8601: expected one visit (--session-column for many, --time-unit)"
    ),
    (
      "t,y\n1772357400,0\n1772357416,5\n", 2,
      "time: the unit of 1772357400 is not clear; give it with --time-unit"
    ),
    (
      "t,y\n1772357400000000,0\n1772357400016000,5\n", 2,
      "time: the unit of 1772357400000000 is not clear; give it with --time-unit"
    ),
    ("t,y\n0,0\n16,1e9\n", 3, "scroll: expected a number of points, found \"1e9\""),
    (
      "t,x,z\n0,0,1\n", 1,
      "no column of scroll positions: expected a name such as scroll, scrollY, y, found \"t\", \"x\", \"z\""
    ),
    (
      "t,y\n2026-03-01T09:30:00Z,0\n2026-03-01T09:30:61Z,1\n", 3,
      "time: expected a time such as 2026-03-01T09:30:00.016Z, found \"2026-03-01T09:30:61Z\""
    ),
  ])
  func `what cannot be right is refused with its row`(text: String, line: Int, sentence: String) {
    let mistake = #expect(throws: TableError.self) { try table(text) }
    #expect(mistake == TableError(line: line, sentence: sentence))
  }

  @Test func `the visits of a table are parted, though their rows are mixed`() throws {
    let table = try table(
      "t,visit,y\n1772357400.0,a,0\n1772367400.5,b,7\n1772357401.0,a,50\n1772367401.5,b,9\n1772367402,c,1",
      visits: "Visit")
    #expect(table.visits.map(\.name) == ["a", "b", "c"])
    #expect(table.visits.map { $0.rows.map(\.at.milliseconds) } == [[0, 1000], [0, 1000], [0]])
    let error = #expect(throws: TableError.self) { try self.table("t,y\n0,0", visits: "user") }
    #expect(error?.sentence == "there is no column \"user\", only \"t\", \"y\"")
    #expect(throws: TableError.self) { try self.table("0,0\n1,1", visits: "user") }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T12:00:00Z", 951_825_600_000),
    ("2026-03-01T09:30:00.5+05:30", 1_772_337_600_500), ("2026-03-01 09:30", 1_772_357_400_000),
    ("1969-12-31T23:59:59.999Z", -1),
  ])
  func `dates are counted by the calendar`(text: String, milliseconds: Double) {
    #expect(ISOTime.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "2026-13-01T00:00:00Z", "2026-03-01", "2026-03-01T24:00:00Z", "2026-03-01T09:30:00.Z",
    "2026-03-01T09:30:00Zz", "٢٠٢٦-03-01T09:30:00Z", "2026-03-01T09:30:00+25:00", "",
  ])
  func `what is no date is none`(text: String) { #expect(ISOTime.milliseconds(text) == nil) }

  @Test func `a table of slots says where they are`() throws {
    var table = SlotFrameTable()
    try table.append("Slot;Ad Unit;top;height\nfirst;/1/a;100,5;250\n;;400;0\n".utf8)
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
  func `a bad row of slots is told with its line`(text: String, line: Int, sentence: String) throws
  {
    let error = try #require(
      #expect(throws: TableError.self) {
        var table = SlotFrameTable()
        try table.append(text.utf8)
        try table.finish()
      })
    #expect(error.line == line && error.sentence.hasPrefix(sentence), "\(error)")
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
