import AdEngine
import Testing

/// The consent centre against the model of Didomi's SDK (`S0.13`–`S0.16`, `S1.3`–`S1.14`).
@Suite struct ConsentCentreTests {
  private static let day = 20_000

  /// A centre with this choice before, its first events taken.
  private func centre(
    _ choice: ConsentChoice = .unset, regulation: ConsentCentre.Regulation = .gdpr,
    vendors: [Int] = [755]
  ) -> ConsentCentre {
    var centre = ConsentCentre(regulation: regulation, vendors: vendors)
    centre.becomeReady(with: choice)
    _ = centre.takeEvents()
    return centre
  }

  private func isCollected(_ centre: ConsentCentre) -> [Bool] {
    [
      centre.isConsentRequired, centre.shouldUserStatusBeCollected(on: Self.day),
      centre.isUserStatusPartial,
    ]
  }

  // MARK: - The state matrix

  static let matrix:
    [(name: String, change: @Sendable (inout ConsentCentre) -> Void, state: [Bool])] = [
      ("fresh", { _ in }, [true, true, true]),
      ("agreed to all", { $0.setUserAgreeToAll(on: day) }, [true, false, false]),
      ("disagreed to all", { $0.setUserDisagreeToAll(on: day) }, [true, false, false]),
      (
        "reset",
        {
          $0.setUserAgreeToAll(on: day)
          $0.reset()
        }, [true, true, true]
      ),
      (
        "one purpose left", { $0.setUserStatus(purposes: [1: .enabled], on: day) },
        [true, true, true]
      ),
      ("no regulation", { $0.setRegulation(.none) }, [false, false, false]),
    ]

  @Test(arguments: matrix.indices)
  func `D3 the state matrix: required, to be collected, partial`(row: Int) {
    let (name, change, state) = Self.matrix[row]
    var centre = centre()
    change(&centre)
    #expect(isCollected(centre) == state, "\(name)")
  }

  @Test func `D36 nothing is partial where no law asks, or where there is no vendor`() {
    #expect(!centre(regulation: .none).isUserStatusPartial)
    #expect(centre(regulation: .none).choice == .granted)
    #expect(!centre(vendors: []).isUserStatusPartial)
    // Nothing partial, and yet nobody said yes: ads are held all the same.
    #expect(centre(vendors: []).choice.status(for: TCFRequirement()) == .unset)
  }

  @Test func `a person who left something open is asked again after the days that were agreed`() {
    var centre = ConsentCentre(vendors: [755], renewalDays: 7)
    centre.becomeReady()
    centre.setUserStatus(purposes: [1: .enabled], on: 100)
    #expect(!centre.shouldUserStatusBeCollected(on: 106))
    #expect(centre.shouldUserStatusBeCollected(on: 107))
    centre.reset()
    #expect(centre.shouldUserStatusBeCollected(on: 100))
  }

  // MARK: - What changes

  @Test func `only what changes something is a change, and an event`() {
    var centre = centre()
    let name = ConsentEvent.consentChanged
    #expect(centre.setUserAgreeToAll(on: Self.day) == true)
    #expect(centre.takeEvents() == [name])
    let string = centre.choice
    #expect(centre.setUserAgreeToAll(on: Self.day + 1) == false)
    #expect(
      centre.setUserStatus(purposes: [3: .enabled, 99: .disabled], on: Self.day + 1) == false)
    #expect(centre.takeEvents() == [])
    #expect(centre.choice == string, "GATE-6: another day makes no other hand-off")
    #expect(centre.setUserStatus(vendors: [755: .disabled], on: Self.day) == true)
    #expect(centre.takeEvents() == [name])
    #expect(centre.setUserDisagreeToAll(on: Self.day) == true)
    centre.reset()
    centre.reset()
    #expect(centre.takeEvents() == [name, name], "a withdrawal is a change, once")
  }

  @Test func `disagreeing to all is a decision, in which nothing is enabled`() throws {
    var centre = centre()
    centre.setUserDisagreeToAll(on: Self.day)
    let string = try #require(centre.choice.string)
    #expect(string.content.purposeConsents.isEmpty)
    #expect(string.content.purposeLegitimateInterests.isEmpty)
    #expect(string.content.vendorConsents.isEmpty)
    #expect(string.content.disclosedVendors == [755])
    #expect(centre.choice.status(for: TCFRequirement()) == .denied)
    #expect(TCFPurpose.all[0].key == "cookies")
    #expect(centre.answer(toPurpose: 1) == .disabled)
  }

  @Test
  func `the TC string is of version 2.3, on the day alone, and reads back as the same answers`()
    throws
  {
    var first = centre(vendors: [755, 12])
    first.setUserStatus(
      purposes: Dictionary(
        uniqueKeysWithValues: (1...11).map { ($0, $0 % 2 == 1 ? .enabled : .disabled) }),
      vendors: [755: .enabled, 12: .disabled], on: Self.day)
    let string = try #require(first.choice.string)
    #expect(try ConsentString(string.text) == string)
    #expect(string.content.created == Self.day * 864_000)
    #expect(string.content.updated == string.content.created)
    #expect(string.content.purposeConsents.ids == [1, 3, 5, 7, 9, 11])
    #expect(string.content.purposeLegitimateInterests.ids == [7, 9, 11])
    #expect(string.content.vendorConsents == [755])
    #expect(string.content.disclosedVendors == [12, 755])
    var second = centre(first.choice, vendors: [755, 12])
    for id in first.purposes {
      #expect(second.answer(toPurpose: id) == first.answer(toPurpose: id))
    }
    for id in first.vendors { #expect(second.answer(toVendor: id) == first.answer(toVendor: id)) }
    #expect(second.updatedOn == Self.day)
    #expect(second.setUserStatus(purposes: [1: .enabled, 2: .disabled], on: Self.day + 9) == false)
  }

  @Test func `a vendor that the person was not told about is asked about`() {
    var centre = centre()
    centre.setUserAgreeToAll(on: Self.day)
    let choice = centre.choice
    centre.offer([755, 12])
    #expect(centre.answer(toVendor: 12) == .undecided)
    #expect(centre.isUserStatusPartial)
    #expect(centre.choice == choice, "what was said still counts where 12 is not needed")
    #expect(choice.status(for: TCFRequirement(vendors: [12])) == .denied)
    #expect(choice.status(for: TCFRequirement(vendors: [755])) == .granted)
    centre.setUserAgreeToAll(on: Self.day)
    #expect(centre.choice.status(for: TCFRequirement(vendors: [12])) == .granted)
  }

  @Test func `no string is written while something is open: some take any string for a decision`() {
    var centre = centre()
    centre.setUserStatus(purposes: [1: .enabled, 3: .enabled, 4: .enabled], on: Self.day)
    #expect(centre.choice == .unset)
    #expect(centre.tcString(on: Self.day) == nil)
    #expect(centre.handOffScript == "")
    #expect(IABTCFKeys(centre.choice).entries.map(\.key) == ["IABTCF_gdprApplies"])
  }

  @Test func `a law that no longer applies leaves the choice for when it does again`() {
    var centre = centre()
    centre.setUserDisagreeToAll(on: Self.day)
    let choice = centre.choice
    centre.setRegulation(.none)
    #expect(centre.choice == .granted)
    #expect(IABTCFKeys(centre.written, .none)["IABTCF_gdprApplies"] == .number(0))
    centre.setRegulation(.gdpr)
    #expect(centre.choice == choice)
    #expect(IABTCFKeys(choice)["IABTCF_gdprApplies"] == .number(1))
  }

  // MARK: - Ready, and who listens

  @Test func `D5 what happens before anybody listens waits for them, and ready comes once`() {
    var centre = ConsentCentre(vendors: [755])
    #expect(!centre.isReady)
    #expect(centre.choice == .unset)
    centre.note(.showNotice)
    #expect(
      centre.setUserAgreeToAll(on: Self.day) == false, "nothing can be said before it is ready")
    centre.reset()
    centre.becomeReady(with: .granted)
    centre.becomeReady(with: .granted)
    let error = ConsentEvent.error("the consent centre is not ready")
    #expect(centre.takeEvents() == [.showNotice, error, error, .ready])
    #expect(centre.takeEvents() == [])
    #expect(centre.choice == .granted)
  }

  @Test func `D6 a page that was left is told nothing more, and what was copied changes alone`() {
    var first = centre()
    let second = first
    first.setUserAgreeToAll(on: Self.day)
    #expect(second.choice == .unset)
    #expect(second.isUserStatusPartial)
    var engine = Engine(Engine.Configuration(viewport: Size(width: 300, height: 600)))
    _ = engine.handle(
      .slotAdded(SlotID(1), SlotFrame(y: 0, width: 300, height: 250)), at: .start)
    _ = engine.handle(.scrolled(to: 0), at: .start)
    _ = engine.handle(.pageClosed, at: .start)
    #expect(engine.handle(first.choice.input(for: TCFRequirement()), at: .start) == [])
  }

  @Test func `events have the names of the SDK`() {
    #expect(ConsentEvent.ready.name == "onReady")
    #expect(ConsentEvent.consentChanged.name == "onConsentChanged")
    #expect(ConsentEvent.notification == "DidomiConsentChanged")
    #expect(ConsentEvent.preferencesClickPurposeAgree(3).name == "onPreferencesClickPurposeAgree 3")
    #expect(ConsentEvent.noticeClickDisagree.name == "onNoticeClickDisagree")
  }

  // MARK: - Scripts

  @Test func `S0_29 the script hands over each purpose and vendor by its answer`() {
    var centre = centre(vendors: [755, 12])
    centre.setUserAgreeToAll(on: Self.day)
    centre.setUserStatus(purposes: [1: .disabled, 2: .disabled], vendors: [12: .disabled], on: 1)
    let script = centre.handOffScript
    #expect(script.contains("Didomi.setUserStatus({"))
    #expect(script.contains("disabled: [\"cookies\", \"select_basic_ads\"]"))
    #expect(script.contains("enabled: [755],"))
    #expect(script.contains("disabled: [12]"))
    #expect(!script.contains("<"))
    centre.setRegulation(.none)
    #expect(centre.handOffScript == "")
  }

  @Test
  func `S1.3 a centre is initialised with a key, once, and without one it never knows a choice`() {
    var centre = ConsentCentre(vendors: [755])
    #expect(centre.phase == .idle)
    centre.initialize(apiKey: "k")
    #expect(centre.phase == .initializing && !centre.isReady)
    centre.initialize(apiKey: "")
    #expect(centre.phase == .initializing)
    #expect(centre.choice == .unset)
    centre.becomeReady(with: .granted)
    #expect(centre.isReady)
    #expect(centre.takeEvents() == [.ready])

    var broken = ConsentCentre(vendors: [755])
    broken.initialize(apiKey: "")
    #expect(broken.phase == .failed("there is no API key"))
    #expect(broken.takeEvents() == [.error("there is no API key")])
    broken.becomeReady(with: .granted)
    #expect(broken.phase == .failed("there is no API key"))
    broken.setUserAgreeToAll(on: 1)
    #expect(broken.choice == .unset)
  }
}
