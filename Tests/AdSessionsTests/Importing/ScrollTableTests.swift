import AdEngine
import TestSupport
import Testing

@testable import AdSessions

/// Tables of scroll positions from other programs.
@Suite struct ScrollTableTests {
  private func rows(_ text: String, piece: Int = .max) throws(ScrollTable.ParsingError)
    -> [[Double]]
  {
    var table = ScrollTable()
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      try table.append(bytes.prefix(piece))
      bytes = bytes.dropFirst(piece)
    }
    try table.finish()
    return table.rows.map { [Double($0.at.milliseconds), $0.scroll] }
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
    let mistake = #expect(throws: ScrollTable.ParsingError.self) { try rows(text) }
    #expect(mistake == ScrollTable.ParsingError(line: line, sentence: sentence))
  }

  @Test(arguments: 0..<200)
  func `any bytes are a table or a mistake`(seed: UInt64) {
    var draw = SeededGenerator(seed: seed)
    let bytes = draw.bytes(200) + Array("\n0,1\n\",;\t\n".utf8).shuffled(using: &draw)
    var table = ScrollTable()
    #expect(throws: ScrollTable.ParsingError.self) {
      try table.append(bytes)
      try table.append(Array("\n\"\n".utf8))
    }
  }
}
