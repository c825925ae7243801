/// Consent management: what a user allows to be done with their data, purpose by purpose and vendor by vendor.
///
/// It follows the model of Didomi's SDK, which the demo app uses (`S0.13`–`S0.16`, `S1.3`–`S1.14`), as of iOS 2.48, August
/// 2026. It is a value: its decision is read as ``choice``, and its events are taken from it. Days are those since
/// 1970-01-01; it knows no clock.
public struct ConsentStore: Hashable, Sendable {
  /// Which law the user is asked under (D36).
  public enum Regulation: String, CaseIterable, Sendable {
    /// None: no consent is needed, and ads may load.
    case none
    /// The GDPR: nothing is allowed before a yes.
    case gdpr
  }

  /// What was said about one purpose or one vendor.
  public enum Answer: String, CaseIterable, Sendable {
    /// The question was not answered yet.
    case undecided
    /// The user agreed.
    case enabled
    /// The user disagreed.
    case disabled
  }

  /// How far a store has been set up (`S0.13`, `S0.93`).
  public enum Phase: Hashable, Sendable {
    /// Not initialised yet.
    case idle
    /// It was initialised and does not know yet what was chosen before.
    case initializing
    /// It knows what was chosen before.
    case ready
    /// It could not be initialised, for this reason.
    case failed(String)
  }

  /// The purposes that are asked about, in ascending order.
  public let purposes: [Int]
  /// The vendors that are asked about, in ascending order.
  public private(set) var vendors: [Int]
  /// Which law the user is asked under.
  public private(set) var regulation: Regulation
  /// How far the store has been set up.
  public private(set) var phase = Phase.idle
  /// Whether it is known what was chosen before; until then nothing can be chosen (`S1.11`).
  public var isReady: Bool { phase == .ready }
  /// The days after which a user who left something undecided is asked again; 0: at once.
  public let renewalDays: Int
  /// The day of the last choice.
  public private(set) var updatedOn: Int?
  private var purposeAnswers: [Int: Answer] = [:]
  private var vendorAnswers: [Int: Answer] = [:]
  /// What was chosen under the GDPR; it outlives another regulation.
  public private(set) var written = ConsentChoice.unset
  private var events: [ConsentEvent] = []

  /// Makes a store that does not know yet what was chosen before.
  ///
  /// It asks about these purposes and vendors of the TCF, and again after `renewalDays` where something was left open.
  public init(
    regulation: Regulation = .gdpr, purposes: [Int] = TCFPurpose.all.map(\.id),
    vendors: [Int], renewalDays: Int = 0
  ) {
    self.regulation = regulation
    self.purposes = Set(purposes).sorted()
    self.vendors = Set(vendors).sorted()
    self.renewalDays = renewalDays
  }

  /// Begins to set the store up with the app's key at the platform; with an empty one it never becomes ready (`S1.3`).
  public mutating func initialize(apiKey: String) {
    guard phase == .idle else { return }
    phase = .initializing
    guard apiKey.isEmpty else { return }
    let reason = "there is no API key"
    phase = .failed(reason)
    events.append(.error(reason))
  }

  /// Takes what was chosen before and is ready, with an event the first time, unless it could not be initialised.
  public mutating func becomeReady(with choice: ConsentChoice = .unset) {
    if case .failed = phase { return }
    if !isReady { events.append(.ready) }
    phase = .ready
    adopt(choice)
  }

  /// Asks about these vendors too; what was chosen before says what is known about them.
  public mutating func offer(_ more: [Int]) {
    let new = Set(more).subtracting(vendors)
    guard !new.isEmpty else { return }
    vendors = (vendors + new).sorted()
    if isReady { for vendor in new { vendorAnswers[vendor] = answer(to: vendor, in: written) } }
  }

  // MARK: - What is known

  /// What was said about a purpose.
  public func answer(toPurpose id: Int) -> Answer { purposeAnswers[id] ?? .undecided }

  /// What was said about a vendor.
  public func answer(toVendor id: Int) -> Answer { vendorAnswers[id] ?? .undecided }

  /// Whether anything is undecided that has to be decided: not where no law asks for it, nor without vendors (D36).
  public var isUserStatusPartial: Bool { isConsentRequired && !vendors.isEmpty && isAnythingOpen }

  /// Whether anything was left undecided, whatever the law asks for.
  private var isAnythingOpen: Bool {
    purposes.contains { answer(toPurpose: $0) == .undecided }
      || vendors.contains { answer(toVendor: $0) == .undecided }
  }

  /// Whether a law asks for consent.
  public var isConsentRequired: Bool { regulation != .none }

  /// Whether the user is to be asked on this day.
  public func shouldUserStatusBeCollected(on day: Int) -> Bool {
    guard isUserStatusPartial else { return false }
    return updatedOn.map { day - $0 >= renewalDays } ?? true
  }

  /// The choice for the engines of pages: unset while it is not known, granted where no law asks.
  public var choice: ConsentChoice {
    guard isReady else { return .unset }
    return regulation == .none ? .granted : written
  }

  /// The events since the last call, in their order.
  public mutating func takeEvents() -> [ConsentEvent] {
    defer { events = [] }
    return events
  }

  // MARK: - Choosing

  /// Says yes to everything, and returns whether that changed anything.
  @discardableResult
  public mutating func setUserAgreeToAll(on day: Int) -> Bool { setAll(.enabled, on: day) }

  /// Says no to everything, and returns whether that changed anything.
  @discardableResult
  public mutating func setUserDisagreeToAll(on day: Int) -> Bool { setAll(.disabled, on: day) }

  /// Says something about those purposes and vendors that are asked about; returns whether that changed anything.
  @discardableResult
  public mutating func setUserStatus(
    purposes: [Int: Answer] = [:], vendors: [Int: Answer] = [:], on day: Int
  ) -> Bool {
    guard checkReady() else { return false }
    var isChanged = false
    for (id, answer) in purposes where self.purposes.contains(id) {
      isChanged = isChanged || self.answer(toPurpose: id) != answer
      purposeAnswers[id] = answer
    }
    for (id, answer) in vendors where self.vendors.contains(id) {
      isChanged = isChanged || self.answer(toVendor: id) != answer
      vendorAnswers[id] = answer
    }
    if isChanged { write(on: day) }
    return isChanged
  }

  /// Forgets everything that was said; the user is to be asked again.
  public mutating func reset() {
    guard checkReady() else { return }
    let before = choice
    adopt(.unset)
    updatedOn = nil
    if choice != before { events.append(.consentChanged) }
  }

  /// Applies another law; that is an event where it changes ``choice``.
  public mutating func setRegulation(_ new: Regulation) {
    let before = choice
    regulation = new
    if choice != before { events.append(.consentChanged) }
  }

  /// Appends an event of the user interface.
  public mutating func note(_ event: ConsentEvent) { events.append(event) }

  private mutating func setAll(_ answer: Answer, on day: Int) -> Bool {
    setUserStatus(
      purposes: Dictionary(uniqueKeysWithValues: purposes.map { ($0, answer) }),
      vendors: Dictionary(uniqueKeysWithValues: vendors.map { ($0, answer) }), on: day)
  }

  private mutating func checkReady() -> Bool {
    if !isReady { events.append(.error("consent is not ready")) }
    return isReady
  }

  private mutating func write(on day: Int) {
    updatedOn = day
    written = tcString(on: day).map { .tcString(ConsentString(writing: $0)) } ?? .unset
    events.append(.consentChanged)
  }

  /// Takes a choice as if the user had made it here.
  private mutating func adopt(_ choice: ConsentChoice) {
    written = choice
    updatedOn = choice.string.map { $0.content.updated / Self.tenthsOfADay }
    for id in purposes {
      purposeAnswers[id] =
        switch choice {
        case .status(let status): Answer(status)
        case .tcString(let string) where string.content.lacksDisclosure: .undecided
        case .tcString(let string):
          string.content.purposeConsents.contains(id) ? .enabled : .disabled
        }
    }
    for id in vendors { vendorAnswers[id] = answer(to: id, in: choice) }
  }

  /// What a choice says about a vendor; a vendor that was not disclosed to the user is undecided.
  private func answer(to vendor: Int, in choice: ConsentChoice) -> Answer {
    switch choice {
    case .status(let status): return Answer(status)
    case .tcString(let string):
      if string.content.lacksDisclosure { return .undecided }
      if string.content.vendorConsents.contains(vendor) { return .enabled }
      let wasDisclosed = string.content.disclosedVendors?.contains(vendor) ?? true
      return wasDisclosed ? .disabled : .undecided
    }
  }

  private static let tenthsOfADay = 864_000
}

extension ConsentStore.Answer {
  fileprivate init(_ status: ConsentStatus) {
    self =
      switch status {
      case .unset: .undecided
      case .granted: .enabled
      case .denied: .disabled
      }
  }
}

extension ConsentStore {
  /// The TC string of version 2.3 of the answers; `nil` while something is undecided, since some take any for a decision.
  ///
  /// Times are rounded to the day, so that they identify no user.
  public func tcString(on day: Int) -> TCString? {
    guard isReady, !isAnythingOpen, !vendors.isEmpty else { return nil }
    let time = max(0, day) * Self.tenthsOfADay
    var string = TCString(created: time, updated: time, cmpID: 0, cmpVersion: 0)
    let enabled = purposes.filter { answer(toPurpose: $0) == .enabled }
    let interests = enabled.filter { TCFPurpose.numbered($0)?.allowsLegitimateInterest == true }
    string.purposeConsents = PurposeSet(enabled)
    string.purposeLegitimateInterests = PurposeSet(interests)
    let enabledVendors = vendors.filter { answer(toVendor: $0) == .enabled }
    string.vendorConsents = VendorSet(enabledVendors)
    string.vendorLegitimateInterests = VendorSet(interests.isEmpty ? [] : enabledVendors)
    string.disclosedVendors = VendorSet(vendors)
    return string
  }
}
