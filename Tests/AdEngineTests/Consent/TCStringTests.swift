import TestSupport
import Testing

@testable import AdEngine

/// The vectors T1 to T10 for TC strings.
@Suite(.tags(.fast)) struct TCStringTests {
  static let t1 = "COtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA"
  static let t2 = "COwxsONOwxsONKpAAAENAdCAAMAAAAAAAAAAAAAAAAAA"
  static let t3 =
    "COrEAV4OrXx94ACABBENAHCIAD-AAAAAAACAAxAAAAgAIAwgAgAAAAEAgQAAAAAEAYQAQAAAACAAAABAAA"
    + ".IBAgAAAgAIAwgAgAAAAEAAAACA.QAagAQAgAIAwgA.cAAAAAAAITg="
  static let t4 = "COv__-wOv__-wC2AAAENAPCgAAAAAAAAAAAAA_wAQA_gEBABAEAAAA"
  static let t7 = "COrVd1pOrVd1pACABCENAHCAAAAAAAAAAAiQAAAAAAAA"
  static let all = [t1, t2, t3, t4, t7]

  @Test func `T1 is read field by field`() throws {
    let string = try TCString(Self.t1)
    #expect(string.created == 15_800_580_600)  // 2020-01-26T17:01:00Z
    #expect(string.updated == 16_122_852_600)  // 2021-02-02T17:01:00Z
    #expect(string.cmpID == 675 && string.cmpVersion == 2 && string.consentScreen == 1)
    #expect(string.consentLanguage == "EN")
    #expect(string.vendorListVersion == 15 && string.policyVersion == 2)
    #expect(!string.isServiceSpecific && !string.usesNonStandardTexts)
    #expect(string.specialFeatureOptIns == [1])
    #expect(string.purposeConsents == [2, 10])
    #expect(string.purposeLegitimateInterests == [2, 9])
    #expect(string.purposeOneTreatment)
    #expect(string.publisherCountry == "AA")
    #expect(string.vendorConsents.isEmpty && string.vendorLegitimateInterests.isEmpty)
    #expect(string.publisherRestrictions == [])
    #expect(string.disclosedVendors == nil && string.allowedVendors == nil)
    #expect(string.publisher == nil)
  }

  @Test func `T2, T4 and T7 are read: a few purposes, ranges of vendors, no consent at all`() throws
  {
    let two = try TCString(Self.t2)
    #expect(two.cmpID == 681 && two.vendorListVersion == 29)
    #expect(two.purposeConsents == [1, 2] && two.purposeLegitimateInterests.isEmpty)
    #expect(two.vendorConsents.isEmpty)
    let four = try TCString(Self.t4)
    #expect(four.isServiceSpecific && four.purposeConsents.isEmpty)
    #expect(four.vendorConsents == [127] && four.vendorConsents.maximum == 127)
    #expect(four.vendorLegitimateInterests == [128])
    let seven = try TCString(Self.t7)
    #expect(seven.publisherCountry == "ES")
    #expect(seven.purposeConsents.isEmpty && seven.purposeLegitimateInterests.isEmpty)
    #expect(seven.vendorConsents.isEmpty)
  }

  @Test func `T3 has all segments`() throws {
    let string = try TCString(Self.t3)
    #expect(string.purposeConsents.ids == Array(3...9))
    #expect(string.vendorConsents.ids == [23, 37, 47, 48, 53, 65, 98])
    #expect(string.vendorConsents.maximum == 98)
    #expect(string.vendorLegitimateInterests.ids == [37, 47, 48, 53, 65, 98, 129])
    #expect(string.vendorLegitimateInterests.maximum == 129)
    #expect(string.disclosedVendors?.ids == [23, 37, 47, 48, 53, 65, 98, 129])
    #expect(string.allowedVendors?.ids == [12, 23, 37, 47, 48, 53])
    var publisher = PublisherTC()
    (publisher.consents, publisher.legitimateInterests) = ([1], [24])
    (publisher.customPurposes, publisher.customConsents) = (2, [2])
    publisher.customLegitimateInterests = [1, 2]
    #expect(string.publisher == publisher)
  }

  @Test(arguments: all)
  func `a string goes through decoding and encoding unchanged`(text: String) throws {
    let string = try TCString(text)
    #expect(string.wholeText() == text.filter { $0 != "=" })
    #expect(try TCString(" \(text)\n") == string)
  }

  private static let empty = "nothing there: expected a TC string"
  private static let rest = "more than the fields of the segment: expected its end"
  private static let character = "expected A–Z, a–z, 0–9, - or _"

  static let refused: [(String, String, Int)] = [
    ("", empty, 0), (" ", empty, 0), ("=", empty, 0), (".", empty, 0),
    ("C", "the segment ends inside created", 1), ("!!!!", character, 0),
    (
      "BOtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA",
      "version 1: expected version 2, which begins with C", 0
    ),
    (String(t1.prefix(20)), "the segment ends inside vendor list version", 20),
    (t1 + ".", empty, 45),
    (t1 + "." + String(repeating: "x", count: 1024), "segment of kind 6: expected 1, 2 or 3", 45),
    (t1 + "." + String(repeating: "A", count: 1024), "segment of kind 0: expected 1, 2 or 3", 45),
    (t1 + "." + String(repeating: "IAAA", count: 256), rest, 48),
    (t1 + ".IAAA.IAAA", "a second segment of kind 1: expected one", 50),
    (t1 + ".IB!", character, 47),
    (t1 + "AAAAAA", rest, 43), (t1 + "=A", character, 44), (t1 + "===", character, 44),
    (String(t1.dropLast()) + "B", rest, 43), ("CÆ", character, 1),
  ]

  @Test(arguments: refused)
  func `T10 what is no TC string is refused with its reason and its place`(
    text: String, reason: String, offset: Int
  ) {
    let error = #expect(throws: TCStringError.self) { try TCString(text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
    #expect(error?.description == "character \(offset + 1): \(reason)")
  }

  @Test func `T10 one character more inside a section of vendors shifts the next, and is refused`()
  {
    let error = #expect(throws: TCStringError.self) {
      try TCString(Self.t3.replacing("xAAAAg", with: "xAAAAAg", maxReplacements: 1))
    }
    #expect(error?.reason == "the segment ends inside vendor legitimate interests")
  }

  /// Numbers with the bits that each takes, from where the vendors of T1 begin, and what is wrong with them.
  static let sections: [([(Int, bits: Int)], String)] = [
    ([(100, 16), (0, 1), none], "the segment ends inside vendor consents"),
    (
      [(9, 16), (1, 1), one, (0, 1), (10, 16), none],
      "vendor consents: vendor 10: expected at most 9, the greatest id of the section"
    ),
    (
      [(9, 16), (1, 1), one, (0, 1), (0, 16), none],
      "vendor consents: vendors 0 to 0: expected a range in ascending order from 1 on"
    ),
    (
      [(9, 16), (1, 1), one, (1, 1), (5, 16), (4, 16), none],
      "vendor consents: vendors 5 to 4: expected a range in ascending order from 1 on"
    ),
    (
      [none, none, one, (1, 6), (3, 2), (0, 12)],
      "publisher restriction of kind 3: expected 0, 1 or 2"
    ),
    ([none, none, (4095, 12)], "the segment ends inside publisher restrictions"),
    ([none, none, one, (0, 6), (0, 2), none], "publisher restriction of purpose 0: expected 1…24"),
    (
      [none, none, one, (25, 6), (0, 2), none], "publisher restriction of purpose 25: expected 1…24"
    ),
    (
      [none, none, one, (63, 6), (0, 2), none], "publisher restriction of purpose 63: expected 1…24"
    ),
  ]
  private static let none = (0, bits: 17)
  private static let one = (1, bits: 12)

  @Test(arguments: sections)
  func
    `T10 vendors must be what the greatest id says, restrictions of purposes and kinds that there are`(
      numbers: [(Int, bits: Int)], reason: String
    ) throws
  {
    var core = try TCBitReader(Array(Self.t1.utf8)[...], at: 0)
    var bits = TCBitWriter()
    // The vendors begin at bit 213.
    for _ in 0..<213 { bits.flag(try core.flag("core")) }
    for (number, count) in numbers { bits.number(number, count) }
    let error = #expect(throws: TCStringError.self) { try TCString(bits.text) }
    #expect(error?.reason == reason)
  }

  @Test func `a string of more than a million characters is refused unread`() {
    let error = #expect(throws: TCStringError.self) {
      try TCString(String(repeating: "C", count: TCString.maxLength + 1))
    }
    #expect(error?.reason == "too long: expected at most \(TCString.maxLength) characters")
  }
}
