/// What an ad needs of a TC string before it loads with personal data.
public struct TCFRequirement: Hashable, Sendable {
  /// The purposes that must be consented to; default 1, 3 and 4.
  public var purposes: [Int]
  /// The vendors that must be consented to; default none.
  public var vendors: [Int]

  /// Makes a requirement: by default purposes 1, 3 and 4, and no vendor by name.
  public init(purposes: [Int] = [1, 3, 4], vendors: [Int] = []) {
    self.purposes = purposes
    self.vendors = vendors
  }

  /// Compares a TC string with what is needed: only consent counts, not legitimate interest.
  public func verdict(on string: TCString) -> TCFVerdict {
    TCFVerdict(
      missingPurposes: purposes.filter { !string.purposeConsents.contains($0) },
      missingVendors: vendors.filter { !string.vendorConsents.contains($0) },
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
    return missingPurposes.isEmpty && missingVendors.isEmpty && undisclosedVendors.isEmpty
      && restrictions.isEmpty ? .granted : .denied
  }

  /// What the gate says under a policy (D3).
  public func decision(_ policy: ConsentPolicy) -> ConsentDecision {
    ConsentDecision(policy: policy, status: status)
  }
}
