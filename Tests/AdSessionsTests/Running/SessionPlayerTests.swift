import AdEngine
import AdSimulation
import TestSupport
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
    try SessionPlayer(playing: header + "\n" + lines + "\n", on: page, overrides)
  }

  @Test func `a bare session is answered by its own lines`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":600,"in":{"scroll":500}}
      """)
    #expect(
      player.decided == [
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
      player.inputs.dropFirst() == [
        .slotAdded(b, SlotFrame(y: 5000, height: 100)),
        .slotMoved(b, SlotFrame(y: 6000, height: 100)),
        .slotMoved(b, SlotFrame(y: 7000, height: 100)), .slotRemoved(b),
        .slotAdded(b, SlotFrame(y: 8000, height: 100)),
        .slotAdded(SlotID(2), SlotFrame(y: 9000, height: 100)),
      ])
    #expect(player.slots[1].unit(of: b) == "w")
    #expect(player.slots[1].unit(of: SlotID(2)) == "c", "without a unit the name stands for it")
    let isRefused = player.run.history.effects.contains {
      if case .refuse = $0 { true } else { false }
    }
    #expect(!isRefused)
  }

  private static let unitChange = #"{"slot":"a","frame":{"y":0,"height":1},"unit":"v"}"#

  @Test(arguments: [
    (unitChange, nil, SessionLineError.unitChanged("a", from: "u", to: "v")),
    (#"{"slot":"x","resized":{"width":1,"height":1}}"#, nil, .unknownSlot("x")),
    (#"{"slot":"x","removed":true}"#, nil, .unknownSlot("x")),
    (#"{"click":"x"}"#, nil, .unknownSlot("x")),
    (#"{"world":{"slot":"x","generation":1,"failed":"noFill"}}"#, nil, .unknownSlot("x")),
    (#"{"open":"b.md"}"#, nil, .misplaced("open", belongsTo: "a session of a page")),
    (#"{"back":true}"#, nil, .misplaced("back", belongsTo: "a session of a page")),
    (#"{"click":"x"}"#, page, .unknownSlot("x")),
    (
      #"{"slot":"1","removed":true}"#, page,
      .misplaced(
        "removed", belongsTo: "a session without a page: here the page places its slots")
    ),
  ])
  func `a line that does not fit is refused with its number`(
    cause: String, page: PageConfiguration?, problem: SessionLineError
  ) {
    #expect(throws: SessionError(line: 3, problem)) {
      try play(
        """
        {"at":0,"in":{"scroll":0}}
        {"at":9,"in":\(cause)}
        {"at":9,"in":{"scroll":0}}
        """, header: page == nil ? Self.header : Self.pageHeader, page: page)
    }
  }

  @Test func `an answer for a slot that has gone is passed to the engine`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":1,"in":{"slot":"a","removed":true}}
      {"at":2,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}
      """)
    #expect(player.inputs.count == 4)
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
    let unloaded = try #require(player.decided.first { $0.contains("unloaded") })
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

  private static let scroll = #"{"at":0,"in":{"scroll":0}}"#
  private static let answer =
    #"{"at":700,"in":{"world":{"slot":"1","generation":1,"failed":"noFill"}}}"#

  @Test(arguments: [
    ("", scroll, #"{"at":300,"out":{"slot":"1","ad":"loaded"}}"#),
    ("", scroll + "\n" + answer, #"{"at":700,"out":{"slot":"1","ad":"failed"}}"#),
    (#","answers":"recorded""#, scroll, nil),
    (
      #","answers":"simulated""#, scroll + "\n" + answer,
      #"{"at":300,"out":{"slot":"1","ad":"loaded"}}"#
    ),
  ])
  func `a page session is answered as its header says, else by its answers alone if it has any`(
    key: String, lines: String, answered: String?
  ) throws {
    let player = try play(lines, header: Self.pageHeader.dropLast() + key + "}", page: Self.page)
    #expect(
      player.decided.filter { $0.contains(#""ad":"#) }
        == [#"{"at":0,"out":{"slot":"1","ad":"loading"}}"#] + [answered].compactMap { $0 })
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
      player.inputs.dropFirst() == [
        .viewportResized(Size(width: 375, height: 667)),
        .lazyLoadingChanged(LazyLoadingChange(displayThreshold: 100)), .activityChanged(true),
      ])
    #expect(player.decided.first == #"{"at":0,"out":{"slot":"a","load":"fetched","gap":233}}"#)
  }

  @Test func `the header beats the page, and both the defaults`() throws {
    var page = Self.page
    page.settings.lazyLoading = try LazyLoadingSettings(fetchThreshold: 800, displayThreshold: 20)
    page.settings.consent.policy = .determined
    page.settings.adServer.seed = 5
    // The default of the display threshold, 200, would not go with it.
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

  @Test func `thresholds that do not go with the page are the session's fault, or the flag's`()
    throws
  {
    func fault(
      _ own: LazyLoadingChange, _ outside: LazyLoadingChange
    ) throws -> SessionPlayer.SetupError? {
      let header = SessionHeader(
        .slots([]), settings: SessionSettings(lazyLoading: .settings(own)))
      return #expect(throws: SessionPlayer.SetupError.self) {
        try SessionPlayer(header, overrides: SettingOverrides(lazyLoading: outside))
      }
    }
    let wrong = LazyLoadingChange(fetchThreshold: 800, displayThreshold: 900)
    guard case .session(let error)? = try fault(wrong, LazyLoadingChange()), error.line == 1,
      case .overrides? = try fault(LazyLoadingChange(), wrong)
    else { throw TestSupportError("the fault of another") }
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
    let player = try play(Self.scroll + "\n" + #"{"at":500,"in":{"lazyLoad":{}}}"#)
    #expect(player.inputs.last == .lazyLoadingChanged(LazyLoadingChange()))
    var overrides = SettingOverrides()
    overrides.lazyLoading.fetchThreshold = 500
    let masked = try play(
      #"{"at":500,"in":{"lazyLoad":{"fetchThreshold":900}}}"#, overrides: overrides)
    #expect(masked.inputs.count == 1)
  }

  @Test func `under the simulated world the session's own answers are passed over`() throws {
    let player = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":0,"in":{"slot":"b","frame":{"y":200,"height":100}}}
      {"at":0,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}
      """,
      header:
        #"{"adview":1,"answers":"simulated","viewport":{"width":384,"height":800},"seed":3,"slots":[{"slot":"a","y":0,"height":100}]}"#
    )
    let answered = player.inputs.compactMap { input -> SlotID? in
      guard case .answered(let slot, _, let answer) = input else { return nil }
      return answer == .failed(.noFill) ? nil : slot
    }
    #expect(Set(answered) == [SlotID(0), SlotID(1)])
  }
}
