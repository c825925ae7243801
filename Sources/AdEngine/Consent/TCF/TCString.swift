/// What a string of the Transparency and Consent Framework says; times are tenths of a second since 1970.
///
/// Its fields are those of IAB Tech Lab, "Transparency and Consent String" 2.0 to 2.3, April 2025.
public struct TCString: Hashable, Sendable {
  /// When the string was first made, in tenths of a second since 1970, 0…2³⁶ − 1.
  public var created: Int
  /// When the string was last changed, in tenths of a second since 1970, 0…2³⁶ − 1.
  public var updated: Int
  /// The consent platform that made it, 0…4095.
  public var cmpID: Int
  /// The version of that platform, 0…4095.
  public var cmpVersion: Int
  /// The screen of that platform on which the user chose, 0…63.
  public var consentScreen = 0
  /// The language in which the user was asked: two capital letters.
  public var consentLanguage = "EN"
  /// The version of the list of vendors, 0…4095.
  public var vendorListVersion = 0
  /// The version of the framework's policies, 0…63; that of TCF 2.3 is 5.
  public var policyVersion = 5
  /// Whether the choice holds for one service alone.
  public var isServiceSpecific = true
  /// Whether the publisher worded the purposes on its own.
  public var usesNonStandardTexts = false
  /// The special features that the user opted into, 1…12.
  public var specialFeatureOptIns: PurposeSet = []
  /// The purposes that the user consented to, 1…24.
  public var purposeConsents: PurposeSet = []
  /// The purposes for which legitimate interest stands, 1…24.
  public var purposeLegitimateInterests: PurposeSet = []
  /// Whether purpose 1 was not asked about, since the publisher's country does not demand it.
  public var purposeOneTreatment = false
  /// The country whose law the publisher is under: two capital letters.
  public var publisherCountry = "AA"
  /// The vendors that the user consented to.
  public var vendorConsents: VendorSet = []
  /// The vendors for which legitimate interest stands.
  public var vendorLegitimateInterests: VendorSet = []
  /// What the publisher does not allow vendors.
  public var publisherRestrictions: [PublisherRestriction] = []
  /// The vendors that were disclosed to the user; every string has them since TCF 2.3.
  public var disclosedVendors: VendorSet?
  /// The vendors that the publisher allows in other services (TCF 2.0 to 2.2).
  public var allowedVendors: VendorSet?
  /// What the publisher itself may do.
  public var publisher: PublisherTC?

  /// The first time of creation at which a string needs disclosed vendors to be valid: 1 March 2026 (IAB Europe, 2025).
  public static let disclosureDeadline = 20_513 * 864_000

  /// Whether the string is invalid because it names no disclosed vendors, though it was created after the deadline.
  public var lacksDisclosure: Bool { disclosedVendors == nil && created >= Self.disclosureDeadline }

  /// Makes a string in which nothing is consented to.
  public init(created: Int, updated: Int, cmpID: Int, cmpVersion: Int) {
    (self.created, self.updated, self.cmpID) = (created, updated, cmpID)
    self.cmpVersion = cmpVersion
  }
}

/// What a publisher does not allow some vendors for one purpose.
public struct PublisherRestriction: Hashable, Sendable {
  /// How a purpose is restricted; the raw values are those of `RestrictionType` (TCF 2.0 to 2.3).
  public enum Kind: Int, CaseIterable, Sendable {
    /// The vendors may not use the purpose.
    case notAllowed = 0
    /// The vendors need consent for it.
    case requireConsent = 1
    /// The vendors need legitimate interest for it.
    case requireLegitimateInterest = 2
  }

  /// The restricted purpose, 1…24.
  public var purpose: Int
  /// Whether the purpose is forbidden, or needs another legal basis.
  public var kind: Kind
  /// The vendors that the restriction is for.
  public var vendors: VendorSet

  /// Makes a restriction of a purpose for some vendors.
  public init(purpose: Int, kind: Kind, vendors: VendorSet) {
    (self.purpose, self.kind, self.vendors) = (purpose, kind, vendors)
  }
}

/// What the user allows the publisher itself.
public struct PublisherTC: Hashable, Sendable {
  /// The purposes that were consented to, 1…24.
  public var consents: PurposeSet = []
  /// The purposes for which legitimate interest stands, 1…24.
  public var legitimateInterests: PurposeSet = []
  /// How many purposes of its own the publisher has, 0…63.
  public var customPurposes = 0
  /// Those of its own purposes that were consented to.
  public var customConsents: PurposeSet = []
  /// Those of its own purposes for which legitimate interest stands.
  public var customLegitimateInterests: PurposeSet = []

  /// Makes a publisher that may do nothing.
  public init() {}
}
