import AdEngine
import TestSupport
import Testing

/// What a TC string leads to under each policy (D3).
@Suite(.tags(.fast)) struct TCFRequirementTests {
  private func decision(
    _ text: String, _ policy: ConsentPolicy, purposes: [Int] = [1, 3, 4], vendors: [Int] = []
  ) throws -> ConsentDecision {
    TCFRequirement(purposes: purposes, vendors: vendors).verdict(on: try TCString(text))
      .decision(policy)
  }

  @Test func `D3 the vectors of the gate`() throws {
    #expect(try decision(TCStringTests.t1, .strict) == .hold)
    #expect(try decision(TCStringTests.t7, .strict) == .hold)
    #expect(try decision(TCStringTests.t7, .determined) == .limited)
    let verdict = TCFRequirement().verdict(on: try TCString(TCStringTests.t1))
    #expect(verdict.missingPurposes == [1, 3, 4])
    #expect(verdict.purposeOneTreatment)
  }

  @Test(
    arguments: [
      ([3, 4], [23], .allow, .allow), ([3, 9], [23, 98], .allow, .allow), ([], [], .allow, .allow),
      ([2, 3], [23], .hold, .limited), ([3], [24], .hold, .limited), ([3], [129], .hold, .limited),
    ] as [([Int], [Int], ConsentDecision, ConsentDecision)])
  func `D3 every needed purpose and vendor must be granted`(
    purposes: [Int], vendors: [Int], strict: ConsentDecision, determined: ConsentDecision
  ) throws {
    let text = TCStringTests.t3
    #expect(try decision(text, .strict, purposes: purposes, vendors: vendors) == strict)
    #expect(try decision(text, .determined, purposes: purposes, vendors: vendors) == determined)
  }

  @Test func `a vendor that the person was not told about has no consent`() throws {
    var string = try TCString(TCStringTests.t3)
    string.disclosedVendors = [37]
    let verdict = TCFRequirement(purposes: [3], vendors: [23, 37]).verdict(on: string)
    #expect(verdict.undisclosedVendors == [23])
    #expect(verdict.decision(.strict) == .hold)
    string.disclosedVendors = nil
    let old = TCFRequirement(purposes: [3], vendors: [23, 37]).verdict(on: string)
    #expect(old.decision(.strict) == .allow)
  }

  @Test
  func `a purpose may rest on consent or on legitimate interest, where the framework allows it`()
    throws
  {
    var string = try TCString(TCStringTests.t3)
    string.disclosedVendors = nil
    string.purposeConsents = [1, 3, 4]
    string.purposeLegitimateInterests = [2, 7, 9, 10]
    string.vendorConsents = [755]
    string.vendorLegitimateInterests = [755]
    func baseless(_ purposes: [Int], _ change: (inout TCString) -> Void = { _ in }) -> [Int] {
      var changed = string
      change(&changed)
      return TCFRequirement(purposes: [], eitherPurposes: purposes, vendors: [755])
        .verdict(on: changed).purposesWithoutBasis
    }
    #expect(baseless([1, 2, 3, 7, 8, 10]) == [8])
    // Purposes 1 and 3 to 6 never rest on legitimate interest (TCF 2.2).
    #expect(
      baseless([3]) { ($0.purposeConsents, $0.purposeLegitimateInterests) = ([], [3]) } == [3])
    #expect(baseless([2, 3]) { $0.vendorLegitimateInterests = [] } == [2])
    #expect(baseless([2, 3]) { $0.vendorConsents = [] } == [3])
    for (kind, missing) in [
      (PublisherRestriction.Kind.notAllowed, [2, 3]), (.requireConsent, [2]),
      (.requireLegitimateInterest, [3]),
    ] {
      let restrictions = [2, 3].map {
        PublisherRestriction(purpose: $0, kind: kind, vendors: [755])
      }
      #expect(baseless([2, 3]) { $0.publisherRestrictions = restrictions } == missing, "\(kind)")
    }
    let google = TCFRequirement.GoogleAds.allCases.map(\.requirement)
    #expect(google.map { $0.verdict(on: string).status } == [.granted, .granted, .granted])
    string.purposeConsents = [1]
    #expect(google.map { $0.verdict(on: string).status } == [.denied, .granted, .granted])
    string.purposeConsents = []
    string.vendorConsents = []
    #expect(google.map { $0.verdict(on: string).status } == [.denied, .denied, .granted])
  }

  @Test
  func `a string without disclosed vendors is no choice if it was created after the deadline`()
    throws
  {
    var string = try TCString(TCStringTests.t3)
    string.disclosedVendors = nil
    let needed = TCFRequirement(purposes: [3], vendors: [23])
    // 28 February 2026, 23:59:59.9, and a tenth of a second later (UTC).
    for (created, status) in [(17_723_231_999, ConsentStatus.granted), (17_723_232_000, .unset)] {
      string.created = created
      #expect(needed.verdict(on: string).status == status)
      #expect(string.lacksDisclosure == (status == .unset))
    }
    // The user is asked again, under either policy.
    #expect(needed.verdict(on: string).decision(.determined) == .hold)
    string.disclosedVendors = [23]
    #expect(needed.verdict(on: string).status == .granted)
  }

  @Test(arguments: PublisherRestriction.Kind.allCases)
  func `a restriction of the publisher counts for its vendors and its purpose`(
    kind: PublisherRestriction.Kind
  ) throws {
    var string = try TCString(TCStringTests.t3)
    string.publisherRestrictions = [PublisherRestriction(purpose: 3, kind: kind, vendors: [23])]
    func decision(_ purpose: Int, _ vendor: Int) -> ConsentDecision {
      TCFRequirement(purposes: [purpose], vendors: [vendor]).verdict(on: string).decision(.strict)
    }
    #expect(decision(3, 23) == (kind == .requireConsent ? .allow : .hold))
    #expect(decision(4, 23) == .allow)
    #expect(decision(3, 37) == .allow)
  }
}
