import AdEngine
import AdSessions
import Testing

@testable import Playground

@Suite struct LinearTests {
  @Test func `fling goes down, and with up it goes up`() {
    var reader = Reader(testPage(ads: 8, paragraphs: 6))
    reader.type("fling")
    reader.type("wait 3")
    let down = reader.engine.viewport.y
    #expect(down > 500)
    reader.type("fling up")
    reader.type("wait 3")
    #expect(reader.engine.viewport.y < down)
  }

  @Test func `copy says what it copies, and asks for the form`() {
    var reader = Reader(testPage())
    #expect(reader.type("copy").contains { $0.contains("expected copy swift|gpt|observer|json") })
    let said = reader.type("copy json")
    #expect(said.first == "copied:" && said.dropFirst().first?.contains("fetchThreshold") == true)
  }

  @Test func `a replay tells its captions and its events, and is decided again by a word`() throws {
    var reader = Reader(
      .session(try demoReplay("thresholds.jsonl")), settings: PlaygroundSettings())
    #expect(reader.transcript.first?.hasPrefix("a replay of The harbour bridge reopens") == true)
    reader.end()
    let captions = reader.transcript.filter { $0.hasPrefix("caption: ") }
    #expect(captions.count == 6 && captions.last?.contains("Slot 4") == true)
    #expect(reader.transcript.contains { $0.contains("notLoaded → fetched") })
    reader.type("fetch 2400")
    #expect(reader.type("metrics").contains { $0.hasPrefix("requests: 4") })
  }

  @Test(arguments: ["Esc", "down"])
  func `an interstitial is told, and left by Esc or by any other line`(line: String) {
    var reader = Reader(testPage(front: "adServer: { latency: 100ms }\ninterstitial: full_1"))
    reader.type("wait 2")
    let said = reader.send(.opened(PageFile("b.md", testPage(ads: 1))))
    #expect(said.contains { $0.contains("covers the page") && $0.hasSuffix("Esc closes it") })
    #expect(reader.type(line).contains { $0.hasSuffix("interstitial full_1  loaded → closed") })
  }

  @Test func `an interstitial that cannot be closed yet keeps lines from the page`() {
    let ad = "{ unit: full, optIn: true, closeDelay: 3s, creative: { media: video } }"
    var reader = Reader(testPage(front: "adServer: { latency: 50ms }\ninterstitial: \(ad)"))
    reader.type("wait 1")
    _ = reader.send(.opened(PageFile("b.md", testPage(ads: 4, paragraphs: 8))))
    let settings = reader.engine.lazyLoading
    for line in ["down 5", "fetch 900", "reload all"] {
      #expect(reader.type(line).contains { $0.hasSuffix("can be closed in 3 s") }, "\(line)")
    }
    #expect(reader.engine.viewport.y == 0 && reader.engine.lazyLoading == settings)
    reader.type("wait 3")
    #expect(reader.type("down 5").contains { $0.hasSuffix("→ closed") })
    #expect(reader.engine.viewport.y == 100)
  }

  @Test func `a session on the homepage reads as it should`() throws {
    var reader = Reader(try demoPage("home.md"), consent: .unset)
    for line in [
      "consent granted", "down 20", "wait 3", "metrics", "where", "slots", "read", "next",
      "fetch 900", "unload 1200", "why", "details", "f", "→", "Esc", "search lighthouse",
      "copy as swift", "undo", "write", "let time slower", "pause?", "bottom", "reload all",
    ] { reader.type(line) }
    reader.end()
    expectGolden(reader.transcript.joined(separator: "\n") + "\n", "linear-home.txt")
  }

  @Test func `why explains the slot whose number is typed`() {
    var reader = Reader(testPage(ads: 3))
    #expect(reader.type("why 2").contains { $0.hasPrefix("why slot 2") })
    #expect(reader.type("why 4") == ["why 4: this page has 3 slots"])
    #expect(reader.type("why two") == ["why: expected why [SLOT]"])
  }

  @Test func `the words are listed`() throws {
    var reader = Reader(testPage())
    let manual = reader.type("help")
    for word in LinearWord.allCases { #expect(manual.contains("\(word.usage): \(word.help)")) }
    #expect(reader.type("?") == manual)
    // What is listed by a key is done by it.
    let context = KeyContext.article
    for line in manual.drop(while: { !$0.hasPrefix("Any other") }).dropFirst() {
      let keys = line.split(separator: ": ").first?.split(separator: " ") ?? []
      for key in keys where line.contains(": ") && !line.contains("(") {
        let order = LinearOrder(String(key), in: context, pageContext: context)
        if case .refused(let reason) = order, keys.count < 3 { Issue.record("\(line): \(reason)") }
      }
    }
  }

  @Test func `what happens is told in the debug log's own lines`() {
    var reader = Reader(testPage())
    reader.type("b")
    let said = reader.type("down 60") + reader.type("wait 5")
    let logged = reader.requests.flatMap(\.logged)
    #expect(logged.count > 5)
    #expect(logged.dropFirst().allSatisfy(said.contains))
  }

  @Test func `the same lines say the same, and the ladybug is not needed for it`() throws {
    func transcript() throws -> [String] {
      var reader = Reader(try demoPage("home.md"))
      for line in ["J", "wait 4", "metrics"] { reader.type(line) }
      reader.end()
      #expect(reader.requests == [])
      return reader.transcript
    }
    let first = try transcript()
    #expect(first.contains { $0.contains("fetched → displayed") })
    #expect(try transcript() == first)
  }

  @Test(
    "lines are understood",
    arguments: [
      ("down", .scroll(rows: 1)), ("  UP   3 ", .scroll(rows: -3)), ("page", .command(.pageDown)),
      ("page up", .command(.pageUp)), ("wait 0.5", .wait(milliseconds: 500)),
      ("unload off", .threshold(.change(LazyLoadingChange(unloadingEnabled: false)))),
      ("fetch 900 pt", .threshold(.distance(.fetch, 900, .points))),
      ("consent Denied", .consent(.denied)), ("preset 2", .preset(2)),
      ("reload", .command(.reload)), ("reload all", .command(.reloadAll)),
      ("reload all ads", .command(.reloadAll)), ("go back a page", .command(.back)),
      ("undo", .command(.undo)), ("copy json", .command(.copyJSON)),
      ("copy observer", .command(.copyObserver)),
      ("open the page's file", .command(.reopen)), ("ladybug", .command(.toggleLadybug)),
      ("search a  word", .search("a word")), ("n", .key("n")), ("PgDn", .key(.pageDown)),
      ("^R", .key(.control("r"))), ("?", .answer(.help)), ("slots", .answer(.slots)),
    ] as [(String, LinearOrder)])
  func understood(line: String, order: LinearOrder) {
    #expect(LinearOrder(line, in: .article, pageContext: .article) == order)
  }

  @Test(
    "what is not understood is answered",
    arguments: [
      ("dwon 5", "“dwon” is no command: did you mean down?"),
      ("fetsh 900", "“fetsh” is no command: did you mean fetch?"),
      ("xyzzy", "“xyzzy” is no command: help lists the words"), ("a", "a: does nothing here"),
      ("100", "“100” is no command: help lists the words"),
      ("down far", "down: expected down [ROWS]"), ("down -1", "down: expected down [ROWS]"),
      ("down 1e3", "down: expected down [ROWS]"), ("wait", "wait: expected wait SECONDS"),
      ("wait 1000000", "wait: expected wait SECONDS"), ("wait nan", "wait: expected wait SECONDS"),
      ("preset 0", "preset: expected preset 1…5"),
      ("preset -9223372036854775808", "preset: expected preset 1…5"),
      ("preset 9223372036854775807", "preset: expected preset 1…5"),
      ("consent maybe", "consent: expected consent granted|denied|unset"),
      ("fetch x", "fetch: expected a number of points"),
      ("unload x", "unload: expected a number of points, on or off"),
      ("y", "y: needs a screen; help lists the words that work without one"),
    ])
  func notUnderstood(line: String, answer: String) {
    var reader = Reader(testPage())
    #expect(reader.type(line) == [answer])
  }

  @Test func `nothing typed says nothing, and what is hostile does no harm`() {
    var reader = Reader(testPage(front: "lazyLoad: off"))
    #expect(reader.type(" \t") == [])
    for line in [
      "\u{1B}[2J\u{202E}", "search \u{1B}]0;x\u{7}", String(repeating: "down ", count: 500),
      "fetch 5", "\u{0}", "🐞",
    ] {
      let said = reader.type(line)
      #expect(!said.isEmpty, "\(line.scrubbed)")
      for sentence in said { #expect(sentence == sentence.scrubbed) }
    }
  }

  @Test func `a question is asked, and can be answered by its keys or by words`() {
    for answer in ["a", "consent granted", "agree"] {
      var reader = Reader(testPage(), consent: .unset)
      #expect(reader.transcript.contains("May this page load ads that use your data?"))
      #expect(reader.type(answer).contains { $0.contains("unset → granted") })
    }
  }

  @Test func `the thresholds are written when that was asked for twice`() {
    var reader = Reader(testPage())
    reader.type("fetch 900")
    #expect(reader.type("write").contains("Write the thresholds into page.md?"))
    #expect(reader.requests == [])
    reader.type("write")
    #expect(reader.requests.count == 1)
    // Any other word leaves the question.
    reader.type("display 100")
    reader.type("write")
    reader.type("where")
    #expect(reader.type("write").contains("Write the thresholds into page.md?"))
    #expect(reader.requests.count == 1)
  }

  @Test func `links are followed, and what could not be opened is told`() {
    var reader = Reader(testPage())
    #expect(reader.type("next") == ["selected link “link 1” to other-1.md"])
    reader.type("open")
    #expect(reader.requests == [.open(link: "other-1.md", from: "page.md")])
    #expect(reader.send(.openFailed("other-1.md: gone")) == ["other-1.md: gone"])
    let file = PageFile("b.md", "# Other\n\nText.\n")
    #expect(reader.send(.opened(file)).last == "Other: 60 pt, 0 slots")
    #expect(reader.type("read") == ["Other", "Text."])
    #expect(reader.type("slots") == ["no ads on this page"])
    #expect(reader.type("details") == ["this page has no ads"])
  }
}
