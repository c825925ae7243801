import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct ScreenTests {
  @Test(arguments: [(80, 24), (120, 40), (200, 60), (60, 16), (40, 10), (39, 10)])
  func `the homepage looks as it should at every size`(columns: Int, rows: Int) throws {
    var player = Player(try demoPage("home.md"), columns: columns, rows: rows)
    player.press(.down, times: 6, wait: 4000)
    expectGolden(player.canvas, "home-\(columns)x\(rows)")
  }

  /// What the other themes make of a role stands in `roles.txt`.
  @Test func `each kind of view has the colours that it should have`() throws {
    func expectLooks(
      _ name: String, of page: String = "harbour.md", _ act: (inout Player) -> Void
    ) throws {
      var player = Player(try demoPage(page))
      act(&player)
      expectGolden(player.canvas.looks(Theme(.dark, .palette)), "looks/\(name).txt")
    }
    try expectLooks("page", of: "home.md") { player in player.press(.down, times: 6, wait: 4000) }
    try expectLooks("log") { player in player.press("b", .pageDown, wait: 300) }
    try expectLooks("threshold") { $0.press("u", .shiftRight, .right) }
    try expectLooks("details") { player in
      while player.selectedSlot == nil { player.press("n") }
      player.press(.enter, after: 5000)
    }
    try expectLooks("help") { $0.press("?") }
    try expectLooks("consent") { $0.press("c") }
    try expectLooks("palette") { $0.press(":", "t", "h", "r") }
  }

  @Test func `a terminal without UTF-8 shows the same in ASCII`() throws {
    var player = Player(try demoPage("home.md"))
    player.press(.down, times: 6, wait: 4000)
    #expect(player.canvas.ascii.text.utf8.allSatisfy { $0 < 0x80 })
    expectGolden(player.canvas.ascii.text, "home-80x24-ascii.txt")
  }

  @Test func `the debug log opens below the page and says where the viewport goes on`() throws {
    var player = Player(try demoPage("home.md"), columns: 120, rows: 40).pressing("b")
    player.press(.down, times: 30, wait: 4000)
    expectGolden(player.canvas, "ladybug-120x40")
  }

  @Test func `an ad that waits for consent says so`() throws {
    var player = Player(try demoPage("home.md"), settings: PlaygroundSettings()).pressing(.escape)
    while player.selectedSlot == nil { player.press("n") }
    player.wait(1000, shows: "waiting for consent")
  }

  @Test func `the help looks as it should`() throws {
    let player = Player(try demoPage("home.md")).pressing("?")
    expectGolden(player.canvas, "help-80x24")
  }

  @Test func `a threshold that is being set stands out`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 120, rows: 40)
    player.press("u", .shiftRight, .right, wait: 500, golden: "threshold-120x40")
  }

  @Test func `the details of an ad tell everything about it`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 100, rows: 30)
    while player.selectedSlot == nil { player.press("n") }
    player.press(.enter, after: 5000, golden: "details-100x30")
  }

  @Test func `the consent notice shows every answer on the smallest screen`() throws {
    let player = Player(try demoPage("home.md"), columns: 40, rows: 10).pressing("c")
    expectGolden(player.canvas, "consent-40x10")
  }

  @Test(arguments: ["w", .enter] as [Key])
  func `what covers the page can be read to its end on the smallest screen`(key: Key) throws {
    var player = Player(try demoPage("harbour.md"), columns: 40, rows: 10)
    while player.selectedSlot == nil { player.press("n") }
    player.press(key, after: 5000)
    try player.expectReadableOverlay()
  }

  @Test func `the problems of a page are listed, each with its line`() throws {
    let page = testPage(ads: 3, front: "lazyload: off", block: "size: 9999999x1")
    var player = Player(page, columns: 80, rows: 24)
    #expect(player.screen.contains("problems (! lists all)"))
    player.press("!", golden: "problems-80x24")
    player.press(.escape, hides: "problems: 4")
    #expect(player.screen.contains("! problems"), "the hint stays")
  }

  @Test func `a line of the log is shown to its end, in two rows where one is too short`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 80, rows: 30)
    player.press("b", .pageDown, .pageDown, wait: 300, golden: "ladybug-80x30")
    let entry = try #require(player.log.last { $0.topic == .lazy })
    for word in entry.text.split(separator: " ") { #expect(player.screen.contains(word)) }
  }

  @Test func `a long notice is shown to its end`() {
    var player = Player(testPage(), columns: 40, rows: 12)
    let words = (1...20).map { "word\($0)" }
    player.send(.notice(words.joined(separator: " ")))
    for word in words { #expect(player.screen.contains(word)) }
    player.press(.down, hides: "word1")
  }

  @Test func `the help can be read by screens, and q closes it`() {
    var player = Player(testPage()).pressing("?", .end)
    let end = player.screen
    #expect(end.contains(HelpText.lines.last?.key ?? "no lines"))
    player.press("g", .pageDown, times: HelpText.lines.count / 10)
    #expect(player.screen == end)
    player.press("q")
    #expect(player.overlay == nil)
    #expect(player.takeRequests() == [])
  }

  @Test func `a page without problems says so`() throws {
    Player(try demoPage("home.md")).pressing("!").shows("this page has no problems")
  }

  @Test(.tags(.sweep), arguments: Sweep.sample([80, 100, 120, 200]))
  func `no state word is cut in the slots pane, however far the slots are`(columns: Int) {
    var player = Player(testPage(ads: 10_500, paragraphs: 1), columns: columns, rows: 24)
    var count = 0
    let words = SeenState.allCases.map(\.word)
    for key in [Key.home, "G", .home, "J"] {
      player.press(key, wait: 500)
      let canvas = player.canvas
      let slots = player.layout.slots.inside
      for row in slots.row..<slots.endRow {
        let line = String.UnicodeScalarView(
          (slots.column..<slots.endColumn).map { canvas[$0, row].base })
        let pane = String(line)
        #expect(words.contains { pane.contains($0) }, "\(pane)")
        count += 1
      }
    }
    #expect(count >= 16)
  }

  @Test func `a viewport that ends before the pane does is marked`() throws {
    let size = Size(width: 384, height: 400)
    var player = Player(try demoPage("tides.md"), columns: 100, rows: 40, viewport: size)
    player.wait(1000, golden: "short-viewport-100x40")
  }

  @Test func `a page without lazy loading says so`() throws {
    let player = Player(try demoPage("classifieds.md"), columns: 120, rows: 40).waiting(6000)
    expectGolden(player.canvas, "eager-120x40")
  }

  @Test(
    .tags(.sweep),
    arguments: [[], ["/", "w", "s", "n", "N", .enter, .escape, "e", "a"]] as [[Key]])
  func `half-wide cells never stand alone whatever is pressed at whatever size`(often: [Key]) throws
  {
    var random = SeededGenerator(seed: 1 + often.count)
    for round in 0..<Sweep.rounds(often.isEmpty ? 150 : 30) {
      var player = Player(
        testPage(ads: random.number(0...6)) + "\n漢字 🐞 e\u{301} \u{202E}evil\u{1B}[31m\n",
        columns: random.number(0...140), rows: random.number(0...50),
        settings: PlaygroundSettings(isDebugEnabled: round % 2 == 0, consent: .granted))
      for _ in 0..<70 {
        let isOften = !often.isEmpty && random.flag()
        player.press(isOften ? random.pick(often) : random.key())
        player.wait(Int64(random.number(0...300)))
        if random.number(0...20) == 0 {
          player.send(.resized(columns: random.number(0...200), rows: random.number(0...70)))
        }
        try player.requireNoFault("round \(round)")
      }
    }
  }
}

extension Canvas {
  /// A character of two cells without its second, a second cell without its first, or a control character.
  var fault: String? {
    for row in 0..<height {
      var expectsContinuation = false
      for column in 0..<width {
        let cell = self[column, row]
        guard cell.isContinuation == expectsContinuation else {
          return "cell \(column), \(row) is \(cell)"
        }
        if !cell.isContinuation, cell.base.value < 0x20 || (0x7F..<0xA0).contains(cell.base.value) {
          return "cell \(column), \(row) holds a control character"
        }
        expectsContinuation = !cell.isContinuation && CharacterWidth.cells(cell.base) == 2
      }
      if expectsContinuation { return "row \(row) ends in half a character" }
    }
    return nil
  }
}
