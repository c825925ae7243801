import AdEngine
import AdLab
import AdSessions
import Testing

@testable import Playground

/// What a person does in the preload lab.
@Suite struct LabTests {
  private func player(_ changes: [PreloadOption: Bool] = [:]) -> Player {
    labPlayer(120, 40, changes)
  }

  @Test func `L opens the lab and leaves it, Esc leaves it, and the palette finds it`() {
    var player = player()
    #expect(player.model.isLabOpen)
    player.press("L")
    #expect(!player.model.isLabOpen)
    player.press("L", .escape)
    #expect(!player.model.isLabOpen)
    player.press(":", typing: "preload lab", then: .enter)
    #expect(player.model.isLabOpen)
  }

  @Test func `the page's time stands still while the lab is open, and the lab's while it is not`() {
    var player = player()
    let before = player.time
    player.press("f", wait: 5_000)
    #expect(player.lab?.machine.state == .presented)
    player.press("L")
    #expect(player.time == before)
    let own = player.lab?.time
    player.wait(3_000)
    #expect(player.time == before + 3_000)
    player.press("L")
    #expect(player.lab?.time == own)
  }

  @Test func `time in the lab can stand still and change its speed`() {
    var player = player().pressing("f", "p").waiting(20_000)
    #expect(player.lab?.machine.state == .fetching)
    #expect(player.model.nextDeadline == nil)
    player.press("p", ">", wait: 2_000)
    #expect(player.lab?.time == Instant(milliseconds: 4_000))
  }

  @Test func `when nothing is pending nobody is woken`() {
    var player = player([.autoPresent: false])
    #expect(player.model.nextDeadline == nil)
    player.press("f")
    player.waitUntilIdle()
    #expect(player.lab?.machine.state == .ready)
  }

  @Test func `S2.29 the console of the lab has the script, and when it was run`() {
    var player = labPlayer(100, 40, [.injectVisibilityJavascript: true]).pressing("C")
    func console() -> [String] { player.overlayBox?.lines.map(\.text) ?? [] }
    #expect(console().contains("not run yet: it runs when the ad is presented"))
    #expect(console().contains(LabCreative.visibilityScript))
    player.press(.escape, "f", wait: 10_000)
    player.press("C")
    #expect(console().contains(LabCreative.completionEvent))
    let isRun = console().contains {
      $0.hasPrefix("run at ") && $0.hasSuffix(", 1 ms after it was presented")
    }
    #expect(isRun)
    player.press(.escape)
    #expect(player.overlayBox == nil)
    labPlayer(100, 40, [.injectVisibilityJavascript: false]).pressing("C")
      .shows("not run: Inject Visibility Javascript is off")
  }

  @Test func `S2.27 changes of the settings are remembered, those of the page too`() {
    var player = player()
    func saved() -> PlaygroundSettings? {
      if case .save(let settings)? = player.takeRequests().last { settings } else { nil }
    }
    player.press("s", .down, " ")
    let first = saved()
    #expect(first?.lab[.preload] == false && first?.lab[.waitForCompletionEvent] == true)
    player.press(.up, .right)
    let second = saved()
    #expect(second?.lab.unit == "celtra20" && second?.consent == .granted)
  }

  @Test func `S2.29 while preload is off its sub-settings refuse to change, with a sentence`() {
    var player = player([.preload: false]).pressing("s", .down, times: 2)
    let before = player.lab?.settings
    player.press(" ")
    #expect(player.lab?.settings == before)
    #expect(player.notice == "Outside Screen Bounds means something only while Preload is on")
    #expect(player.screen.contains("([ ])"))
  }

  @Test func `what belongs to the page does nothing in the lab`() {
    let player = player()
    for key in ["d", "x", "c", .pageDown] as [Key] {
      let after = player.pressing(key)
      #expect(after.overlay == nil && after.model.viewer.thresholds.edit == nil)
      #expect(after.engine.viewport == player.engine.viewport)
      #expect(after.model.visit.settings == player.model.visit.settings)
      // The palette, open from before, cannot do more.
      #expect(after.model.keyContext == .lab)
    }
  }

  @Test func `the ladybug of the lab is that of the page, and its lines are written down`() {
    var player = player().pressing("b")
    #expect(player.model.visit.settings.isDebugEnabled)
    #expect(player.screen.hasPrefix(" 🐞 on  AdView · preload lab"))
    player.press("f", wait: 5_000)
    let lines = player.takeRequests().flatMap(\.logged)
    #expect(lines.contains { $0.contains("lab") && $0.contains("presented") }, "\(lines)")
    player.press("b")
    #expect(player.screen.hasPrefix(" 🐞 AdView · preload lab"))
  }

  @Test func `help has the lab's own keys first, and only its commands are in the palette`() {
    var player = player()
    player.press("?", shows: "AdView: the lab", "The preload lab")
    player.shows("before that: it cannot have been seen")
    player.press(.escape, ":")
    #expect(player.paletteCommands.count == player.paletteEntries.count)
    #expect(player.paletteCommands.allSatisfy { $0.runs(on: .lab) })
    #expect(player.paletteEntries.contains { $0.name.contains("reset: cancel") })
  }

  @Test func `every key that the lab's footer names does what it says`() {
    var player = player()
    for keys in [[], ["s"], ["s", "f"], ["p"]] as [[Key]] {
      for key in keys { player.press(key) }
      player.expectTrueFooter()
    }
  }

  @Test func `the mouse presses the buttons`() {
    var player = player().pressing("m")
    let rects = labLayout(player).buttonRects
    func click(_ column: Int, _ row: Int) {
      player.send(.mouse(MouseEvent(.pressed, column: column, row: row)))
    }
    click(rects[1].column + 3, rects[1].row)
    #expect(player.lab?.machine.state == .fetching)
    click(rects[0].column + 3, rects[0].row)
    #expect(player.lab?.machine.state == .noAd)
    click(rects[2].column + 3, rects[2].row)
    #expect(player.lab?.isSettingsOpen == true)
    click(5, 5)
    #expect(player.page.selection == nil)
  }

  // MARK: - Recording and replaying

  @Test func `a recording of the lab has all that happened, and passes its check`() throws {
    var player = player([.autoPresent: false]).pressing("f").waiting(4_000).pressing("S")
    #expect(player.takeRequests().contains(.startRecording(.lab(unit: "celtra18"))))
    player.send(.recordingStarted(file: "lab.jsonl", pages: []))
    player.press("f", after: 500, wait: 100)
    player.press("r", "f", "S")
    #expect(player.lab?.recording == nil)
    var bytes: [UInt8] = []
    for case .record(let more) in player.takeRequests() { bytes += more }
    let (header, lines) = try SessionReader.session(in: bytes)
    for world in SessionWorld.allCases {
      #expect(try LabChecker(header, lines: lines, world: world).verdict.hasPassed, "\(world)")
    }
    #expect(lines.contains { $0.line.entry == .decision(.lab(.publishState(2, .ready))) })
  }

  @Test func `a replay can be stepped through, forth and back, to the same moments`() throws {
    var player = Player(try LabScreenTests.replay(columns: 100, rows: 30))
    var seen: [Instant: LabRun] = [:]
    for _ in 0..<80 {
      player.press(.right)
      let lab = try #require(player.lab)
      seen[lab.time] = lab.run
      _ = seen[lab.time]?.drainHistory()
    }
    #expect(seen.count > 15)
    player.press(.end)
    for _ in 0..<80 {
      player.press(.left)
      guard let lab = player.lab, let expected = seen[lab.time] else { continue }
      #expect(lab.run == expected)
    }
    #expect(player.lab?.time == .start)
    player.press("f")
    #expect(player.lab?.machine.state == .noAd)
    player.press("L")
    #expect(player.model.isLabOpen)
  }

  @Test func `a replay plays to its end and rests there`() throws {
    var player = Player(try LabScreenTests.replay(columns: 100, rows: 30))
    player.waitUntilIdle()
    #expect(player.lab?.time == player.lab?.replay?.script.end)
    #expect(player.screen.contains("■ end"))
    player.press(" ")
    #expect(player.lab?.time == .start)
  }

  // MARK: - Units and matrix

  @Test func `S2.26 u takes any text as the unit, with the known ones offered`() throws {
    var player = labPlayer(100, 40)
    player.press("u", shows: "▸ celtra18")
    player.press(typing: "promo?load=900&event=900", shows: "▸ promo?load=900&event=900")
    player.press(.enter, "f", wait: 9_000)
    let record = try #require(player.lab?.record)
    #expect(record.unit == "promo?load=900&event=900")
    #expect(try #require(record.completedAt) - #require(record.arrivedAt) == 900)
    // What was typed comes first, what is known and fits it below.
    player.press("u", typing: "20", then: .down, .enter)
    #expect(player.lab?.settings.unit == "celtra20")
    player.press("s", .enter, shows: "unit ID: type any")
    player.press(typing: "x?load=soon", then: .enter)
    #expect(player.lab?.settings.unit == "celtra20")
    #expect(player.notice?.contains("expected how long it loads") == true)
  }

  @Test func `on a narrow screen each row of the matrix is one row of figures`() throws {
    let player = labPlayer(62, 42).pressing("M")
    let rows = player.screen.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.contains { $0.contains("P O D W H R J A M ready early play early imp. plays") })
    #expect(rows.contains { $0.contains("▸● + - - + . . . + - 1.7 s 0.5 s 1.7 s early") })
  }

  @Test func `M walks the matrix, and Enter fetches with the settings of a row`() throws {
    var player = labPlayer(80, 24, [.autoPresent: false])
    player.press("M", golden: "lab-matrix-80x24")
    // The row of the settings now is chosen; the one above it presents by itself and counts by hand.
    player.press(.up, .enter)
    #expect(player.overlayBox == nil)
    let settings = try #require(player.lab?.settings)
    #expect(settings[.manualImpressions] && !settings[.autoPresent] && settings[.preload])
    #expect(player.lab?.machine.isFetching == true)
    player.press("M", .enter, after: 9_000)
    #expect(player.lab?.machine.isFetching == true)
    #expect(player.lab?.run.records.count == 2)
    // Each row, fetched and presented by hand where that is needed, comes to what the row says.
    for row in 0..<13 {
      player.press("M", .home, .pageUp)
      for _ in 0..<row { player.press(.down) }
      let line = try #require(player.overlayBox.map { $0.lines[$0.chosen ?? 0] })
      player.press(.enter, wait: 60_000)
      let record = try #require(player.lab?.record)
      let isEarly = record.autoplay?.timing == .early || record.impression?.timing == .early
      #expect(isEarly == (line.tone == .poor), "row \(row)")
    }
  }
}
