import AdEngine
import AdLab
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What the lab's timeline and its words say, whatever the size and after a reset.
@Suite struct LabTimelineTests {
  /// The rows of the timeline's pane.
  private func chart(_ player: Player) -> [Substring] {
    let rows = player.screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = rows.firstIndex(where: { $0.hasPrefix("┌ timeline") }) else { return [] }
    return Array(rows[first...].prefix { !$0.hasPrefix("└") })
  }

  private func column(of mark: Character, in row: Substring) -> Int? {
    row.firstIndex(of: mark).map { row.distance(from: row.startIndex, to: $0) }
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (40, 24)])
  func `a reset keeps the scale of the timeline, however late`(columns: Int, rows: Int) throws {
    var player = labPlayer(columns, rows, [.autoPresent: false]).pressing("f").waiting(6_000)
    player.press("f", wait: 30_000)
    let before = try #require(chart(player).first)
    player.press("r")
    #expect(chart(player).first == before)
    player.wait(60_000)
    #expect(chart(player).first == before)
    #expect(chart(player).contains { $0.contains("after 36.0 s") })
  }

  @Test(arguments: [200, 1_500, 2_500] as [Int64])
  func `a reset while the ad is fetched or preloaded keeps the scale too`(wait: Int64) throws {
    var player = labPlayer(80, 24, [.waitForCompletionEvent: false]).pressing("f").waiting(wait)
    let before = try #require(chart(player).first)
    player.press("r")
    #expect(chart(player).first == before)
    player.wait(30_000)
    #expect(chart(player).first == before)
  }

  @Test func `of an ad that was reset nothing is said to be still to come`() {
    var player = labPlayer(120, 40, [.autoPresent: false], unit: "celtra20").pressing("f")
    player.wait(1_300, shows: "not so far")
    player.press("r", hides: "so far", "not presented yet")
    player.shows("never played", "never came", "gone")
    #expect(player.screen.contains("never presented") == player.screen.contains("EARLY"))
  }

  @Test(arguments: [20, 60, 80, 100, 120, 160, 200], [false, true])
  func `what was early stands to the left of presenting, however short before`(
    columns: Int, presentsByItself: Bool
  ) throws {
    // With auto-present the ad is presented half a second after it has begun to play.
    for rest: Int64 in [0, 5_000, 120_000] {
      var player = labPlayer(columns + 20, 30, [.autoPresent: presentsByItself]).pressing("f")
      player.wait(4_000)
      if !presentsByItself { player.press("f") }
      player.wait(rest)
      let rows = chart(player)
      let record = try #require(player.lab?.record)
      #expect(record.autoplay?.timing == .early && record.impression?.timing == .early)
      guard let axis = rows.first(where: { $0.hasPrefix("│ad") }) else { continue }
      let presented = try #require(column(of: "┃", in: axis))
      for (lane, mark) in [("│plays", "▶"), ("│counted", "◆")] as [(String, Character)] {
        let row = try #require(rows.first { $0.hasPrefix(lane) })
        #expect(try #require(column(of: mark, in: row)) < presented, "\(lane) at \(columns)")
        #expect(column(of: "┃", in: row) == presented)
      }
    }
  }

  @Test(.tags(.sweep), arguments: [(40, 10), (40, 24), (60, 16), (80, 24), (120, 40)])
  func `no figure is cut, and durations look the same everywhere`(columns: Int, rows: Int) throws {
    for changes in [
      [.autoPresent: false], [.waitForCompletionEvent: false, .autoPresent: false],
      [.inDetachedParentView: true], [.manualImpressions: true, .autoPresent: false],
    ] as [[PreloadOption: Bool]] {
      for unit in Sweep.sample(["celtra18", "celtra5", "celtra6", "celtra20"]) {
        var player = labPlayer(columns, rows, changes, unit: unit).pressing("f")
        for step in 0..<24 {
          player.wait(1_777)
          if step == 10 { player.press("f") }
          if step == 20 { player.press("r") }
          for row in player.screen.split(separator: "\n") {
            for part in row.split(separator: "…").dropLast() {
              // Words may be cut, numbers and what begins with one may not.
              let end = part.drop { $0 != " " }.last ?? " "
              #expect(!end.isNumber && end != "." && !part.hasSuffix(" s"), "\(row)")
            }
          }
          if let record = player.lab?.record, let presented = record.presentedAt,
            let autoplay = record.autoplay, autoplay.timing == .early,
            player.lab?.machine.banner?.placement == .presented
          {
            let gap = (presented - autoplay.at).secondsText
            #expect(player.screen.contains(gap), "\(gap) at \(columns)×\(rows)")
          }
        }
      }
    }
  }

  @Test func `the arrows say where the list of what happened is, where there is none`() {
    for (columns, rows) in [(80, 24), (40, 10), (99, 30)] {
      let player = labPlayer(columns, rows).pressing(.down)
      #expect(player.notice == "the list of what happened needs 100 columns")
    }
    let wide = labPlayer(100, 40).pressing(.down)
    #expect(wide.notice == "all that happened is in view")
  }

  @Test func `the newest of what happened is in view until the person scrolls back`() throws {
    var player = Player(try LabScreenTests.replay(columns: 100, rows: 20)).pressing(.end)
    let view = LabRemarks(try #require(player.lab), in: labLayout(player).remarks)
    let rows = try #require(view.rows)
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(view.lastFirstRow > 0 && first.text != last.text)
    func shows(_ row: LabRemarks.Row) -> Bool {
      // The list is at the right.
      player.screen.split(separator: "\n").contains { $0.hasSuffix("│") && $0.contains(row.text) }
    }
    #expect(shows(last) && !shows(first))
    for _ in rows { player.press(.up) }
    #expect(shows(first) && !shows(last))
    for _ in rows { player.press(.down) }
    #expect(shows(last))
    #expect(player.notice == nil)
  }

  @Test func `a replay of the lab offers what it does, and refuses none of it`() throws {
    let player = Player(try LabScreenTests.replay(columns: 120, rows: 40))
    let opened = player.pressing(":")
    #expect(opened.paletteEntries.count > 10)
    for command in opened.paletteCommands {
      var model = player.pressing(.right).model
      model.perform(command, .enter)
      #expect(model.shared.notice != Replay.refusal, "\(command)")
    }
  }

  @Test func `help begins with the keys of what is on the screen`() throws {
    let lab = labPlayer().pressing("?")
    #expect(lab.overlayBox?.lines.first?.key == KeyContext.lab.rawValue)
    let replay = Player(try LabScreenTests.replay(columns: 80, rows: 24)).pressing("?")
    let lines = try #require(replay.overlayBox).lines
    #expect(lines.first?.key == KeyContext.replay.rawValue)
    #expect(!lines.contains { $0.text == "fetch an ad; present it once it is ready" })
    #expect(!lines.contains { $0.text.contains("farther up in the viewport") })
    #expect(lines.contains { $0.key == "EARLY" })
    let page = Player(testPage()).pressing("?")
    #expect(page.overlayBox?.lines.first?.key == KeyContext.article.rawValue)
  }

  @Test func `every key that the help of a replay of the lab lists does something there`() throws {
    for binding in KeyMap.bindings
    where [.replay, .anywhere].contains(binding.context) && binding.command.runs(on: .labReplay) {
      for key in binding.keys {
        var player = Player(try LabScreenTests.replay(columns: 80, rows: 24)).waiting(2_500)
        player.press(key)
        #expect(player.notice != Replay.refusal, "\(binding.help)")
      }
    }
  }

  @Test func `a unit that the ad server does not know says that its creative is drawn`() {
    var player = labPlayer(80, 24, unit: "/1/some/unit")
    #expect(player.screen.contains("is not a known unit: its creative"))
    player.press("f", wait: 2_000)
    #expect(player.lab?.record?.arrivedAt != nil)
  }
}
