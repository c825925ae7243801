import AdEngine
import AdSessions
import Testing

@testable import Playground

@Suite struct SearchTests {
  private let page = testPage(ads: 8, paragraphs: 6)

  // MARK: - The article

  @Test func `the homepage is searched as one types, and every hit stands out`() throws {
    var player = Player(try demoPage("home.md"), columns: 80, rows: 24).waiting(3000).pressing("/")
    player.press(typing: "the", golden: "search-80x24")
    let lit = player.canvas.cells.filter { $0.style.attributes.contains(.reverse) }
    #expect(lit.count > 3)
    player.press(.enter, "n", golden: "search-kept-80x24")
  }

  @Test func `a search goes to the first hit below, and esc goes back`() {
    var player = Player(page).pressing(.down, times: 5).pressing("/", typing: "before ad 5")
    #expect(player.position > 1000)
    player.shows("before ad 5", "1 of 6")
    player.press(.escape)
    #expect(player.position == 100)
    #expect(player.search == nil)
  }

  @Test func `what is done with a page ends when the page starts over`() {
    var player = Player(page).pressing("/", typing: "ad", then: .enter, "i")
    #expect(player.search != nil && player.overlay != nil)
    player.send(.reopened(player.page.file))
    #expect(player.search == nil && player.overlay == nil)
    player.press("f", .right)
    player.send(.reopened(player.page.file))
    #expect(player.model.viewer.thresholds.edit == nil && player.focus == .article)
    #expect(player.whatIf == nil)
  }

  @Test func `characters are text while a search is typed, whatever they do elsewhere`() {
    var player = Player(page).pressing("/", typing: "qfdubnN?/:<>[ 9")
    #expect(player.search?.text == "qfdubnN?/:<>[ 9")
    #expect(player.requests.isEmpty)
    #expect(player.focus == .article)
    player.press(.control("c"))
    #expect(player.requests == [.quit])
  }

  @Test func `n and N walk the hits round and round, then the links and ads again`() {
    var player = Player(page).pressing("/", typing: "PARAGRAPH 1")
    #expect(player.screen.contains("no hit"), "capitals count")
    player.press(.backspace, times: 11)
    player.press(typing: "paragraph 1", then: .enter)
    #expect(player.search?.count == 8)
    for number in 1..<8 {
      player.press("n")
      #expect(player.search?.current == number)
    }
    player.press("n")
    #expect(player.search?.current == 0)
    #expect(player.screen.contains("from the last hit to the first"))
    player.press("N")
    #expect(player.search?.current == 7)
    #expect(player.page.selection == nil)
    player.press(.escape)
    #expect(player.search == nil)
    player.press("g", "n")
    #expect(player.page.selection == 0)
  }

  @Test func `who scrolled away goes on with the hits from there`() {
    var player = Player(page).pressing("/", typing: "paragraph 1", then: .enter, "G", "N")
    #expect(player.search?.current == 7)
    player.press("g", "n")
    #expect(player.search?.current == 0)
  }

  @Test func `backspace takes back, and leaves the search when nothing is left`() {
    var player = Player(page).pressing("/", "x", .backspace)
    #expect(player.search?.text == "")
    player.press(.backspace)
    #expect(player.search == nil)
  }

  @Test func `what was not found is said, and nothing has moved`() {
    var player = Player(page).pressing(.down, "/", typing: "zeppelin")
    player.shows("no hit", hides: "keep")
    player.press(.enter, shows: "“zeppelin” was not found")
    #expect(player.position == 20)
  }

  @Test func `a search ends with its page`() {
    var player = Player(page).pressing("/", typing: "ad", then: .enter)
    player.open()
    #expect(player.search == nil)
  }

  @Test func `hits among wide characters and accents stand where the text stands`() throws {
    let text = "漢字かな and cafe\u{301} and 🐞, then the word"
    var player = Player("# T\n\n\(text)\n").pressing("/", typing: "word")
    let row = try #require(player.rows(with: "漢字").first)
    let start = try #require(row.firstRange(of: "word")?.lowerBound)
    let column = Glyphs.cells(row[..<start])
    #expect(player.canvas.litColumns == Array(column..<column + 4))
    try player.requireNoFault("word")
    player.press(.escape, "/", typing: "cafe", shows: "cafe\u{301}")
    #expect(player.canvas.litColumns.count == 4)
    try player.requireNoFault("cafe")
  }

  @Test func `the words of an image are found`() {
    var player = Player("# T\n\n![a lighthouse](x.png)\n\nText.\n").pressing("/")
    player.press(typing: "lighthouse", shows: "1 of 1")
    #expect(!player.canvas.litColumns.isEmpty)
  }

  @Test(arguments: ["\u{202E}", "\u{1B}", "👨‍👩‍👧", "e\u{301}", "\u{301}", "\u{0}", "漢", "🇩🇰"])
  func `hostile text in the prompt harms nothing`(text: String) throws {
    var player = Player("# \(text)\n\n\(text) \(text)\n", columns: 40, rows: 10).pressing("/")
    for _ in 0..<40 { player.press(typing: text) }
    try player.requireNoFault("\(text)")
    player.press(.escape, "/", typing: text)
    try player.requireNoFault("\(text)")
    #expect((player.search?.count ?? 0) > 0, "\(player.screen)")
  }

  // MARK: - The log

  private func logger() -> Player {
    var player = Player(page, columns: 100, rows: 30, settings: .debugging)
    player.press("J", "J", "J", wait: 6000)
    player.press(.backTab)
    return player
  }

  @Test func `in the log a search finds lines and goes from one to the next`() throws {
    var player = logger().pressing("/", typing: "viewable")
    let count = player.log.count { $0.text.contains("viewable") }
    #expect(player.search?.count == count)
    player.press(.enter)
    let rows = max(0, player.layout.log.height - 2)
    for _ in 0..<count {
      let search = try #require(player.search)
      let number = search.lines[try #require(search.current)]
      #expect(player.model.visit.log.visible(rows: rows).contains { $0.number == number })
      player.press("N")
    }
    player.press(.escape)
    #expect(player.search == nil && player.model.visit.log.scrollback == 0)
  }

  @Test func `without a current hit the next is the first, and the previous the last`() throws {
    let player = logger().pressing("/", typing: "fetch", then: .enter)
    for (direction, number) in [(1, 0), (-1, (player.search?.count ?? 0) - 1)] {
      var page = player.model
      page.viewer.search?.current = nil
      page.shared.notice = nil
      page.selectHit(direction)
      #expect(page.viewer.search?.current == number && number >= 0)
      #expect(page.shared.notice == nil)
    }
  }

  @Test func `in the log n goes to no hit of the article, and the footer names none`() {
    var player = Player(testPage(ads: 6, paragraphs: 6), columns: 120, rows: 40)
    player.press("b", "/", "e", .enter)
    while player.focus != .log { player.press(.tab) }
    let position = player.position
    #expect(!Footer(player.model).hints.contains { $0.word == "hits" })
    player.press("n", "n", "n")
    #expect(player.position == position)
    #expect(player.notice?.hasPrefix("there is no search") == true)
  }

  @Test func `esc while searching the log goes back to where it was scrolled`() {
    var player = logger().pressing(.up, .up, .up, "/", typing: "opened")
    #expect(player.model.visit.log.scrollback > 3)
    player.press(.escape)
    #expect(player.model.visit.log.scrollback == 3)
    #expect(player.focus == .log)
  }

  @Test func `lines that come while hits are kept are found too`() throws {
    var player = logger().pressing("/", typing: "fetch, generation", then: .enter)
    let before = player.search?.count ?? 0
    #expect(before > 0)
    player.press("R", wait: 100)
    #expect((player.search?.count ?? 0) > before)
  }

  // MARK: - The filter

  @Test func `s shows the lines of one slot, says so, and stays where the log was`() throws {
    var player = logger()
    let all = player.log
    func last() throws -> LogEntry {
      try #require(player.model.visit.log.visible(rows: 5).last)
    }
    player.press(.up, times: 12)
    let before = try last().number
    player.press("s")
    let slot = try #require(player.model.visit.log.filter)
    player.shows("only slot \(slot.rawValue + 1)")
    #expect(player.model.visit.log.shown == all.filter { $0.slot == slot })
    let shown = try last().number
    #expect(shown <= before || player.model.visit.log.scrollback > 0)
    let isSkipped = all.contains { $0.slot == slot && $0.number > shown && $0.number <= before }
    #expect(!isSkipped, "no line of the slot was skipped")
    player.press("s")
    #expect(player.model.visit.log.shown == all)
  }

  @Test(arguments: [false, true])
  func `a log that is scrolled back stays there while lines come`(isFiltered: Bool) {
    var player = logger()
    if isFiltered { player.press("s") }
    player.press(.up, times: 3)
    let last = player.model.visit.log.visible(rows: 4).last
    #expect(player.model.visit.log.scrollback == 3)
    player.press("R", wait: 1000)
    #expect(player.model.visit.log.visible(rows: 4).last == last)
    if let slot = player.model.visit.log.filter {
      #expect(player.model.visit.log.visible(rows: 4).allSatisfy { $0.slot == slot })
    }
    #expect((player.model.visit.log.filter != nil) == isFiltered)
    player.press("G")
    #expect(player.model.visit.log.scrollback == 0)
    #expect(player.model.visit.log.visible(rows: 1).last == player.model.visit.log.shown.last)
  }

  @Test func `the file has every line, whatever is shown`() {
    var player = logger().pressing("s")
    _ = player.takeRequests()
    player.press("R")
    let written = player.takeRequests().flatMap(\.logged)
    let entries = player.log.suffix(written.count)
    #expect(Set(entries.map(\.slot)).count > 1 && written == entries.map(\.line))
  }

  @Test func `lines of a page that was left belong to no slot of the next`() {
    var player = logger().pressing("s")
    player.open("b.md", page)
    #expect(player.model.visit.log.filter == nil)
    let start = player.log.lastIndex { $0.text.hasPrefix("opened") } ?? 0
    #expect(player.log[..<start].allSatisfy { $0.slot == nil })
  }
}

extension Canvas {
  /// The columns of the cells of the article that stand out as the hit that is looked at.
  fileprivate var litColumns: [Int] {
    (0..<height - 1).flatMap { row in (0..<width).filter { self[$0, row].style == Theme.selected } }
  }
}
