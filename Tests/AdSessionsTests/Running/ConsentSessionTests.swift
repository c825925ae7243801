import AdEngine
import Testing

@testable import AdSessions

/// Sessions whose choices are TC strings (design § 5).
@Suite struct ConsentSessionTests {
  private static func text(_ purposes: [Int], vendors: [Int] = []) throws -> String {
    var string = TCString(created: 1, updated: 1, cmpID: 1, cmpVersion: 1)
    string.purposeConsents = PurposeSet(purposes)
    string.vendorConsents = VendorSet(vendors)
    return string.encoded()
  }

  private static func page(purposes: [Int] = [1, 3, 4], vendors: [Int] = []) -> PageConfiguration {
    var page = PageConfiguration(
      slots: [RunSlot("1", unit: "u", frame: SlotFrame(y: 0, width: 320, height: 250))])
    page.settings.consent.needed = TCFRequirement(purposes: purposes, vendors: vendors)
    return page
  }

  private func setup(
    _ header: SessionHeader, _ page: PageConfiguration?,
    _ overrides: SettingOverrides = SettingOverrides()
  ) throws -> RunSetup { try RunSetup(header, page: page, .standard, overrides) }

  @Test func `a TC string counts by what the page needs, in the header as in a line`() throws {
    let yes = ConsentChoice.tcString(try ConsentString(try Self.text([1, 3, 4], vendors: [7])))
    let header = SessionHeader(.page("p.md", digest: nil), settings: SessionSettings(consent: yes))
    for (page, status) in [
      (Self.page(), ConsentStatus.granted), (Self.page(vendors: [7]), .granted),
      (Self.page(vendors: [8]), .denied), (Self.page(purposes: [1, 2]), .denied),
    ] {
      let engine = try setup(header, page).engine
      #expect(engine.consent == status)
      #expect(engine.handOff == yes.handOff)
      var player = try SessionPlayer(
        SessionHeader(.page("p.md", digest: nil)), page: page, world: .simulated, keepsHistory: true
      )
      try player.receive(SessionLine(at: .start, .cause(.consentChanged(yes))), number: 2)
      player.finish()
      #expect(player.run.engine.consent == status)
      #expect(player.run.engine.handOff == yes.handOff)
    }
    #expect(
      try setup(SessionHeader(.slots([]), settings: SessionSettings(consent: yes)), nil).engine
        .consent == .granted)
  }

  @Test func `a flag beats the header's TC string and all that come after`() throws {
    let yes = ConsentChoice.tcString(try ConsentString(try Self.text([1, 3, 4])))
    var overrides = SettingOverrides()
    overrides.consent = yes
    let page = Self.page()
    let header = SessionHeader(
      .page("p.md", digest: nil), settings: SessionSettings(consent: .denied))
    #expect(try setup(header, page, overrides).engine.consent == .granted)
    var player = try SessionPlayer(header, page: page, overrides: overrides)
    try player.receive(SessionLine(at: .start, .cause(.consentChanged(.denied))), number: 2)
    player.finish()
    #expect(player.run.engine.consent == .granted && player.run.engine.handOff == yes.handOff)
  }

  @Test func `one TC string counts on each of the open pages by what that page needs`() throws {
    let partial = ConsentChoice.tcString(try ConsentString(try Self.text([1, 3, 4], vendors: [7])))
    let needs: [(vendors: [Int], status: ConsentStatus)] = [
      ([8], .denied), ([], .granted), ([7, 8], .denied), ([7], .granted),
    ]
    let header = SessionHeader(
      .page("0.md", digest: nil), settings: SessionSettings(consent: .unset))
    func lines(_ choice: ConsentChoice) -> [SessionLine] {
      var causes = (1..<needs.count).map { SessionCause.pageOpened(SessionOpening("\($0).md")) }
      causes.append(.consentChanged(choice))
      return causes.enumerated().map {
        SessionLine(at: Instant(milliseconds: Int64($0)), .cause($1))
      }
    }
    for (choice, statuses) in [
      (partial, needs.map(\.status)), (.granted, needs.map { _ in .granted }),
      (.denied, needs.map { _ in .denied }),
    ] {
      var player = try SessionPlayer(
        header, page: Self.page(vendors: needs[0].vendors), world: .simulated)
      for (number, need) in needs.enumerated() {
        player.provide(Self.page(vendors: need.vendors), as: "\(number).md")
      }
      for (number, line) in lines(choice).enumerated() {
        try player.receive(line, number: number + 2)
      }
      player.finish()
      let engines = (1...needs.count).map { player.run[page: $0]?.engine }
      #expect(engines.map { $0?.consent } == statuses)
      #expect(engines.allSatisfy { $0?.handOff == choice.handOff })
    }
  }

  @Test func `what is recorded by TC strings runs again to the same bytes`() throws {
    let choices = try [[1, 3, 4], [1, 3], [1, 3, 4, 7], []].map {
      ConsentChoice.tcString(try ConsentString(try Self.text($0)))
    }
    let page = Self.page()
    let header = SessionHeader(
      .page("p.md", digest: nil),
      settings: SessionSettings(consent: choices[1], policy: .determined, seed: 3))
    let begun = try setup(header, page)
    var run = SessionRun(begun, keepsHistory: true)
    var recorder = SessionRecorder(header)
    for choice in choices { recorder.learn(choice) }
    let slots = SessionSlots(begun)
    run.scroll(to: 0, at: .start)
    for (number, choice) in (choices + [.unset, choices[0], choices[0], .denied]).enumerated() {
      run.apply(
        choice.input(for: page.settings.consent.needed),
        at: Instant(milliseconds: Int64(number) * 900))
    }
    run.runUntilIdle()
    var writer = SessionWriter()
    writer.write(header)
    for event in run.drainHistory() {
      if case .input(.slotAdded) = event.content { continue }
      if let line = recorder.line(for: event, slots[1]) { writer.write(line) }
    }
    let text = String(decoding: writer.drain(), as: UTF8.self)
    #expect(text.split(separator: "\n").count { $0.contains("\"tcf\":") } == 7)
    #expect(text.contains("{\"consent\":\"unset\"}"))
    var checker = try SessionChecker(header, page: page, world: .simulated)
    let verdict = try checker.check(session(text).lines)
    #expect(verdict.hasPassed)
    #expect(verdict.expected > 10)
  }
}
