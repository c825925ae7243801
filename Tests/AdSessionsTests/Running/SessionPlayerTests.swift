import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// Sessions from their text to what they decide.
@Suite struct SessionPlayerTests {
  private static let header =
    #"{"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","unit":"u","y":900,"height":320}]}"#

  private func play(
    _ lines: String, header: String = Self.header, page: PageConfiguration? = nil,
    overrides: SettingOverrides = SettingOverrides()
  ) throws -> SessionPlayer {
    var player: SessionPlayer?
    var number = 0
    let items = try readSession(Array((header + "\n" + lines + "\n").utf8)).items
    for item in items {
      number += 1
      switch item {
      case .header(let header):
        player = try SessionPlayer(
          header, page: page, overrides: overrides,
          world: world(of: header, items, overrides), keepsHistory: true)
      case .line(let line): try player?.receive(line, number: number)
      }
    }
    player?.finish()
    return try #require(player)
  }

  private func decisions(_ player: SessionPlayer) -> [String] {
    var writer = SessionWriter()
    for event in player.run.history {
      guard case .effect(let effect) = event.content,
        let decision = SessionDecision(effect, in: player.slots[event.page])
      else { continue }
      writer.write(decision, at: event.at, page: event.page)
    }
    return String(decoding: writer.drain(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func inputs(_ player: SessionPlayer) -> [Engine.Input] {
    player.run.history.compactMap { event in
      if case .input(let input) = event.content { input } else { nil }
    }
  }

  private func refusals(_ player: SessionPlayer) -> [Engine.Effect] {
    player.run.history.compactMap { event in
      if case .effect(.refuse(let refusal)) = event.content { .refuse(refusal) } else { nil }
    }
  }

  @Test func `a bare session is answered by its own lines`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":600,"in":{"scroll":500}}
      """)
    #expect(
      decisions(player) == [
        #"{"at":0,"out":{"slot":"a","load":"fetched","gap":100}}"#,
        #"{"at":0,"out":{"slot":"a","fetch":1}}"#, #"{"at":0,"out":{"slot":"a","ad":"loading"}}"#,
        #"{"at":0,"out":{"slot":"a","load":"displayed","gap":100}}"#,
        #"{"at":400,"out":{"slot":"a","ad":"loaded"}}"#,
        #"{"at":400,"out":{"slot":"a","size":{"width":300,"height":250}}}"#,
        #"{"at":500,"out":{"slot":"a","render":1}}"#,
        #"{"at":600,"out":{"slot":"a","ad":"impressed"}}"#,
        #"{"at":1600,"out":{"slot":"a","viewable":true}}"#,
      ])
  }

  @Test func `a frame adds a slot whose name is new and moves one that is there`() throws {
    let player = try play(
      """
      {"at":0,"in":{"slot":"b","frame":{"y":5000,"height":100},"unit":"v"}}
      {"at":1,"in":{"slot":"b","frame":{"y":6000,"height":100}}}
      {"at":2,"in":{"slot":"b","frame":{"y":7000,"height":100},"unit":"v"}}
      {"at":3,"in":{"slot":"b","removed":true}}
      {"at":4,"in":{"slot":"b","frame":{"y":8000,"height":100},"unit":"w"}}
      {"at":5,"in":{"slot":"c","frame":{"y":9000,"height":100}}}
      """)
    let b = SlotID(1)
    #expect(
      inputs(player).dropFirst() == [
        .slotAdded(b, SlotFrame(y: 5000, height: 100)),
        .slotMoved(b, SlotFrame(y: 6000, height: 100)),
        .slotMoved(b, SlotFrame(y: 7000, height: 100)), .slotRemoved(b),
        .slotAdded(b, SlotFrame(y: 8000, height: 100)),
        .slotAdded(SlotID(2), SlotFrame(y: 9000, height: 100)),
      ])
    #expect(player.slots[1].unit(of: b) == "w")
    #expect(player.slots[1].unit(of: SlotID(2)) == "c", "without a unit the name stands for it")
    #expect(refusals(player).isEmpty)
  }

  @Test(arguments: [
    (
      #"{"slot":"a","frame":{"y":0,"height":1},"unit":"v"}"#,
      SessionLineError.unitChanged("a", from: "u", to: "v")
    ),
    (#"{"slot":"x","resized":{"width":1,"height":1}}"#, .unknownSlot("x")),
    (#"{"slot":"x","removed":true}"#, .unknownSlot("x")),
    (#"{"click":"x"}"#, .unknownSlot("x")),
    (#"{"world":{"slot":"x","generation":1,"failed":"noFill"}}"#, .unknownSlot("x")),
    (#"{"open":"b.md"}"#, .misplaced("open", belongsTo: "a session of a page")),
    (#"{"back":true}"#, .misplaced("back", belongsTo: "a session of a page")),
  ])
  func `a line that does not fit is refused with its number`(
    cause: String, problem: SessionLineError
  ) {
    #expect(throws: SessionError(line: 3, problem)) {
      try play(#"{"at":0,"in":{"scroll":0}}"# + "\n" + #"{"at":9,"in":"# + cause + "}")
    }
  }

  @Test func `an answer for a slot that has gone is passed to the engine`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":1,"in":{"slot":"a","removed":true}}
      {"at":2,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}
      """)
    #expect(inputs(player).count == 4)
  }

  @Test func `a gap that is too large for a number is told as the largest`() throws {
    let far = #""slots":[{"slot":"a","unit":"u","y":-1.7e308,"height":1}]}"#
    let settings = #""lazyLoad":{"unloadingEnabled":true},"#
    let player = try play(
      """
      {"at":0,"in":{"scroll":-1.7e308}}
      {"at":9000,"in":{"scroll":1.7e308}}
      {"at":90000,"in":{"active":true}}
      """, header: #"{"adview":1,"viewport":{"width":384,"height":800},"# + settings + far)
    let unloaded = try #require(decisions(player).first { $0.contains("unloaded") })
    #expect(unloaded.contains(#""gap":1.7976931348623157e+308"#))
  }

  // MARK: - Pages

  private static let pageHeader =
    #"{"adview":1,"page":"p.md","viewport":{"width":384,"height":800}}"#
  private static var page: PageConfiguration {
    var page = PageConfiguration(
      slots: [RunSlot("1", unit: "u", frame: SlotFrame(y: 900, height: 320))])
    page.settings.adServer.latency = 300...300
    return page
  }

  @Test func `a page session without answers is answered by the simulation`() throws {
    let player = try play(#"{"at":0,"in":{"scroll":0}}"#, header: Self.pageHeader, page: Self.page)
    #expect(decisions(player).contains(#"{"at":300,"out":{"slot":"1","ad":"loaded"}}"#))
  }

  @Test func `a page session with an answer is answered by its answers alone`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":700,"in":{"world":{"slot":"1","generation":1,"failed":"noFill"}}}
      """, header: Self.pageHeader, page: Self.page)
    #expect(
      decisions(player).filter { $0.contains("\"ad\"") } == [
        #"{"at":0,"out":{"slot":"1","ad":"loading"}}"#,
        #"{"at":700,"out":{"slot":"1","ad":"failed"}}"#,
      ])
  }

  @Test func `a page places its slots itself`() {
    #expect(throws: SessionError.self) {
      try play(
        #"{"at":0,"in":{"slot":"1","removed":true}}"#, header: Self.pageHeader, page: Self.page)
    }
  }

  @Test(arguments: [SessionWorld.recorded, .simulated])
  func `the header says who answers, whatever the session holds`(world: SessionWorld) throws {
    let header = Self.pageHeader.dropLast() + #","answers":"\#(world.rawValue)"}"#
    let scroll = #"{"at":0,"in":{"scroll":0}}"#
    let answer = #"{"at":700,"in":{"world":{"slot":"1","generation":1,"failed":"noFill"}}}"#
    for lines in [scroll, scroll + "\n" + answer] {
      let player = try play(lines, header: String(header), page: Self.page)
      let isLoaded = decisions(player).contains { $0.contains(#""ad":"loaded""#) }
      #expect(isLoaded == (world == .simulated))
    }
  }

  @Test func `a line that does not fit a page is refused with its number`() {
    let problem = SessionError(line: 3, .unknownSlot("x"))
    #expect(throws: problem) {
      try play(
        """
        {"at":0,"in":{"scroll":0}}
        {"at":0,"in":{"click":"x"}}
        {"at":0,"in":{"scroll":0}}
        """, header: Self.pageHeader, page: Self.page)
    }
  }

  // MARK: - Settings

  @Test func `a setting from outside beats the header, its changes and the page`() throws {
    var overrides = SettingOverrides()
    overrides.viewport = Size(width: 375, height: 667)
    overrides.lazyLoading.fetchThreshold = 300
    overrides.consent = .granted
    overrides.policy = .determined
    let player = try play(
      """
      {"at":0,"in":{"viewport":{"width":1,"height":2}}}
      {"at":1,"in":{"consent":"denied"}}
      {"at":2,"in":{"policy":"strict"}}
      {"at":3,"in":{"lazyLoad":{"fetchThreshold":900}}}
      {"at":4,"in":{"lazyLoad":{"fetchThreshold":900,"displayThreshold":100}}}
      {"at":5,"in":{"active":true}}
      """, overrides: overrides)
    #expect(
      inputs(player).dropFirst() == [
        .viewportResized(Size(width: 375, height: 667)),
        .lazyLoadingChanged(LazyLoadingChange(displayThreshold: 100)), .activityChanged(true),
      ])
    #expect(decisions(player).first == #"{"at":0,"out":{"slot":"a","load":"fetched","gap":233}}"#)
  }

  @Test func `the header beats the page, and both the defaults`() throws {
    var page = Self.page
    page.settings.lazyLoading = try LazyLoadingSettings(fetchThreshold: 50, displayThreshold: 20)
    page.settings.consent.policy = .determined
    page.settings.adServer.seed = 5
    let header = SessionHeader(
      .page("p.md", digest: nil),
      settings: SessionSettings(
        lazyLoading: .settings(LazyLoadingChange(fetchThreshold: 60)), consent: .denied, seed: 9))
    let player = try SessionPlayer(header, page: page)
    #expect(
      player.lazyLoading == (try LazyLoadingSettings(fetchThreshold: 60, displayThreshold: 20)))
    let setup = try RunSetup(header, page: page, player.lazyLoading, SettingOverrides())
    #expect(setup.engine.viewport == Size(width: 390, height: 844))
    #expect(setup.engine.policy == .determined)
    #expect(setup.engine.consent == .denied)
    #expect(setup.world?.seed == 9)
  }

  @Test func `a distance of the header need not go with the default of the other`() throws {
    var page = Self.page
    page.settings.lazyLoading = try LazyLoadingSettings(fetchThreshold: 800, displayThreshold: 50)
    let header = Self.pageHeader.dropLast() + #","lazyLoad":{"fetchThreshold":100}}"#
    let player = try play(#"{"at":0,"in":{"scroll":0}}"#, header: String(header), page: page)
    #expect(
      player.lazyLoading == (try LazyLoadingSettings(fetchThreshold: 100, displayThreshold: 50)))
  }

  @Test func `thresholds that do not go with the page are the session's fault, or the flag's`()
    throws
  {
    var header = SessionHeader(.slots([]))
    header.settings.lazyLoading = .settings(LazyLoadingChange(displayThreshold: 900))
    var overrides = SettingOverrides()
    do throws(SessionPlayer.SetupError) {
      _ = try SessionPlayer(header)
      Issue.record("not refused")
    } catch {
      guard case .session(let error) = error else { throw error }
      #expect(error.line == 1)
    }
    header.settings.lazyLoading = nil
    overrides.lazyLoading = LazyLoadingChange(fetchThreshold: 800, displayThreshold: 900)
    do throws(SessionPlayer.SetupError) {
      _ = try SessionPlayer(header, overrides: overrides)
      Issue.record("not refused")
    } catch {
      guard case .overrides = error else { throw error }
    }
  }

  @Test func `a distance from outside turns lazy loading on`() throws {
    var header = SessionHeader(.slots([]))
    header.settings.lazyLoading = .off
    #expect(try RunSetup(header, page: nil, nil, SettingOverrides()).engine.lazyLoading == nil)
    var overrides = SettingOverrides()
    overrides.lazyLoading.fetchThreshold = 500
    #expect(
      try RunSetup(header, page: nil, nil, overrides).engine.lazyLoading
        == LazyLoadingSettings(fetchThreshold: 500))
  }

  @Test func `a change of nothing is told to the engine, which checks then`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":500,"in":{"lazyLoad":{}}}
      """)
    #expect(inputs(player).last == .lazyLoadingChanged(LazyLoadingChange()))
    var overrides = SettingOverrides()
    overrides.lazyLoading.fetchThreshold = 500
    let masked = try play(
      #"{"at":500,"in":{"lazyLoad":{"fetchThreshold":900}}}"#, overrides: overrides)
    #expect(inputs(masked).count == 1)
  }

  @Test func `under the simulated world the session's own answers are passed over`() throws {
    var player = try SessionPlayer(
      SessionHeader(
        .slots([SessionSlot("a", frame: SlotFrame(y: 0, height: 100))]),
        viewport: Size(width: 384, height: 800), settings: SessionSettings(seed: 3)),
      world: .simulated, keepsHistory: true)
    try player.receive(SessionLine(at: .start, .cause(.scrolled(to: 0))), number: 2)
    let late = SlotFrame(y: 200, height: 100)
    try player.receive(
      SessionLine(at: .start, .cause(.slotFramed("b", late, unit: nil))), number: 3)
    let answer = SessionCause.answered("a", generation: 1, .failed(.noFill))
    try player.receive(SessionLine(at: .start, .cause(answer)), number: 4)
    player.finish()
    let answered = inputs(player).compactMap { input -> SlotID? in
      guard case .answered(let slot, _, let answer) = input else { return nil }
      return answer == .failed(.noFill) ? nil : slot
    }
    #expect(Set(answered) == [SlotID(0), SlotID(1)])
  }
}
