import AdEngine
import TestSupport
import Testing

/// The consent store against the model of Didomi's SDK (`S0.13`–`S0.16`, `S1.3`–`S1.14`).
@Suite(.tags(.fast)) struct ConsentStoreTests {
  private static let day = 20_000

  /// A store with this choice before, its first events taken.
  private func store(
    _ choice: ConsentChoice = .unset, regulation: ConsentStore.Regulation = .gdpr,
    vendors: [Int] = [755]
  ) -> ConsentStore {
    var store = ConsentStore(regulation: regulation, vendors: vendors)
    store.becomeReady(with: choice)
    _ = store.takeEvents()
    return store
  }

  private func isCollected(_ store: ConsentStore) -> [Bool] {
    [
      store.isConsentRequired, store.shouldUserStatusBeCollected(on: Self.day),
      store.isUserStatusPartial,
    ]
  }

  // MARK: - The state matrix

  static let matrix:
    [(name: String, change: @Sendable (inout ConsentStore) -> Void, state: [Bool])] = [
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
    var store = store()
    change(&store)
    #expect(isCollected(store) == state, "\(name)")
  }

  @Test func `D36 nothing is partial where no law asks, or where there is no vendor`() {
    #expect(!store(regulation: .none).isUserStatusPartial)
    #expect(store(regulation: .none).choice == .granted)
    #expect(!store(vendors: []).isUserStatusPartial)
    // Nothing partial, and yet nobody said yes: ads are held all the same.
    #expect(store(vendors: []).choice.status(for: TCFRequirement()) == .unset)
  }

  @Test func `a person who left something open is asked again after the days that were agreed`() {
    var store = ConsentStore(vendors: [755], renewalDays: 7)
    store.becomeReady()
    store.setUserStatus(purposes: [1: .enabled], on: 100)
    #expect(!store.shouldUserStatusBeCollected(on: 106))
    #expect(store.shouldUserStatusBeCollected(on: 107))
    store.reset()
    #expect(store.shouldUserStatusBeCollected(on: 100))
  }

  // MARK: - What changes

  @Test func `only what changes something is a change, and an event`() {
    var store = store()
    let name = ConsentEvent.consentChanged
    #expect(store.setUserAgreeToAll(on: Self.day) == true)
    #expect(store.takeEvents() == [name])
    let string = store.choice
    #expect(store.setUserAgreeToAll(on: Self.day + 1) == false)
    #expect(store.setUserStatus(purposes: [3: .enabled, 99: .disabled], on: Self.day + 1) == false)
    #expect(store.takeEvents() == [])
    #expect(store.choice == string, "GATE-6: another day makes no other hand-off")
    #expect(store.setUserStatus(vendors: [755: .disabled], on: Self.day) == true)
    #expect(store.takeEvents() == [name])
    #expect(store.setUserDisagreeToAll(on: Self.day) == true)
    store.reset()
    store.reset()
    #expect(store.takeEvents() == [name, name], "a withdrawal is a change, once")
  }

  @Test func `disagreeing to all is a decision, in which nothing is enabled`() throws {
    var store = store()
    store.setUserDisagreeToAll(on: Self.day)
    let string = try #require(store.choice.string)
    #expect(string.content.purposeConsents.isEmpty)
    #expect(string.content.purposeLegitimateInterests.isEmpty)
    #expect(string.content.vendorConsents.isEmpty)
    #expect(string.content.disclosedVendors == [755])
    #expect(store.choice.status(for: TCFRequirement()) == .denied)
    #expect(TCFPurpose.all[0].key == "cookies")
    #expect(store.answer(toPurpose: 1) == .disabled)
  }

  @Test
  func `the TC string is of version 2.3, on the day alone, and reads back as the same answers`()
    throws
  {
    var first = store(vendors: [755, 12])
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
    var second = store(first.choice, vendors: [755, 12])
    for id in first.purposes {
      #expect(second.answer(toPurpose: id) == first.answer(toPurpose: id))
    }
    for id in first.vendors { #expect(second.answer(toVendor: id) == first.answer(toVendor: id)) }
    #expect(second.updatedOn == Self.day)
    #expect(second.setUserStatus(purposes: [1: .enabled, 2: .disabled], on: Self.day + 9) == false)
  }

  @Test func `a vendor that the person was not told about is asked about`() {
    var store = store()
    store.setUserAgreeToAll(on: Self.day)
    let choice = store.choice
    store.offer([755, 12])
    #expect(store.answer(toVendor: 12) == .undecided)
    #expect(store.isUserStatusPartial)
    #expect(store.choice == choice, "what was said still counts where 12 is not needed")
    #expect(choice.status(for: TCFRequirement(vendors: [12])) == .denied)
    #expect(choice.status(for: TCFRequirement(vendors: [755])) == .granted)
    store.setUserAgreeToAll(on: Self.day)
    #expect(store.choice.status(for: TCFRequirement(vendors: [12])) == .granted)
  }

  @Test func `no string is written while something is open: some take any string for a decision`() {
    var store = store()
    store.setUserStatus(purposes: [1: .enabled, 3: .enabled, 4: .enabled], on: Self.day)
    #expect(store.choice == .unset)
    #expect(store.tcString(on: Self.day) == nil)
    #expect(store.consentScript == "")
  }

  @Test func `a law that no longer applies leaves the choice for when it does again`() {
    var store = store()
    store.setUserDisagreeToAll(on: Self.day)
    let choice = store.choice
    store.setRegulation(.none)
    #expect(store.choice == .granted)
    store.setRegulation(.gdpr)
    #expect(store.choice == choice)
  }

  // MARK: - Ready, and who listens

  @Test func `D5 what happens before anybody listens waits for them, and ready comes once`() {
    var store = ConsentStore(vendors: [755])
    #expect(!store.isReady)
    #expect(store.choice == .unset)
    store.note(.showNotice)
    #expect(
      store.setUserAgreeToAll(on: Self.day) == false, "nothing can be said before it is ready")
    store.reset()
    store.becomeReady(with: .granted)
    store.becomeReady(with: .granted)
    let error = ConsentEvent.error("consent is not ready")
    #expect(store.takeEvents() == [.showNotice, error, error, .ready])
    #expect(store.takeEvents() == [])
    #expect(store.choice == .granted)
  }

  @Test func `D6 a page that was left is told nothing more, and what was copied changes alone`() {
    var first = store()
    let second = first
    first.setUserAgreeToAll(on: Self.day)
    #expect(second.choice == .unset)
    #expect(second.isUserStatusPartial)
    var engine = Engine(Engine.Configuration(viewport: Size(width: 300, height: 600)))
    _ = engine.handle(.slotAdded(SlotID(1), SlotFrame(y: 0, width: 300, height: 250)), at: .start)
    _ = engine.handle(.scrolled(to: 0), at: .start)
    _ = engine.handle(.pageClosed, at: .start)
    #expect(engine.handle(first.choice.input(for: TCFRequirement()), at: .start) == [])
  }

  @Test func `events have the names of the SDK`() {
    #expect(ConsentEvent.ready.name == "onReady")
    #expect(ConsentEvent.consentChanged.name == "onConsentChanged")
    #expect(ConsentEvent.notification == "DidomiConsentChanged")
    #expect(ConsentEvent.noticeClickDisagree.name == "onNoticeClickDisagree")
  }

  // MARK: - Scripts

  @Test func `S0_29 the script hands over each purpose and vendor by its answer`() {
    var store = store(vendors: [755, 12])
    store.setUserAgreeToAll(on: Self.day)
    store.setUserStatus(purposes: [1: .disabled, 2: .disabled], vendors: [12: .disabled], on: 1)
    let script = store.consentScript
    #expect(script.contains("Didomi.setUserStatus({"))
    #expect(script.contains("disabled: [\"cookies\", \"select_basic_ads\"]"))
    #expect(script.contains("enabled: [755],"))
    #expect(script.contains("disabled: [12]"))
    #expect(!script.contains("<"))
    store.setRegulation(.none)
    #expect(store.consentScript == "")
  }

  @Test
  func `S1.3 a store is initialised with a key, once, and without one it never knows a choice`() {
    var store = ConsentStore(vendors: [755])
    #expect(store.phase == .idle)
    store.initialize(apiKey: "k")
    #expect(store.phase == .initializing && !store.isReady)
    store.initialize(apiKey: "")
    #expect(store.phase == .initializing)
    #expect(store.choice == .unset)
    store.becomeReady(with: .granted)
    #expect(store.isReady)
    #expect(store.takeEvents() == [.ready])

    var broken = ConsentStore(vendors: [755])
    broken.initialize(apiKey: "")
    #expect(broken.phase == .failed("there is no API key"))
    #expect(broken.takeEvents() == [.error("there is no API key")])
    broken.becomeReady(with: .granted)
    #expect(broken.phase == .failed("there is no API key"))
    broken.setUserAgreeToAll(on: 1)
    #expect(broken.choice == .unset)
  }
}
