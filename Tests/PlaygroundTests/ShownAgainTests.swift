import AdEngine
import AdSessions
import Testing

@testable import Playground

/// A page whose file has changed is shown again: what changed loads again, the rest stays (S0.73, D34).
@Suite struct ShownAgainTests {
  private func page(_ ids: [String], words: String = "Words.", front: String = "title: T") -> String
  {
    let ads = ids.enumerated().map { "```ad\nunit: u\($0)\nid: \($1)\nsize: 320x100\n```\n" }
    return "---\n\(front)\n---\n\(words)\n\n" + ads.joined(separator: "\nText.\n\n")
  }

  private func file(_ text: String) -> PageFile {
    PageFile("page.md", text)
  }

  private func generations(_ player: Player) -> [Int] {
    player.engine.statuses().map(\.generation)
  }

  @Test func `another id loads that ad again, and the others keep what they hold`() {
    var player = Player(page(["a", "b", "c"]), columns: 100, rows: 60).waiting(5000)
    #expect(generations(player) == [1, 1, 1])
    player.send(
      .reopened(file(page(["a", "x", "c"], words: "More words, and more.\n\nAnd more."))))
    player.wait(5000)
    #expect(generations(player) == [1, 2, 1])
    #expect(player.engine.statuses().allSatisfy { $0.isRendered })
    #expect(player.screen.contains("More words"))
    let layout = player.page.layout
    for status in player.engine.statuses() {
      #expect(status.frame == layout.frame(ofSlot: status.id.rawValue))
    }
  }

  @Test func `a page that was shown again is not run again as it was before`() {
    var player = Player(page(["a", "b", "c"]), columns: 100, rows: 60).waiting(5000)
    player.send(.reopened(file(page(["a", "x", "c"]))))
    player.press("f", "0")
    #expect(player.whatIf == nil)
    #expect(player.notice?.hasPrefix("no comparison: the page has changed") == true)
    player.press(.escape)
    player.send(.reopened(file(page(["a", "x", "c"]))))
    player.press("f", "0", after: 5000)
    #expect(player.whatIf != nil, "it has started over")
  }

  @Test func `the same file, other settings and another number of ads start the page over`() {
    for text in [
      page(["a", "b"]), page(["a", "b"], front: "title: T\nadServer: { seed: 3 }"), page(["a"]),
    ] {
      var player = Player(page(["a", "b"]), columns: 100, rows: 60).waiting(5000)
      player.send(.reopened(file(text)))
      #expect(player.model.visit.history.state == .whole)
      #expect(generations(player).allSatisfy { $0 == 1 })
    }
  }

  @Test func `S0_60 other bounds keep the ad and count at once`() {
    func page(_ max: String) -> String {
      "---\nadServer: { latency: 50ms }\n---\n```ad\nunit: u\nid: a\nsize: 320x200\n\(max)creative: { size: 320x200 }\n```\n"
    }
    var player = Player(page(""), columns: 100, rows: 60).waiting(5000)
    player.send(.reopened(file(page("max: _x120\noverflow: clamp\n"))))
    player.wait(1000)
    #expect(generations(player) == [1])
    let status = player.engine.statuses()[0]
    #expect(status.isRendered && status.frame.height == 120)
    #expect(player.page.layout.frame(ofSlot: 0).height == 120)
    player.press("r", wait: 1000)
    #expect(player.engine.statuses()[0].frame.height == 120)
    player.send(.reopened(file(page(""))))
    player.wait(1000)
    #expect(player.engine.statuses()[0].frame.height == 200)
  }

  @Test func `all that moves on the page moves in one instant, before any ad is asked for`() {
    var player = Player(page(["a", "b", "c"]), columns: 100, rows: 60).waiting(5000)
    let (time, count) = (player.time, player.events.count)
    let words = String(repeating: "More words. ", count: 300)
    player.send(.reopened(file(page(["a", "b", "x"], words: words))))
    let inputs = player.events.dropFirst(count).filter {
      if case .input(.slotMoved) = $0.content { true } else { false }
    }
    #expect(inputs.count == 3 && Set(inputs.map(\.at)).count == 1)
    #expect(player.time <= time + 3, "the clock of the session is not ahead")
  }

  @Test func `another number of ads is said, since all of them load again`() {
    var player = Player(page(["a", "b"]), columns: 100, rows: 60).waiting(5000)
    player.send(.reopened(file(page(["new", "a", "b"]))))
    #expect(player.notice == "the page has 3 ads now instead of 2: all load again")
  }

  @Test func `a page that has changed cannot be recorded until it starts over, and says how`() {
    var player = Player(page(["a", "b"]), columns: 100, rows: 60).waiting(5000)
    let changed = file(page(["a", "x"]))
    player.send(.reopened(changed))
    player.press("S")
    #expect(
      player.notice
        == "a session names one version of its page, and this one has changed: ^R again starts over"
    )
    player.send(.reopened(changed))
    player.press("S")
    #expect(player.model.visit.history.state == .whole)
    #expect(player.notice?.contains("one version") != true)
  }

  @Test func `D34 ids that change all the time are warned of`() {
    var player = Player(page(["a0"]), columns: 100, rows: 60)
    // As slowly as somebody edits a file and comes back.
    for number in 1...4 {
      player.wait(20_000)
      player.send(.reopened(file(page(["a\(number)"]))))
    }
    #expect(player.notice?.contains("its id has changed 4 times in a row") == true)
  }
}
