import AdEngine
import AdRendering
import TestSupport
import Testing

/// What an ad's page says, well or badly (`S1.59`–`S1.62`, D25, D26).
@Suite(.tags(.fast)) struct BridgeMessageTests {
  private func problem(_ text: String) -> BridgeMessageError? {
    #expect(throws: BridgeMessageError.self) { try BridgeMessageReader.read(text) }
  }

  @Test(arguments: [
    (#"{"type":"console","level":"warn","message":"slow"}"#, "[WARN] slow"),
    (#"{"type":"console"}"#, "[LOG] "), (#"{"type":"console","message":"a"}"#, "[LOG] a"),
    (#"{"type":"console","level":7,"message":["a"]}"#, "[LOG] "),
    (
      #"{"type":"ping","b":[1,"x"],"a":null}"#,
      #"[Unknown type] {"a":null,"b":[1,"x"],"type":"ping"}"#
    ),
    (#"{"type":""}"#, #"[Unknown type] {"type":""}"#),
  ])
  func `S1.59 S1.61 D26 a message becomes one line of the log`(text: String, line: String) throws {
    #expect(try BridgeMessageReader.read(text).logLine == "[WebAdView] [HTML] " + line)
  }

  @Test func `S1.60 an adSize is a size, and no line of the log`() throws {
    let message = try BridgeMessageReader.read(#"{"type":"adSize","width":300,"height":250.5}"#)
    #expect(message == .adSize(Size(width: 300, height: 250.5)))
    #expect(message.logLine == nil)
  }

  @Test(arguments: ["0", "-1", "1e999", "-1e999", "4096.1", "1e300"])
  func `D25 whether a slot can take an adSize is left to the engine`(number: String) throws {
    let message = try BridgeMessageReader.read(
      #"{"type":"adSize","width":\#(number),"height":250}"#)
    let width = try #require(
      Double(number == "1e999" ? "inf" : number == "-1e999" ? "-inf" : number))
    #expect(message == .adSize(Size(width: width, height: 250)))
  }

  @Test(arguments: [#""300""#, "null", "true", "[300]", "{}"])
  func `D25 an adSize without numbers is refused`(value: String) {
    #expect(problem(#"{"type":"adSize","width":\#(value),"height":250}"#) == .notASize)
    #expect(problem(#"{"type":"adSize","width":300}"#) == .notASize)
  }

  @Test func `S1.62 what is no object or has no type is ignored with a reason`() throws {
    for text in ["[]", "7", "\"console\"", "null"] { #expect(problem(text) == .notAnObject) }
    for text in ["{}", #"{"type":7}"#, #"{"Type":"console"}"#] { #expect(problem(text) == .noType) }
    guard case .syntax = problem("{") else { throw TestSupportError("a syntax error was expected") }
  }

  @Test func `a message of a megabyte is read, its line is cut, and a longer one is refused`()
    throws
  {
    let text = String(repeating: "é", count: 500_000)
    let message = try BridgeMessageReader.read(#"{"type":"console","message":"\#(text)"}"#)
    #expect(message == .console(level: "log", text: text))
    let line = try #require(message.logLine)
    #expect(line.count < 2100 && line.hasSuffix("… (500000 characters)"))
    #expect(
      problem(#"{"type":"console","message":"\#(text)\#(text)"}"#)
        == .tooLong(limit: BridgeMessageReader.maxBytes))
    let unknown = try BridgeMessageReader.read(#"{"type":"\#(text)"}"#)
    #expect((unknown.logLine?.count ?? .max) < 2100)
  }
}
