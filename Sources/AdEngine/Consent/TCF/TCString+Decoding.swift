extension TCString {
  /// The most characters that are read; chosen.
  public static let maxLength = 1 << 20

  /// Reads a TC string of version 2; white space around it does not count.
  public init(_ text: String) throws(TCStringError) {
    guard text.utf8.count <= Self.maxLength else {
      throw TCStringError(
        reason: "too long: expected at most \(Self.maxLength) characters", offset: Self.maxLength)
    }
    let bytes = Array(text.utf8)
    let first = bytes.firstIndex { !$0.isASCIISpace } ?? 0
    let last = bytes.lastIndex { !$0.isASCIISpace } ?? -1
    let segments = bytes[first..<last + 1].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    self = try Self.core(segments[0])
    for segment in segments.dropFirst() { try readSegment(segment) }
  }

  /// Reads the core; fields and widths are those of version 2.3 of the format (IAB Tech Lab, April 2025), as all below.
  private static func core(_ characters: ArraySlice<UInt8>) throws(TCStringError) -> TCString {
    var bits = try TCBitReader(characters, at: characters.startIndex)
    let version = try bits.number(6, "version")
    guard version == 2 else {
      throw bits.problem("version \(version): expected version 2, which begins with C")
    }
    var string = TCString(
      created: try bits.number(36, "created"), updated: try bits.number(36, "updated"),
      cmpID: try bits.number(12, "CMP id"), cmpVersion: try bits.number(12, "CMP version"))
    string.consentScreen = try bits.number(6, "consent screen")
    string.consentLanguage = try bits.letters("consent language")
    string.vendorListVersion = try bits.number(12, "vendor list version")
    string.policyVersion = try bits.number(6, "policy version")
    string.isServiceSpecific = try bits.flag("service specific")
    string.usesNonStandardTexts = try bits.flag("non-standard texts")
    string.specialFeatureOptIns = try bits.purposes(12, "special feature opt-ins")
    string.purposeConsents = try bits.purposes(24, "purpose consents")
    string.purposeLegitimateInterests = try bits.purposes(24, "purpose legitimate interests")
    string.purposeOneTreatment = try bits.flag("purpose one treatment")
    string.publisherCountry = try bits.letters("publisher country")
    string.vendorConsents = try bits.vendors("vendor consents")
    string.vendorLegitimateInterests = try bits.vendors("vendor legitimate interests")
    string.publisherRestrictions = try bits.restrictions()
    try bits.end()
    return string
  }

  private mutating func readSegment(_ characters: ArraySlice<UInt8>) throws(TCStringError) {
    var bits = try TCBitReader(characters, at: characters.startIndex)
    let kind = try bits.number(3, "segment kind")
    switch kind {
    case 1 where disclosedVendors == nil: disclosedVendors = try bits.vendors("disclosed vendors")
    case 2 where allowedVendors == nil: allowedVendors = try bits.vendors("allowed vendors")
    case 3 where publisher == nil: publisher = try bits.publisher()
    case 1, 2, 3: throw bits.problem("a second segment of kind \(kind): expected one")
    default: throw bits.problem("segment of kind \(kind): expected 1, 2 or 3")
    }
    try bits.end()
  }
}

extension TCBitReader {
  /// Reads a section of vendors: a bit for each, or ranges.
  fileprivate mutating func vendors(_ name: String) throws(TCStringError) -> VendorSet {
    let maximum = try number(16, name)
    guard try flag(name) else {
      var ids: [Int] = []
      for id in stride(from: 1, through: maximum, by: 1) where try flag(name) { ids.append(id) }
      return VendorSet(ids, maximum: maximum)
    }
    return VendorSet(ranges: try ranges(name, maximum: maximum), maximum: maximum)
  }

  /// Reads a list of vendors and ranges of them.
  private mutating func ranges(
    _ name: String, maximum: Int
  ) throws(TCStringError) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for _ in 0..<(try number(12, name)) {
      let isRange = try flag(name)
      let first = try number(16, name)
      let last = isRange ? try number(16, name) : first
      guard first >= 1, first <= last else {
        throw problem(
          "\(name): vendors \(first) to \(last): expected a range in ascending order from 1 on")
      }
      guard last <= maximum else {
        throw problem(
          "\(name): vendor \(last): expected at most \(maximum), the greatest id of the section")
      }
      ranges.append(first...last)
    }
    return ranges
  }

  fileprivate mutating func restrictions() throws(TCStringError) -> [PublisherRestriction] {
    let name = "publisher restrictions"
    var restrictions: [PublisherRestriction] = []
    for _ in 0..<(try number(12, name)) {
      let purpose = try number(6, name)
      guard (1...24).contains(purpose) else {
        throw problem("publisher restriction of purpose \(purpose): expected 1…24")
      }
      let code = try number(2, name)
      guard let kind = PublisherRestriction.Kind(rawValue: code) else {
        throw problem("publisher restriction of kind \(code): expected 0, 1 or 2")
      }
      let ranges = try ranges(name, maximum: VendorSet.maxID)
      restrictions.append(
        PublisherRestriction(purpose: purpose, kind: kind, vendors: VendorSet(ranges: ranges)))
    }
    return restrictions
  }

  fileprivate mutating func publisher() throws(TCStringError) -> PublisherTC {
    var publisher = PublisherTC()
    publisher.consents = try purposes(24, "publisher consents")
    publisher.legitimateInterests = try purposes(24, "publisher legitimate interests")
    let count = try number(6, "custom purposes")
    publisher.customPurposes = count
    publisher.customConsents = try purposes(count, "custom purpose consents")
    publisher.customLegitimateInterests = try purposes(count, "custom purpose legitimate interests")
    return publisher
  }
}
