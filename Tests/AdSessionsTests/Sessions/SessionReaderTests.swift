import AdEngine
import Testing

@testable import AdSessions

/// What a session is refused for, line by line and in which words: for its form by the reader, for its thresholds, which
/// have to go with those before them, by the player.
@Suite struct SessionReaderTests {
  private func error(_ text: String) -> String {
    do {
      let (header, lines) = try session(text)
      let isBare = if case .slots = header.content { true } else { false }
      var player = try SessionPlayer(header, page: isBare ? nil : PageConfiguration())
      for (number, line) in lines { try player.receive(line, number: number) }
      return "no error"
    } catch let error as SessionError {
      return error.description
    } catch SessionPlayer.SetupError.session(let error) {
      return error.description
    } catch {
      return "\(error)"
    }
  }

  /// A line that follows a good header and a good line.
  private func errorInLine3(_ line: String) -> String {
    error("{\"adview\":1,\"page\":\"a.md\"}\n{\"at\":5,\"in\":{\"scroll\":0}}\n\(line)\n")
  }

  @Test(arguments: SessionMistakes.badHeaders)
  func `a bad header is refused in line 1`(text: String, sentence: String) {
    #expect(error(text.isEmpty ? "" : text + "\n") == "line 1: " + sentence)
  }

  @Test(arguments: SessionMistakes.badLines)
  func `a bad line is refused with its number`(line: String, sentence: String) {
    #expect(errorInLine3(line) == "line 3: " + sentence)
  }

  @Test func `changes of settings add up before they are checked`() {
    let text = """
      {"adview":1,"slots":[],"lazyLoad":{"fetchThreshold":1000}}
      {"at":0,"in":{"lazyLoad":{"displayThreshold":900}}}
      {"at":1,"in":{"lazyLoad":{"fetchThreshold":899}}}

      """
    #expect(
      error(text) == "line 3: thresholds fetch 899, display 900, unload 1600:"
        + " expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload")
  }

  @Test(
    arguments: [
      ("{\"at\":6,\"in\":{\"scr", 2, 3), ("{", 2, 3),
      ("{\"at\":6,\"in\":{\"caption\":\"\u{E6}", 2, 3),
      ("{\"at\":6,\"in\":{\"scroll\":0}}", 3, nil),
    ] as [(String, Int, Int?)])
  func `an unfinished last line is dropped, one that only lacks its line feed counts`(
    end: String, count: Int, dropped: Int?
  ) throws {
    let (items, reader) = try readSession(
      Array("{\"adview\":1,\"slots\":[]}\n{\"at\":5,\"in\":{\"scroll\":0}}\n\(end)".utf8))
    #expect(items.count == count)
    #expect(reader.droppedLine == dropped)
  }

  @Test(arguments: [#"{"at":5,"end":true}"#, #"{"at":6,"in":{"scroll":1}}"#])
  func `nothing comes after the end`(line: String) {
    #expect(throws: SessionError(line: 3, .afterEnd)) {
      try session("{\"adview\":1,\"slots\":[]}\n{\"at\":5,\"end\":true}\n\(line)\n")
    }
  }

  @Test func `bytes that are no text are not JSON`() {
    var bytes = Array("{\"adview\":1,\"slots\":[]}\n{\"at\":5,\"in\":{\"caption\":\"".utf8)
    bytes += [0xFF, 0xFE] + Array("\"}}\n".utf8)
    #expect(throws: SessionError(line: 2, .notJSON)) { try readSession(bytes) }
  }

  @Test func `a byte order mark before the first line is left out`() throws {
    let lines = #"{"adview":1,"slots":[]}"# + "\n" + #"{"at":0,"in":{"scroll":1}}"# + "\n"
    let marked = try readSession([0xEF, 0xBB, 0xBF] + Array(lines.utf8)).items
    #expect(marked.count == 2)
    #expect(try marked == readSession(Array(lines.utf8)).items)
  }

  @Test func `more lines of one time than a step may have are refused, however they are written`()
    throws
  {
    let limit = SessionReader.maxLinesAtOnce
    let header = #"{"adview":1,"slots":[]}"#
    let scroll = #"{"at":7,"in":{"scroll":1}}"#
    let most = [header] + Array(repeating: scroll, count: limit)
    for more in [scroll, #"{"at":7,"in":{"caption":"a"}}"#] {
      #expect(throws: SessionError(line: limit + 2, .tooManyAtOnce(limit: limit))) {
        try session((most + [more]).joined(separator: "\n"))
      }
    }
    let later = most + [#"{"at":8,"in":{"scroll":1}}"#]
    #expect(try session(later.joined(separator: "\n")).lines.count == limit + 1)
  }

  @Test func `a line without an end is refused before it fills the memory`() {
    let bytes =
      Array("{\"adview\":1,\"slots\":[]}\n".utf8)
      + [UInt8](repeating: 0x20, count: SessionReader.maxLineLength + 1)
    #expect(throws: SessionError(line: 2, .tooLong(limit: SessionReader.maxLineLength))) {
      try readSession(bytes)
    }
  }

  @Test(arguments: [
    ("{\"adview\":1}", true), ("\u{FEFF} {\"page\":\"x\",\"adview\":1", true),
    ("\u{FEFF} {\"adview\":1}", true), ("\n\r\n{\"adview\":1}", true),
    // A damaged header, or none: it is not taken for a page.
    ("{\"slots\":[]}", true), ("{\"at\":0,\"in\":{\"scroll\":0}}", true),
    ("{\"Adview\":1}", false), ("# A page about \"adview\"", false), ("# adview", false),
    ("", false),
    ("{", false), ("{}\n{\"adview\":1}", false), ("{ \"key\": 1 }\n\"adview\"", false),
    ("text {\"adview\":1}", false),
  ])
  func `the first line tells a session from a page`(text: String, isSession: Bool) {
    #expect(SessionReader.isSession(beginningWith: Array(text.utf8)) == isSession)
  }

  @Test(arguments: [
    ("\u{FEFF}\n {\"page\":\"x\",\"adview\":1}\n", true, 29), ("{\"at\":0", true, 7),
    (" {\"key\":1}\n", false, 12), ("\n# A page", false, 2), ("", false, 0),
  ])
  func `the first line says whether a file is a session, also if its bytes come one at a time`(
    text: String, isSession: Bool, count: Int
  ) {
    var rest = Array((text + (text.hasSuffix("\n") ? "more" : "")).utf8)[...]
    let bytes = SessionReader.beginning {
      defer { rest = rest.dropFirst() }
      return Array(rest.prefix(1))
    }
    #expect(bytes == Array(text.utf8.prefix(count)), "no more is waited for")
    #expect(SessionReader.isSession(beginningWith: bytes) == isSession)
  }
}
