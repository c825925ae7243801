extension TCString {
  /// Writes the TC string of version 2 that says this, without padding, each section of vendors in its shorter form.
  public func encoded() throws(TCFieldError) -> String {
    var segments = [try core().text]
    for (kind, vendors) in [(1, disclosedVendors), (2, allowedVendors)] {
      guard let vendors else { continue }
      var bits = TCBitWriter()
      bits.append(UInt64(kind), 3)
      bits.vendors(vendors)
      segments.append(bits.text)
    }
    if let publisher { segments.append(try publisher.segment().text) }
    return segments.joined(separator: ".")
  }

  private func core() throws(TCFieldError) -> TCBitWriter {
    var bits = TCBitWriter()
    bits.append(2, 6)
    try bits.number(created, 36, "created")
    try bits.number(updated, 36, "updated")
    try bits.number(cmpID, 12, "CMP id")
    try bits.number(cmpVersion, 12, "CMP version")
    try bits.number(consentScreen, 6, "consent screen")
    try bits.letters(consentLanguage, "consent language")
    try bits.number(vendorListVersion, 12, "vendor list version")
    try bits.number(policyVersion, 6, "policy version")
    bits.flag(isServiceSpecific)
    bits.flag(usesNonStandardTexts)
    try bits.purposes(specialFeatureOptIns, 12, "special feature opt-ins")
    try bits.purposes(purposeConsents, 24, "purpose consents")
    try bits.purposes(purposeLegitimateInterests, 24, "purpose legitimate interests")
    bits.flag(purposeOneTreatment)
    try bits.letters(publisherCountry, "publisher country")
    bits.vendors(vendorConsents)
    bits.vendors(vendorLegitimateInterests)
    try bits.number(publisherRestrictions.count, 12, "number of publisher restrictions")
    for restriction in publisherRestrictions {
      guard (1...24).contains(restriction.purpose) else {
        throw TCFieldError(
          field: "restricted purpose", value: "\(restriction.purpose)", expected: "1…24")
      }
      bits.append(UInt64(restriction.purpose), 6)
      bits.append(UInt64(restriction.kind.rawValue), 2)
      let ranges = restriction.vendors.ranges
      try bits.number(ranges.count, 12, "number of restricted ranges")
      bits.ranges(ranges)
    }
    return bits
  }
}

extension PublisherTC {
  fileprivate func segment() throws(TCFieldError) -> TCBitWriter {
    var bits = TCBitWriter()
    bits.append(3, 3)
    try bits.purposes(consents, 24, "publisher consents")
    try bits.purposes(legitimateInterests, 24, "publisher legitimate interests")
    try bits.number(customPurposes, 6, "custom purposes")
    try bits.purposes(customConsents, customPurposes, "custom purpose consents")
    try bits.purposes(
      customLegitimateInterests, customPurposes, "custom purpose legitimate interests")
    return bits
  }
}

extension TCBitWriter {
  fileprivate mutating func vendors(_ set: VendorSet) {
    append(UInt64(set.maximum), 16)
    let ranges = set.ranges
    let length = ranges.reduce(12) { $0 + ($1.count == 1 ? 17 : 33) }
    if length < set.maximum, ranges.count < 1 << 12 {
      flag(true)
      append(UInt64(ranges.count), 12)
      self.ranges(ranges)
    } else {
      flag(false)
      var next = 1
      for range in ranges {
        flags(false, range.lowerBound - next)
        flags(true, range.count)
        next = range.upperBound + 1
      }
      flags(false, set.maximum + 1 - next)
    }
  }

  fileprivate mutating func ranges(_ ranges: [ClosedRange<Int>]) {
    for range in ranges {
      flag(range.count > 1)
      append(UInt64(range.lowerBound), 16)
      if range.count > 1 { append(UInt64(range.upperBound), 16) }
    }
  }

  private mutating func flags(_ value: Bool, _ count: Int) {
    for _ in 0..<count { flag(value) }
  }
}
