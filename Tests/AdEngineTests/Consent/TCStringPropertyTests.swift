import AdEngine
import TestSupport
import Testing

/// Random TC strings and random texts (seeded): everything that is written reads back, and nothing traps.
@Suite(.tags(.fast)) struct TCStringPropertyTests {
  private static func ids(_ random: inout SeededGenerator, _ limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    let share = Int.random(in: 0...100, using: &random)
    return (1...limit).filter { _ in random.chance(share) }
  }

  private static func vendors(_ random: inout SeededGenerator) -> VendorSet {
    let limit = random.pick([0, 1, 7, 100, 900])
    let extra = random.pick([0, 0, 5, 65_535])
    return switch Int.random(in: 0..<3, using: &random) {
    case 0: VendorSet(ids(&random, limit), maximum: min(extra, limit + 5))
    case 1: VendorSet(ranges: [1...max(1, limit), 65_530...65_535])
    default: VendorSet((0..<5).map { _ in Int.random(in: 1...65_535, using: &random) })
    }
  }

  private static func string(_ random: inout SeededGenerator) -> TCString {
    func number(_ bits: Int) -> Int {
      random.pick([0, 1 << bits - 1, Int.random(in: 0..<(1 << bits), using: &random)])
    }
    var string = TCString(
      created: number(36), updated: number(36), cmpID: number(12), cmpVersion: number(12))
    string.consentScreen = number(6)
    string.consentLanguage = random.pick(["EN", "DA", "AZ", "ZZ"])
    string.vendorListVersion = number(12)
    string.policyVersion = number(6)
    string.isServiceSpecific = random.chance(50)
    string.usesNonStandardTexts = random.chance(50)
    string.purposeOneTreatment = random.chance(50)
    string.specialFeatureOptIns = PurposeSet(ids(&random, 12))
    string.purposeConsents = PurposeSet(ids(&random, 24))
    string.purposeLegitimateInterests = PurposeSet(ids(&random, 24))
    string.vendorConsents = vendors(&random)
    string.vendorLegitimateInterests = vendors(&random)
    for _ in 0..<random.pick([0, 0, 1, 4]) {
      string.publisherRestrictions.append(
        PublisherRestriction(
          purpose: Int.random(in: 1...24, using: &random),
          kind: random.pick(PublisherRestriction.Kind.allCases),
          // A restriction has no greatest id of its own.
          vendors: VendorSet(ranges: vendors(&random).ranges)))
    }
    if random.chance(50) { string.disclosedVendors = vendors(&random) }
    if random.chance(30) { string.allowedVendors = vendors(&random) }
    if random.chance(30) {
      let custom = number(6)
      var publisher = PublisherTC()
      publisher.consents = PurposeSet(ids(&random, 24))
      publisher.legitimateInterests = PurposeSet(ids(&random, 24))
      publisher.customPurposes = custom
      publisher.customConsents = PurposeSet(ids(&random, custom))
      publisher.customLegitimateInterests = PurposeSet(ids(&random, custom))
      string.publisher = publisher
    }
    return string
  }

  @Test func `what is written reads back the same, whatever it says`() throws {
    for seed in 0..<150 {
      var random = SeededGenerator(seed: seed)
      var string = Self.string(&random)
      #expect(try TCString(string.wholeText()) == string, "seed \(seed)")
      let text = string.encoded()
      (string.publisherRestrictions, string.allowedVendors, string.publisher) = ([], nil, nil)
      #expect(try TCString(text) == string && text == string.wholeText(), "seed \(seed)")
    }
  }

  @Test func `a string cut anywhere is refused, with a place within it`() throws {
    for text in TCStringTests.all {
      let core = text.prefix { $0 != "." }
      for length in 0..<core.count - 1 {
        let error = #expect(throws: TCStringError.self) {
          try TCString(String(core.prefix(length)))
        }
        #expect((0...length).contains(error?.offset ?? -1))
      }
    }
  }

  @Test func `random and damaged strings end in a value or a reason`() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ !é")
    var read = 0
    for seed in 0..<20_000 {
      var random = SeededGenerator(seed: seed)
      var text = Array(random.pick(TCStringTests.all))
      if random.chance(30) { text = ["C"] }
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = random.pick(alphabet)
        case 1: text.insert(random.pick(alphabet), at: place)
        default: text.append(contentsOf: (0..<20).map { _ in random.pick(alphabet) })
        }
      }
      do throws(TCStringError) {
        let string = try TCString(String(text))
        read += 1
        #expect((try? TCString(string.wholeText())) == string, "seed \(seed)")
      } catch {
        #expect((0...String(text).utf8.count).contains(error.offset), "seed \(seed)")
      }
    }
    #expect(read > 500)
  }

  @Test func `restrictions of every vendor, as many as there can be, are written and read back`()
    throws
  {
    var string = try TCString(TCStringTests.t1)
    let all = VendorSet(ranges: [1...65_535])
    string.publisherRestrictions = (0..<4095).map {
      PublisherRestriction(purpose: $0 % 24 + 1, kind: .allCases[$0 % 3], vendors: all)
    }
    #expect(
      try TCString(string.wholeText()).publisherRestrictions == string.publisherRestrictions)
  }

  @Test func `a megabyte of a section of vendors is read to its end`() {
    let bits = "IAAB" + String(repeating: "_", count: TCString.maxLength - 100)
    #expect(throws: TCStringError.self) { try TCString(TCStringTests.t1 + "." + bits) }
  }

  @Test func `sets hold what ids there are and nothing else`() {
    #expect(PurposeSet([0, -1, 65, 3, 64]).ids == [3, 64])
    #expect(VendorSet([0, 65_536, 5, 4, 9, 4]).ranges == [4...5, 9...9])
    #expect(VendorSet(ranges: [5...9, 1...6, 10...11, 13...13]).ranges == [1...11, 13...13])
    #expect(VendorSet([3], maximum: 1).maximum == 3)
    let set = VendorSet([2, 4, 5, 6, 9])
    #expect((0...10).filter(set.contains) == set.ids)
  }
}
