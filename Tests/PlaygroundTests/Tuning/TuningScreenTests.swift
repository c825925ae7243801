import AdEngine
import AdSessions
import AdTuning
import TestSupport
import Testing

@testable import Playground

/// The tuning screen: what it shows, where its keys lead, what it hands out.
@Suite struct TuningScreenTests {
  /// A page whose ads come late, so that thresholds matter.
  private static let page = testPage(
    ads: 6, paragraphs: 9,
    front: """
      adServer: { latency: 1400ms }
      lazyLoad: { fetchThreshold: 300, displayThreshold: 200 }
      """, block: "size: 320x250\ncreative: { size: 320x250 }")

  /// A user who has opened the tuning screen, whose sessions are still to be counted.
  private static func opened(
    _ columns: Int = 120, _ rows: Int = 40, readers: Int = 9, page: String = page
  ) -> Player {
    var options = PlaygroundOptions()
    options.readers = readers
    return Player(page, columns: columns, rows: rows, options: options).waiting(100).pressing("T")
  }

  /// A user who has opened the tuning screen, with so many readers.
  private static func player(
    _ columns: Int = 120, _ rows: Int = 40, readers: Int = 9, page: String = page
  ) -> Player {
    var player = opened(columns, rows, readers: readers, page: page)
    player.waitUntilIdle()
    return player
  }

  private func tuning(_ player: Player) throws -> Tuning { try #require(player.model.tuning) }

  // MARK: - Looks

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (60, 16), (40, 10)])
  func `the tuning screen looks as it should at every size`(columns: Int, rows: Int) {
    var player = Self.player(columns, rows).pressing("H")
    player.waitUntilIdle()
    expectGolden(player.canvas, "tuning-\(columns)x\(rows)")
    guard (columns, rows) == (80, 24) else { return }
    expectGolden(player.canvas.looks(Theme(.dark, .palette)), "looks/tuning.txt")
    expectGolden(player.canvas.looks(Theme(.dark, .eight)), "looks/tuning-eight.txt")
    expectGolden(player.canvas.ascii, "tuning-80x24-ascii")
  }

  @Test func `numbers with drawn answers are not called exact`() throws {
    let replay = try bareReplay(
      """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","x":16,"y":900,"width":300,"height":250},{"slot":"2","x":16,"y":2000,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":700,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":3000,"in":{"scroll":700}}
      {"at":9000,"in":{"scroll":701}}

      """)
    var player = Player(replay, columns: 120, rows: 40).pressing("T")
    player.waitUntilIdle()
    let facts = try tuning(player).facts.joined(separator: " · ")
    #expect(facts.contains("1 slot with drawn answers") && !facts.contains("exact"), "\(facts)")
  }

  @Test func `without colours the glyphs say what is worse, and nine readers what is not known`() {
    // Nine readers tell no settings apart, and name no best setting.
    Self.player(80, 24).shows("◆", "▓", "█ most  ░ least", hides: "as good as the best", "★")
  }

  @Test func `each map shows another quantity`() {
    var player = Self.player(80, 24)
    var maps: Set<String> = [player.screen]
    for (key, name) in [
      ("i", "viewable ads a session"), ("w", "wasted requests"), ("t", "blank time"),
    ] as [(Key, String)] {
      player.press(key, shows: name)
      maps.insert(player.screen)
    }
    #expect(maps.count == 4)
    player.press("v", shows: "value a session")
  }

  // MARK: - Work

  @Test func `while sessions are counted keys are not waited for, and nothing is copied`() throws {
    var player = Self.opened(readers: 5)
    player.shows("0 of 5 simulated readers, each under")
    player.send(.woke)
    player.send(.woke)
    #expect(try tuning(player).sessions.count == 2)
    player.press("c")
    #expect(player.notice == "the sessions are still being counted")
    player.press(.escape)
    #expect(!player.model.isTuningOpen)
    player.press("T")
    #expect(try tuning(player).sessions.count >= 2, "it goes on where it was")
    player.waitUntilIdle()
    #expect(try tuning(player).isWorking == false)
    #expect(player.takeRequests().compactMap(\.copied) == [])
  }

  @Test func `the numbers under the cursor are the engine's`() throws {
    var player = Self.player()
    for key in ["g", "H", "n", "G"] as [Key] {
      player.press(key)
      player.waitUntilIdle()
      let tuning = try tuning(player)
      let (map, report) = (try #require(tuning.map), try #require(tuning.report))
      let settings = try #require(tuning.settings)
      let subject = try #require(report.rows.last { $0.settings == settings })
      for metric in [Metric.requests, .wastedFetches, .viewable, .blankExposure] {
        let runs = tuning.sessions.map {
          metric.value(in: $0.report(under: .init(settings, over: nil)))
        }
        let mean = runs.reduce(0, +) / Double(runs.count)
        #expect(abs(try #require(map.mean(metric, tuning.cursor)) - mean) < 1e-3, "\(metric)")
        #expect(abs(try #require(subject.metrics[metric]).mean - mean) < 1e-9, "\(metric)")
      }
    }
  }

  @Test func `thresholds that were changed on the page count as the present ones`() throws {
    var player = Player(Self.page).pressing("f", .right, .enter, "T")
    player.waitUntilIdle()
    #expect(try tuning(player).source.present?.fetchThreshold == 310)
    #expect(try tuning(player).settings?.fetchThreshold == 310)
  }

  @Test func `slower answers are compared under the same cursor`() throws {
    var player = Self.player(readers: 4).pressing("G")
    player.waitUntilIdle()
    let before = try tuning(player)
    player.press("l")
    player.waitUntilIdle()
    let after = try tuning(player)
    #expect(after.settings == before.settings)
    #expect(player.screen.contains("latency ×2"))
    let blank = try [before, after].map { try #require($0.map?.mean(.blankExposure, $0.cursor)) }
    #expect(blank[1] > blank[0])
  }

  // MARK: - The cursor

  @Test func `the cursor stays on settings that there are`() throws {
    var player = Self.player(readers: 2)
    var random = SeededGenerator(seed: 5)
    let keys: [Key] = [
      .left, .right, .up, .down, .shiftLeft, .shiftRight, .shiftUp, .shiftDown, "n", "N", .home,
      .end,
    ]
    for _ in 0..<300 {
      player.press(random.pick(keys))
      let settings = try #require(try tuning(player).settings)
      #expect(settings.displayPoints <= settings.fetchPoints)
    }
    player.press(.end)
    #expect(try tuning(player).cursor == tuning(player).map?.best)
    player.press(.home)
    #expect(try tuning(player).settings?.fetchThreshold == 300)
  }

  @Test func `n goes to where a number changes, and N back`() throws {
    var player = Self.player(readers: 4)
    func numbers() throws -> [Double?] {
      let tuning = try tuning(player)
      return [.requests, .wastedFetches, .viewable, .blankExposure].map {
        tuning.map?.mean($0, tuning.cursor)
      }
    }
    let here = try numbers()
    player.press("n")
    #expect(try numbers() != here)
    player.press("N")
    #expect(try numbers() == here)
  }

  @Test func `a click goes to the setting under the mouse`() throws {
    var player = Self.player(80, 24, readers: 2).pressing("m")
    let cell = try tuning(player).cursor
    player.send(.mouse(MouseEvent(.pressed, column: 30, row: 6)))
    let clicked = try tuning(player).cursor
    #expect(clicked != cell)
    #expect(player.canvas[30, 6].base == "◆")
    player.send(.mouse(MouseEvent(.pressed, column: 79, row: 20)))
    #expect(try tuning(player).cursor == clicked)
  }

  // MARK: - The way to a session and back

  @Test func `Enter replays the session that loses most, two seconds before the loss`() throws {
    var player = Self.player()
    let before = player.lazyLoading
    player.press("g", "H")
    player.waitUntilIdle()
    let tuning = try tuning(player)
    let settings = try #require(tuning.settings)
    let worst = tuning.sessions[try #require(tuning.worst)]
    let loss = try #require(worst.firstLoss(under: .init(settings, over: nil)))
    func isViewable() -> Bool? {
      player.model.visit.status(ofSlot: loss.slot.rawValue)?.isViewable
    }
    player.press(.enter)
    #expect(player.replay != nil && player.model.visit.clock.isPaused)
    #expect(player.lazyLoading == settings)
    #expect(loss.at - player.time == 2000 || player.time == .start)
    #expect(player.selectedSlot == loss.slot.rawValue)
    #expect(player.notice?.contains("T leads back") == true)
    #expect(isViewable() == false)
    player.press("w")
    #expect(player.overlayBox != nil, "why says why")
    player.press(.escape, .end)
    #expect(isViewable() == false, "it is lost")
    let report = player.model.visit.run.report(at: worst.end)
    #expect(report.requests == worst.report(under: .init(settings, over: nil)).requests)

    player.send(.resized(columns: 100, rows: 30))
    player.press("T")
    #expect(player.model.isTuningOpen)
    #expect(try self.tuning(player).settings == settings)
    player.press(.escape)
    #expect(player.replay == nil && player.lazyLoading == before)
    #expect(player.model.shared.columns == 100)
  }

  @Test func `where nothing is lost there is nothing to replay`() throws {
    var player = Self.player(
      page: testPage(
        ads: 3, front: "adServer: { latency: 0ms }",
        block: "size: 320x250\ncreative: { size: 320x250 }")
    ).pressing("G", "L", "L", "L")
    player.waitUntilIdle()
    player.press(.enter)
    #expect(player.model.isTuningOpen)
    #expect(player.notice == "no session loses a viewable ad under these settings")
  }

  @Test func `a session that is replayed is compared by itself`() throws {
    var player = Player(
      try demoReplay("thresholds.jsonl"), columns: 120, rows: 40,
      settings: PlaygroundSettings(consent: .granted))
    player.press("T")
    player.waitUntilIdle()
    let tuning = try tuning(player)
    #expect(tuning.sessions.count == 1)
    #expect(tuning.report?.rows.first?.metrics[.requests]?.interval == nil)
    #expect(player.screen.contains("too few sessions"))
    player.press("T")
    #expect(player.replay != nil && !player.model.isTuningOpen)
  }

  @Test func `a replay under other settings is compared under them`() throws {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading = LazyLoadingChange(fetchThreshold: 500)
    options.overrides.consent = .denied
    var player = Player(
      try demoReplay("thresholds.jsonl", options: options), columns: 120, rows: 40, options: options
    )
    player.press("T")
    player.waitUntilIdle()
    let tuning = try tuning(player)
    #expect(tuning.source.present?.fetchPoints == 500)
    #expect(try #require(tuning.sessions.first).setup.engine.consent == .denied)
  }

  // MARK: - Out of the screen

  @Test func `thresholds under the cursor are exported, and what they change is copied`() throws {
    var player = Self.player().pressing("g", .left)
    player.waitUntilIdle()
    player.press("e", "s")
    let swift = try #require(player.takeRequests().compactMap(\.copied).last)
    #expect(swift.contains("fetchThreshold: 250, displayThreshold: 200"))
    player.press("c")
    let sentence = try #require(player.takeRequests().compactMap(\.copied).last)
    #expect(sentence.hasPrefix("Keep 300/200 for now: 9 sessions are too few for a verdict"))
    player.press("s")
    #expect(sentence.contains(". 250/200 instead of 300/200 "))
    #expect(player.overlayBox?.sentences.contains { sentence.hasPrefix($0) } == true)
  }

  @Test func `W writes the thresholds under the cursor into the page, which takes them`() throws {
    var player = Self.player().pressing(.left)
    player.press("W", shows: "Write the thresholds into page.md?")
    player.press(.enter)
    #expect(
      player.lazyLoading?.fetchThreshold == 300, "a file that cannot be written changes nothing")
    let file = try player.write().new
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("fetchThreshold: 250"))
    #expect(player.page.fileLazyLoading?.fetchThreshold == 250)
    #expect(player.lazyLoading?.fetchThreshold == 250)
  }

  // MARK: - Without a screen

  @Test func `without a screen a setting is a sentence`() {
    var options = PlaygroundOptions()
    options.readers = 4
    var reader = Reader(Self.page, options: options)
    let opening = reader.type("tune")
    #expect(opening.first?.hasPrefix("4 simulated readers, each under") == true)
    #expect(opening.contains { $0.hasPrefix("fetch 300, display 200: viewable ") })
    let moved = reader.type("fetch 250")
    #expect(moved.first?.hasPrefix("fetch 250, display 200: viewable ") == true, "\(moved)")
    #expect(moved.contains { $0.hasPrefix("Keep 300/200 for now: 4 sessions are too few") })
    #expect(reader.type("down 3") == ["this is the tuning screen: tune leads back to the page"])
    #expect(reader.type("tune").first?.hasPrefix("A test page: ") == true)
  }

  // MARK: - Any keys

  @Test(arguments: 0..<6)
  func `no size and no key breaks the tuning screen`(seed: Int) {
    var player = Self.player(60 + seed, 12 + seed, readers: 2)
    player.pressAnyKeys(60, seed: seed, backBy: "T") { $0.isTuningOpen }
  }
}
