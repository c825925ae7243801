import AdEngine
import AdLab
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What a person does in the preload lab.
@Suite struct LabTests {
  private func player(_ changes: [PreloadOption: Bool] = [:]) -> Player {
    let lab = PreloadSettings().applying(PreloadChange(options: changes))
    var player = Player(
      testPage(), columns: 120, rows: 40, settings: PlaygroundSettings(consent: .granted, lab: lab))
    _ = player.waitUntilIdle()
    player.press("L")
    return player
  }

  @Test func `L opens the lab and leaves it, Esc leaves it, and the palette finds it`() {
    var player = player()
    #expect(player.model.isLabOpen)
    player.press("L")
    #expect(!player.model.isLabOpen)
    player.press("L", .escape)
    #expect(!player.model.isLabOpen)
    player.press(":")
    for letter in "preload lab" { player.press(.character(letter)) }
    player.press(.enter)
    #expect(player.model.isLabOpen)
  }

  @Test func `the page's time stands still while the lab is open, and the lab's while it is not`() {
    var player = player()
    let before = player.model.visit.time
    player.press("f", wait: 5_000)
    #expect(player.model.lab?.machine.state == .presented)
    player.press("L")
    #expect(player.model.visit.time == before)
    let own = player.model.lab?.time
    player.wait(3_000)
    #expect(player.model.visit.time == before + 3_000)
    player.press("L")
    #expect(player.model.lab?.time == own)
  }

  @Test func `time in the lab can stand still and change its speed`() {
    var player = player().pressing("f", "p").waiting(20_000)
    #expect(player.model.lab?.machine.state == .fetching)
    #expect(player.model.nextDeadline == nil)
    player.press("p", ">", wait: 2_000)
    #expect(player.model.lab?.time == Instant(milliseconds: 4_000))
  }

  @Test func `when nothing is pending nobody is woken`() {
    var player = player([.autoPresent: false])
    #expect(player.model.nextDeadline == nil)
    player.press("f")
    let isIdle = player.waitUntilIdle()
    #expect(isIdle)
    #expect(player.model.lab?.machine.state == .ready)
  }

  @Test func `S2.29 the console of the lab has the script, and when it was run`() throws {
    var player = labPlayer(100, 40, [.injectVisibilityJavascript: true]).pressing("C")
    var console = try #require(player.overlayBox).lines.map(\.text)
    #expect(console.contains("not run yet: it runs when the ad is presented"))
    #expect(console.contains(LabCreative.visibilityScript))
    player.press(.escape, "f", wait: 10_000)
    player.press("C")
    console = try #require(player.overlayBox).lines.map(\.text)
    #expect(console.contains(LabCreative.completionEvent))
    #expect(
      console.contains { $0.hasPrefix("run at ") && $0.hasSuffix(", 1 ms after it was presented") })
    player.press(.escape)
    #expect(player.overlayBox == nil)
    var off = labPlayer(100, 40, [.injectVisibilityJavascript: false])
    off.press("C")
    #expect(off.screen.contains("not run: Inject Visibility Javascript is off"))
  }

  @Test func `S2.27 changes of the settings are remembered, those of the page too`() throws {
    var player = player().pressing("s", .down, " ")
    guard case .save(let saved)? = player.takeRequests().last
    else { throw TestSupportError("nothing was saved") }
    #expect(!saved.lab[.preload])
    #expect(saved.lab[.waitForCompletionEvent])
    player.press(.up, .right)
    guard case .save(let next)? = player.takeRequests().last
    else { throw TestSupportError("nothing was saved") }
    #expect(next.lab.unit == "celtra20")
    #expect(next.consent == .granted)
  }

  @Test func `S2.29 while preload is off its sub-settings refuse to change, with a sentence`() {
    var player = player([.preload: false]).pressing("s", .down, times: 2)
    let before = player.model.lab?.settings
    player.press(" ")
    #expect(player.model.lab?.settings == before)
    #expect(
      player.model.shared.notice
        == "Outside Screen Bounds means something only while Preload is on")
    #expect(player.screen.contains("([ ])"))
  }

  @Test func `what belongs to the page says so, and does nothing`() {
    var player = player()
    for key in ["d", "x", "c", .pageDown] as [Key] {
      let before = player.model
      player.press(key)
      #expect(player.model.overlay == nil && player.model.viewer.thresholds.edit == nil)
      #expect(player.model.visit.run.engine.viewport == before.visit.run.engine.viewport)
      #expect(player.model.visit.settings == before.visit.settings)
    }
    // The palette, open from before, cannot do more.
    #expect(player.model.keyContext == .lab)
  }

  @Test func `the ladybug of the lab is that of the page, and its lines are written down`() {
    var player = player()
    _ = player.takeRequests()
    player.press("b")
    #expect(player.model.visit.settings.isDebugEnabled)
    #expect(player.screen.hasPrefix(" 🐞 on  AdView · preload lab"))
    player.press("f", wait: 5_000)
    let lines = player.takeRequests().flatMap { request in
      if case .log(let lines) = request { lines } else { [String]() }
    }
    #expect(lines.contains { $0.contains("lab") && $0.contains("presented") }, "\(lines)")
    player.press("b")
    #expect(player.screen.hasPrefix(" 🐞 AdView · preload lab"))
  }

  @Test func `help has the lab's own keys first, and only its commands are in the palette`() {
    var player = player().pressing("?")
    player.shows("AdView: the lab", "The preload lab", "before that: it cannot have been seen")
    player.press(.escape, ":")
    #expect(
      player.paletteEntries.allSatisfy { entry in
        if case .command(let command) = entry.action { command.runs(on: .lab) } else { false }
      })
    #expect(player.paletteEntries.contains { $0.name.contains("reset: cancel") })
  }

  @Test func `every key that the lab's footer names does what it says`() {
    var player = player()
    let presses: [[Key]] = [[], ["s"], ["s", "f"], ["p"]]
    for keys in presses {
      for key in keys { player.press(key) }
      let context = player.model.keyContext
      for command in Footer(player.model).hints.flatMap(\.commands) {
        let binding = KeyMap.bindings.first {
          $0.command == command && ($0.context == context || $0.context == .anywhere)
        }
        let key = binding?.keys.first
        #expect(key.map { KeyMap.command(for: $0, in: context) } == command, "\(command)")
      }
    }
  }

  @Test func `the mouse presses the buttons`() {
    var player = player().pressing("m")
    let rects = labLayout(player).buttonRects
    player.send(.mouse(MouseEvent(.pressed, column: rects[1].column + 3, row: rects[1].row)))
    #expect(player.model.lab?.machine.state == .fetching)
    player.send(.mouse(MouseEvent(.pressed, column: rects[0].column + 3, row: rects[0].row)))
    #expect(player.model.lab?.machine.state == .noAd)
    player.send(.mouse(MouseEvent(.pressed, column: rects[2].column + 3, row: rects[2].row)))
    #expect(player.model.lab?.isSettingsOpen == true)
    player.send(.mouse(MouseEvent(.pressed, column: 5, row: 5)))
    #expect(player.model.visit.pages.top.selection == nil)
  }

  // MARK: - Recording and replaying

  @Test func `a recording of the lab has all that happened, and passes its check`() throws {
    var player = player([.autoPresent: false]).pressing("f").waiting(4_000)
    _ = player.takeRequests()
    player.press("S")
    #expect(player.takeRequests().contains(.startLabRecording(unit: "celtra18")))
    player.send(.recordingStarted(file: "lab.jsonl", pages: []))
    player.press("f", after: 500, wait: 100)
    player.press("r", "f", "S")
    #expect(player.model.lab?.recording == nil)
    var bytes: [UInt8] = []
    for case .record(let more) in player.takeRequests() { bytes += more }
    var reader = SessionReader()
    reader.append(bytes)
    reader.finish()
    guard case .header(let header)? = try reader.next() else { throw TestSupportError("no header") }
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try reader.next() { lines.append((reader.lineNumber, line)) }
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
      guard let lab = player.model.lab else { continue }
      var run = lab.run
      _ = run.drainHistory()
      seen[lab.time] = run
    }
    #expect(seen.count > 15)
    player.press(.end)
    for _ in 0..<80 {
      player.press(.left)
      guard let lab = player.model.lab, let expected = seen[lab.time] else { continue }
      #expect(lab.run == expected)
    }
    #expect(player.model.lab?.time == .start)
    player.press("f")
    #expect(player.model.lab?.machine.state == .noAd)
    player.press("L")
    #expect(player.model.isLabOpen)
  }

  @Test func `a replay plays to its end and rests there`() throws {
    var player = Player(try LabScreenTests.replay(columns: 100, rows: 30))
    let isIdle = player.waitUntilIdle()
    #expect(isIdle)
    #expect(player.model.lab?.time == player.model.lab?.replay?.script.end)
    #expect(player.screen.contains("■ end"))
    player.press(" ")
    #expect(player.model.lab?.time == .start)
  }

  // MARK: - Without a screen

  // MARK: - Units and matrix

  @Test func `S2.26 u takes any text as the unit, with the known ones offered`() throws {
    var player = labPlayer(100, 40).pressing("u")
    #expect(player.screen.contains("▸ celtra18"))
    for letter in "promo?load=900&event=900" { player.press(.character(letter)) }
    #expect(player.screen.contains("▸ promo?load=900&event=900"))
    player.press(.enter, "f", wait: 9_000)
    let record = try #require(player.model.lab?.record)
    #expect(record.unit == "promo?load=900&event=900")
    #expect(try #require(record.completedAt) - #require(record.arrivedAt) == 900)
    player.press("u")
    for letter in "20" { player.press(.character(letter)) }
    // What was typed comes first, what is known and fits it below.
    player.press(.down, .enter)
    #expect(player.model.lab?.settings.unit == "celtra20")
    player.press("s", .enter)
    #expect(player.screen.contains("unit ID: type any"))
    for letter in "x?load=soon" { player.press(.character(letter)) }
    player.press(.enter)
    #expect(player.model.lab?.settings.unit == "celtra20")
    #expect(player.model.shared.notice?.contains("expected how long it loads") == true)
  }

  @Test func `M walks the matrix, and Enter fetches with the settings of a row`() throws {
    var player = labPlayer(80, 24, [.autoPresent: false]).pressing("M")
    expectGolden(player.canvas, "lab-matrix-80x24")
    // The row of the settings now is chosen; the one above it presents by itself and counts by hand.
    player.press(.up)
    player.press(.enter)
    #expect(player.overlayBox == nil)
    let settings = try #require(player.model.lab?.settings)
    #expect(settings[.manualImpressions] && !settings[.autoPresent] && settings[.preload])
    #expect(player.model.lab?.machine.isFetching == true)
    player.wait(9_000)
    player.press("M", .enter)
    #expect(player.model.lab?.machine.isFetching == true)
    #expect(player.model.lab?.run.records.count == 2)
    // Each row, fetched and presented by hand where that is needed, comes to what the row says.
    for row in 0..<13 {
      player.press("M", .home, .pageUp)
      for _ in 0..<row { player.press(.down) }
      let line = try #require(player.overlayBox.map { $0.lines[$0.chosen ?? 0] })
      player.press(.enter, wait: 60_000)
      let record = try #require(player.model.lab?.record)
      let isEarly = record.autoplay?.timing == .early || record.impression?.timing == .early
      #expect(isEarly == (line.tone == .poor), "row \(row)")
    }
  }
}
