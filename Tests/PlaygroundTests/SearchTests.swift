import AdEngine
import AdSessions
import TestSupport
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
    var player = Player(page).pressing(.down, times: 5)
    player.press("/", typing: "before ad 5")
    #expect(player.position > 1000)
    player.shows("before ad 5", "1 of 6")
    player.press(.escape)
    #expect(player.position == 100)
    #expect(player.model.viewer.search == nil)
  }

  @Test func `what is done with a page ends when the page starts over`() {
    var player = Player(page).pressing("/", typing: "ad", then: .enter, "i")
    #expect(player.model.viewer.search != nil && player.model.overlay != nil)
    player.send(.reopened(player.model.visit.pages.top.file))
    #expect(player.model.viewer.search == nil && player.model.overlay == nil)
    player.press("f", .right)
    player.send(.reopened(player.model.visit.pages.top.file))
    #expect(player.model.viewer.thresholds.edit == nil && player.model.viewer.focus == .article)
    #expect(player.model.viewer.thresholds.whatIf == nil)
  }

  @Test func `characters are text while a search is typed, whatever they do elsewhere`() {
    var player = Player(page).pressing("/", typing: "qfdubnN?/:<>[ 9")
    #expect(player.model.viewer.search?.text == "qfdubnN?/:<>[ 9")
    #expect(player.requests.isEmpty)
    #expect(player.model.viewer.focus == .article)
    player.press(.control("c"))
    #expect(player.requests == [.quit])
  }

  @Test func `n and N walk the hits round and round, then the links and ads again`() {
    var player = Player(page).pressing("/", typing: "PARAGRAPH 1")
    #expect(player.screen.contains("no hit"), "capitals count")
    player.press(.backspace, times: 11)
    player.press(typing: "paragraph 1", then: .enter)
    #expect(player.model.viewer.search?.count == 8)
    for number in 1..<8 {
      player.press("n")
      #expect(player.model.viewer.search?.current == number)
    }
    player.press("n")
    #expect(player.model.viewer.search?.current == 0)
    #expect(player.screen.contains("from the last hit to the first"))
    player.press("N")
    #expect(player.model.viewer.search?.current == 7)
    #expect(player.model.visit.pages.top.selection == nil)
    player.press(.escape)
    #expect(player.model.viewer.search == nil)
    player.press("g", "n")
    #expect(player.model.visit.pages.top.selection == 0)
  }

  @Test func `who scrolled away goes on with the hits from there`() {
    var player = Player(page).pressing("/", typing: "paragraph 1", then: .enter, "G", "N")
    #expect(player.model.viewer.search?.current == 7)
    player.press("g", "n")
    #expect(player.model.viewer.search?.current == 0)
  }

  @Test func `backspace takes back, and leaves the search when nothing is left`() {
    var player = Player(page).pressing("/", "x", .backspace)
    #expect(player.model.viewer.search?.text == "")
    player.press(.backspace)
    #expect(player.model.viewer.search == nil)
  }

  @Test func `what was not found is said, and nothing has moved`() {
    var player = Player(page).pressing(.down, "/", typing: "zeppelin")
    #expect(player.screen.contains("no hit"))
    #expect(!player.screen.contains("keep"))
    player.press(.enter, shows: "“zeppelin” was not found")
    #expect(player.position == 20)
  }

  @Test func `a search ends with its page`() {
    var player = Player(page).pressing("/", typing: "ad", then: .enter)
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array("# B".utf8))))
    #expect(player.model.viewer.search == nil)
  }

  @Test func `hits among wide characters and accents stand where the text stands`() throws {
    let text = "漢字かな and cafe\u{301} and 🐞, then the word"
    var player = Player("# T\n\n\(text)\n").pressing("/", typing: "word")
    let row = try #require(player.screen.split(separator: "\n").first { $0.contains("漢字") })
    let column = Glyphs.cells(try #require(row.components(before: "word")))
    let lit = player.canvas.litColumns
    #expect(lit == Array(column..<column + 4))
    #expect(player.canvas.fault == nil)
    player.press(.escape, "/", typing: "cafe")
    #expect(player.canvas.litColumns.count == 4)
    #expect(player.screen.contains("cafe\u{301}"))
    #expect(player.canvas.fault == nil)
  }

  @Test func `the words of an image are found`() {
    var player = Player("# T\n\n![a lighthouse](x.png)\n\nText.\n").pressing("/")
    player.press(typing: "lighthouse", shows: "1 of 1")
    #expect(!player.canvas.litColumns.isEmpty)
  }

  @Test(arguments: ["\u{202E}", "\u{1B}", "👨‍👩‍👧", "e\u{301}", "\u{301}", "\u{0}", "漢", "🇩🇰"])
  func `hostile text in the prompt harms nothing`(text: String) {
    var player = Player("# \(text)\n\n\(text) \(text)\n", columns: 40, rows: 10).pressing("/")
    for _ in 0..<40 { player.press(typing: text) }
    #expect(player.canvas.fault == nil)
    player.press(.escape, "/", typing: text)
    #expect(player.canvas.fault == nil)
    #expect((player.model.viewer.search?.count ?? 0) > 0, "\(player.screen)")
  }

  // MARK: - The log

  private func logger() -> Player {
    var player = Player(
      page, columns: 100, rows: 30,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
    player.press("J", "J", "J", wait: 6000)
    player.press(.backTab)
    return player
  }

  @Test func `in the log a search finds lines and goes from one to the next`() throws {
    var player = logger().pressing("/", typing: "viewable")
    let lines = player.model.visit.log.entries.filter { $0.text.contains("viewable") }
    #expect(player.model.viewer.search?.count == lines.count)
    player.press(.enter)
    for _ in 0..<lines.count {
      let search = try #require(player.model.viewer.search)
      let number = search.lines[try #require(search.current)]
      let rows = max(0, player.model.layout.log.height - 2)
      #expect(player.model.visit.log.visible(rows: rows).contains { $0.number == number })
      player.press("N")
    }
    player.press(.escape)
    #expect(player.model.viewer.search == nil)
    #expect(player.model.visit.log.scrollback == 0)
  }

  @Test func `without a current hit the next is the first, and the previous the last`() throws {
    let player = logger().pressing("/", typing: "fetch", then: .enter)
    for (direction, number) in [(1, 0), (-1, (player.model.viewer.search?.count ?? 0) - 1)] {
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
    while player.model.viewer.focus != .log { player.press(.tab) }
    let position = player.position
    #expect(!Footer(player.model).hints.contains { $0.word == "hits" })
    player.press("n", "n", "n")
    #expect(player.position == position)
    #expect(player.model.shared.notice?.hasPrefix("there is no search") == true)
  }

  @Test func `esc while searching the log goes back to where it was scrolled`() {
    var player = logger().pressing(.up, .up, .up, "/", typing: "opened")
    #expect(player.model.visit.log.scrollback > 3)
    player.press(.escape)
    #expect(player.model.visit.log.scrollback == 3)
    #expect(player.model.viewer.focus == .log)
  }

  @Test func `lines that come while hits are kept are found too`() throws {
    var player = logger().pressing("/", typing: "fetch, generation", then: .enter)
    let before = player.model.viewer.search?.count ?? 0
    #expect(before > 0)
    player.press("R", wait: 100)
    #expect((player.model.viewer.search?.count ?? 0) > before)
  }

  // MARK: - The filter

  @Test func `s shows the lines of one slot, says so, and stays where the log was`() throws {
    var player = logger()
    let all = player.model.visit.log.entries
    player.press(.up, times: 12)
    let last = try #require(player.model.visit.log.visible(rows: 5).last)
    player.press("s")
    let slot = try #require(player.model.visit.log.filter)
    #expect(player.screen.contains("only slot \(slot.rawValue + 1)"))
    #expect(player.model.visit.log.shown.allSatisfy { $0.slot == slot })
    #expect(player.model.visit.log.shown == all.filter { $0.slot == slot })
    let shown = try #require(player.model.visit.log.visible(rows: 5).last)
    #expect(shown.number <= last.number || player.model.visit.log.scrollback > 0)
    let between = all.filter {
      $0.slot == slot && $0.number > shown.number && $0.number <= last.number
    }
    #expect(between.isEmpty, "no line of the slot was skipped")
    player.press("s")
    #expect(player.model.visit.log.shown == all)
  }

  @Test func `filter and scrollback agree while lines come`() throws {
    var player = logger().pressing("s", .up, .up)
    let slot = try #require(player.model.visit.log.filter)
    let last = player.model.visit.log.visible(rows: 4).last
    player.press("R", wait: 1000)
    #expect(player.model.visit.log.visible(rows: 4).last == last)
    #expect(player.model.visit.log.visible(rows: 4).allSatisfy { $0.slot == slot })
    player.press("G")
    #expect(player.model.visit.log.visible(rows: 1).last == player.model.visit.log.shown.last)
  }

  @Test func `the file has every line, whatever is shown`() {
    var player = logger().pressing("s")
    _ = player.takeRequests()
    player.press("R")
    let written = player.takeRequests().flatMap { request -> [String] in
      if case .log(let lines) = request { lines } else { [] }
    }
    #expect(Set(player.model.visit.log.entries.suffix(written.count).map(\.slot)).count > 1)
    #expect(written == player.model.visit.log.entries.suffix(written.count).map(\.line))
  }

  @Test func `lines of a page that was left belong to no slot of the next`() {
    var player = logger().pressing("s")
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array(page.utf8))))
    #expect(player.model.visit.log.filter == nil)
    let start = player.model.visit.log.entries.lastIndex { $0.text.hasPrefix("opened") } ?? 0
    #expect(player.model.visit.log.entries[..<start].allSatisfy { $0.slot == nil })
  }

  @Test(.tags(.sweep)) func `random keys with searches, filters and explanations harm nothing`() {
    for seed in 1...Sweep.rounds(25) {
      var random = SeededGenerator(seed: UInt64(seed) &+ 500)
      var player = Player(
        page + "\n漢字 🐞 e\u{301} \u{202E}evil\u{1B}[31m\n", columns: random.number(40...120),
        rows: random.number(10...40),
        settings: PlaygroundSettings(isDebugEnabled: seed % 2 == 0, consent: .granted))
      let often: [Key] = ["/", "w", "s", "n", "N", .enter, .escape, "e", "a", .backTab, .backspace]
      for _ in 0..<80 {
        let isOften = random.number(0...1) == 0
        player.press(isOften ? often[random.number(0...often.count - 1)] : random.key())
        player.wait(Int64(random.number(0...200)))
        if let fault = player.canvas.fault {
          Issue.record("seed \(seed): \(fault)\n\(player.screen)")
          return
        }
      }
    }
  }
}

extension Canvas {
  /// The columns of the cells of the article that stand out as the hit that is looked at.
  fileprivate var litColumns: [Int] {
    (0..<height - 1).flatMap { row in (0..<width).filter { self[$0, row].style == Theme.selected } }
  }
}

extension StringProtocol {
  /// What stands before a text.
  fileprivate func components(before text: String) -> String? {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) }
  }
}
