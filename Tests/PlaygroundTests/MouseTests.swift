import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct MouseTests {
  private func player(columns: Int = 120, rows: Int = 40) -> Player {
    let front = "adServer: { latency: 100ms, sizes: { div-gpt-ad-mobile_1: [320x240] } }"
    return Player(testPage(front: front), columns: columns, rows: rows).pressing("m")
  }

  /// The first cell of a text on the screen, so that tests point at what a person sees.
  private func cell(of text: String, in player: Player) throws -> (column: Int, row: Int) {
    let canvas = player.canvas
    for row in 0..<canvas.height {
      let line = (0..<canvas.width).map { canvas[$0, row] }
      for column in 0..<canvas.width {
        let rest = String(String.UnicodeScalarView(line[column...].map(\.base)))
        if rest.hasPrefix(text) { return (column, row) }
      }
    }
    throw TestSupportError("\(text) is not on the screen")
  }

  private func click(_ text: String, plus cells: Int = 0, in player: inout Player) throws {
    let place = try cell(of: text, in: player)
    for action in [MouseEvent.Action.pressed, .released] {
      player.send(.mouse(MouseEvent(action, column: place.column + cells, row: place.row)))
    }
  }

  @Test func `the mouse is asked for and given back, and the screen says so`() {
    var player = Player(testPage(), columns: 120, rows: 40).pressing("m")
    #expect(player.takeRequests() == [.takeMouse(true)])
    #expect(
      player.screen.contains("the mouse is on for sliders, map, ads and links; m gives it back"))
    for key in [Key.escape, "f"] { player.press(key, shows: " m gives the mouse back ") }
    player.press("m")
    #expect(player.takeRequests() == [.takeMouse(false)])
    player.press(.escape, hides: "gives the mouse back")
  }

  @Test func `a terminal without a mouse is lived with`() {
    var player = player()
    player.send(.mouseRefused)
    #expect(player.screen.contains("this terminal does not report the mouse"))
    player.press("m")
    #expect(player.takeRequests() == [.takeMouse(true), .takeMouse(true)])
  }

  @Test func `a mouse that was not asked for does nothing`() throws {
    var player = Player(testPage(), columns: 120, rows: 40)
    let before = player.canvas
    try click("link 1", in: &player)
    player.send(.mouse(MouseEvent(.wheelDown, column: 5, row: 5)))
    let isUntouched = player.canvas == before
    #expect(isUntouched)
  }

  @Test func `a slider goes where it is clicked and follows the mouse beyond its ends`() throws {
    var player = player().waiting(2000)
    let knob = try cell(of: "●", in: player)
    let bar = try #require(player.layout.sliderBar(of: .fetch))
    #expect(bar.row == (try cell(of: "fetch ", in: player).row))
    func send(_ action: MouseEvent.Action, _ column: Int, row: Int = bar.row) {
      player.send(.mouse(MouseEvent(action, column: column, row: row)))
    }
    send(.pressed, bar.column + bar.width / 2)
    let middle = try #require(player.model.shownDistances(below: true)?.fetch)
    #expect((900...1100).contains(middle) && middle.truncatingRemainder(dividingBy: 10) == 0)
    #expect(player.focus == .threshold(.fetch))
    send(.dragged, 100_000, row: -5)
    #expect(player.model.shownThresholds?.fetchThreshold == 2000)
    send(.dragged, -100_000, row: 100_000)
    #expect(player.model.shownThresholds?.fetchThreshold == 0)
    send(.released, 0)
    send(.dragged, bar.column + 9)
    #expect(player.model.shownThresholds?.fetchThreshold == 0)
    // What was dragged is undone like what was typed.
    player.press(.escape)
    #expect(player.lazyLoading == .standard)
    #expect(knob.row <= bar.row)
  }

  @Test func `the scale of a slider stays while it is dragged`() throws {
    var player = player().pressing("u", "9", "0", "0", "0", .enter)
    let bar = try #require(player.layout.sliderBar(of: .unload))
    player.send(.mouse(MouseEvent(.pressed, column: bar.endColumn - 1, row: bar.row)))
    #expect(player.lazyLoading?.unloadThreshold == 9000)
    player.send(.mouse(MouseEvent(.dragged, column: bar.column, row: bar.row)))
    player.send(.mouse(MouseEvent(.dragged, column: bar.endColumn - 1, row: bar.row)))
    #expect(player.lazyLoading?.unloadThreshold == 9000)
  }

  @Test func `the map scrolls to where it is clicked and dragged`() {
    var player = player()
    let map = player.layout.map.inside
    func send(_ action: MouseEvent.Action, row: Int) {
      player.send(.mouse(MouseEvent(action, column: map.column + 1, row: row)))
    }
    send(.pressed, row: map.endRow - 1)
    #expect(player.position == player.model.visit.lowestScroll)
    send(.dragged, row: map.row + map.height / 2)
    #expect(player.position > 0 && player.position < player.model.visit.lowestScroll)
    send(.dragged, row: -1_000_000)
    #expect(player.position == 0)
    send(.released, row: 0)
    send(.dragged, row: map.endRow - 1)
    #expect(player.position == 0)
  }

  @Test func `a link is selected by a click and followed by a second one`() throws {
    var player = player()
    _ = player.takeRequests()
    try click("link 1", plus: 5, in: &player)
    #expect(player.page.selection == 0)
    #expect(player.takeRequests() == [])
    try click("link 1", in: &player)
    #expect(player.takeRequests() == [.open(link: "other-1.md", from: "page.md")])
  }

  @Test func `text beside a link is nothing to click`() throws {
    var player = player()
    try click("link 1", plus: 6, in: &player)
    for text in ["Paragraph 1", "article"] { try click(text, in: &player) }
    #expect(player.page.selection == nil)
  }

  @Test func `an ad is selected by a click and shows its details by a second one`() throws {
    var player = player().waiting(3000)
    try click("▌", plus: 4, in: &player)
    #expect(player.selectedSlot == 0)
    try click("div-gpt-ad-mobile_1", in: &player)
    #expect((player.overlay as? DetailsOverlay)?.slot == 0)
    // What covers the page covers its links too.
    let before = player.page.selection
    for row in 0..<40 { player.send(.mouse(MouseEvent(.pressed, column: 10, row: row))) }
    #expect(player.page.selection == before)
  }

  @Test func `a wheel scrolls like the arrow keys, wherever they count`() {
    var byWheel = player()
    var byKey = player()
    for prefix in [[], ["?"], [.escape, "f"], [.escape, "b", .backTab]] as [[Key]] {
      for key in prefix {
        byWheel.press(key)
        byKey.press(key)
      }
      for (action, key) in [(.wheelDown, .down), (.wheelDown, .down), (.wheelUp, .up)]
        as [(MouseEvent.Action, Key)]
      {
        byWheel.send(.mouse(MouseEvent(action, column: 3, row: 3)))
        byKey.press(key, times: 3)
      }
      let looksTheSame = byWheel.canvas == byKey.canvas
      #expect(looksTheSame, "\(prefix)")
    }
  }

  @Test func `every selectable thing on the screen is what a click on it selects`() {
    var player = player(columns: 80, rows: 20).waiting(3000)
    for _ in 0..<4 {
      player.press("n", wait: 500)
      let model = player.model
      let article = model.layout.article
      let cells = (article.row..<article.endRow).flatMap { row in
        (article.column..<article.endColumn).map { (column: $0, row: row) }
      }
      let clicked = cells.filter {
        HitTest(model: model).target(column: $0.column, row: $0.row)
          == model.visit.pages.top.selection.map { .stop($0) }
      }
      #expect(!clicked.isEmpty, "stop \(model.visit.pages.top.selection ?? -1)")
      // A selected link is drawn like nothing else in the article.
      let canvas = player.canvas
      guard model.top.selectedSlot == nil else { continue }
      let drawn = cells.filter { canvas[$0.column, $0.row].style == Theme.selected }
      #expect(drawn.map { [$0.column, $0.row] } == clicked.map { [$0.column, $0.row] })
    }
  }

  @Test(.tags(.sweep)) func `random mice among random keys at random sizes do no harm`() throws {
    var random = SeededGenerator(seed: 3)
    let actions: [MouseEvent.Action] = [
      .pressed, .dragged, .dragged, .released, .wheelUp, .wheelDown,
    ]
    for round in 0..<Sweep.rounds(30) {
      var player = Player(
        testPage(ads: random.number(0...5)), columns: random.number(0...140),
        rows: random.number(0...50)
      ).pressing("m")
      for step in 0..<80 {
        let isFar = random.number(0...15) == 0
        let event = MouseEvent(
          random.pick(actions),
          column: isFar ? random.pick([Int.min, -1, Int.max]) : random.number(0...140),
          row: isFar ? random.pick([Int.min, -1, Int.max]) : random.number(0...50))
        player.send(.mouse(event))
        if random.number(0...4) == 0 { player.press(random.key()) }
        if random.number(0...20) == 0 {
          player.send(.resized(columns: random.number(0...200), rows: random.number(0...70)))
        }
        player.wait(Int64(random.number(0...200)))
        if let settings = player.lazyLoading {
          let viewport = player.engine.viewport.size
          #expect(settings.points(.display, in: viewport) <= settings.points(.fetch, in: viewport))
        }
        if step % 8 == 0 { try player.requireNoFault("round \(round)") }
      }
    }
  }
}
