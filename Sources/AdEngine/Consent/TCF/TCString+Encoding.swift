extension TCString {
  /// Writes the TC string of version 2 that says this, without padding, each section of vendors in its shorter form.
  ///
  /// Restrictions, allowed vendors and what the publisher may do are left out: no choice that is made here has any.
  package func encoded() -> String {
    var core = core()
    core.number(0, 12)
    guard let disclosedVendors else { return core.text }
    var disclosed = TCBitWriter()
    disclosed.number(1, 3)
    disclosed.vendors(disclosedVendors)
    return core.text + "." + disclosed.text
  }

  /// The fields of the core but for the restrictions, which are its last.
  func core() -> TCBitWriter {
    var bits = TCBitWriter()
    bits.number(2, 6)
    bits.number(created, 36)
    bits.number(updated, 36)
    bits.number(cmpID, 12)
    bits.number(cmpVersion, 12)
    bits.number(consentScreen, 6)
    bits.letters(consentLanguage)
    bits.number(vendorListVersion, 12)
    bits.number(policyVersion, 6)
    bits.flag(isServiceSpecific)
    bits.flag(usesNonStandardTexts)
    bits.purposes(specialFeatureOptIns, 12)
    bits.purposes(purposeConsents, 24)
    bits.purposes(purposeLegitimateInterests, 24)
    bits.flag(purposeOneTreatment)
    bits.letters(publisherCountry)
    bits.vendors(vendorConsents)
    bits.vendors(vendorLegitimateInterests)
    return bits
  }
}
