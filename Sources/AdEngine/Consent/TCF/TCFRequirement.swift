/// What an ad needs of a TC string before it loads with personal data.
public struct TCFRequirement: Hashable, Sendable {
  /// The purposes that must be consented to; default 1, 3 and 4, as for ``GoogleAds/personalised``.
  public var purposes: [Int]
  /// The purposes that may rest on consent or on legitimate interest; default none.
  public var eitherPurposes: [Int]
  /// The vendors that need the user's consent, or legitimate interest where no purpose needs consent; default none.
  public var vendors: [Int]

  /// Makes a requirement: by default consent to purposes 1, 3 and 4, and no vendor by name.
  public init(purposes: [Int] = [1, 3, 4], eitherPurposes: [Int] = [], vendors: [Int] = []) {
    (self.purposes, self.eitherPurposes, self.vendors) = (purposes, eitherPurposes, vendors)
  }

  /// What Google needs before it serves ads of a kind (Ad Manager Help, "Publisher integration with the IAB TCF", 2026).
  public enum GoogleAds: String, CaseIterable, Sendable {
    /// Consent to purposes 1, 3 and 4.
    case personalised
    /// Consent to purpose 1.
    case nonPersonalised
    /// No consent.
    case limited

    /// The purposes by consent, and in each case 2, 7, 9 and 10 on either basis, for Google as vendor 755.
    public var requirement: TCFRequirement {
      let purposes: [Int] =
        switch self {
        case .personalised: [1, 3, 4]
        case .nonPersonalised: [1]
        case .limited: []
        }
      return TCFRequirement(purposes: purposes, eitherPurposes: [2, 7, 9, 10], vendors: [755])
    }
  }

  /// Whether a purpose rests on consent or on legitimate interest, for every needed vendor.
  private func hasBasis(_ purpose: Int, in string: TCString) -> Bool {
    let canBeInterest = TCFPurpose.numbered(purpose)?.allowsLegitimateInterest == true
    func hasBasis(_ vendor: Int?) -> Bool {
      let kinds = string.publisherRestrictions.filter { restriction in
        restriction.purpose == purpose && vendor.map(restriction.vendors.contains) == true
      }.map(\.kind)
      let isConsented =
        string.purposeConsents.contains(purpose)
        && vendor.map(string.vendorConsents.contains) != false
      let isInterest =
        canBeInterest && string.purposeLegitimateInterests.contains(purpose)
        && vendor.map(string.vendorLegitimateInterests.contains) != false
      return !kinds.contains(.notAllowed)
        && (isConsented && !kinds.contains(.requireLegitimateInterest)
          || isInterest && !kinds.contains(.requireConsent))
    }
    return vendors.isEmpty ? hasBasis(nil) : vendors.allSatisfy(hasBasis)
  }

  /// Compares a TC string with what is needed.
  public func verdict(on string: TCString) -> TCFVerdict {
    let needsConsent = !purposes.isEmpty || eitherPurposes.isEmpty
    return TCFVerdict(
      missingPurposes: purposes.filter { !string.purposeConsents.contains($0) },
      purposesWithoutBasis: eitherPurposes.filter { !hasBasis($0, in: string) },
      missingVendors: vendors.filter { vendor in
        !string.vendorConsents.contains(vendor)
          && (needsConsent || !string.vendorLegitimateInterests.contains(vendor))
      },
      undisclosedVendors: vendors.filter { string.disclosedVendors?.contains($0) == false },
      restrictions: string.publisherRestrictions.filter { restriction in
        restriction.kind != .requireConsent && purposes.contains(restriction.purpose)
          && vendors.contains { restriction.vendors.contains($0) }
      },
      purposeOneTreatment: string.purposeOneTreatment, isInvalid: string.lacksDisclosure)
  }
}

/// What a TC string lacks of what an ad needs.
public struct TCFVerdict: Hashable, Sendable {
  /// The needed purposes without consent.
  public var missingPurposes: [Int]
  /// The purposes that rest neither on consent nor on legitimate interest, though one of them would do.
  public var purposesWithoutBasis: [Int]
  /// The needed vendors without consent.
  public var missingVendors: [Int]
  /// The needed vendors that were not disclosed to the user, where the string names those that were (TCF 2.3).
  public var undisclosedVendors: [Int]
  /// The publisher's restrictions that keep a needed vendor from using a needed purpose by consent.
  public var restrictions: [PublisherRestriction]
  /// Whether purpose 1 was not asked about; it counts as missing all the same.
  public var purposeOneTreatment: Bool

  /// Whether the string is invalid, as if there were none (``TCString/lacksDisclosure``).
  public var isInvalid: Bool

  /// The choice of the user, who has decided if there is a valid TC string: granted if nothing is missing, else denied.
  public var status: ConsentStatus {
    if isInvalid { return .unset }
    return missingPurposes.isEmpty && purposesWithoutBasis.isEmpty && missingVendors.isEmpty
      && undisclosedVendors.isEmpty
      && restrictions.isEmpty ? .granted : .denied
  }

  /// What the gate says under a policy (D3).
  public func decision(_ policy: ConsentPolicy) -> ConsentDecision {
    ConsentDecision(policy: policy, status: status)
  }
}
