/// The `IABTCF_*` keys under which a consent platform leaves a choice for every SDK of an app.
///
/// They are those of IAB Tech Lab, "CMP API" 2.2, as of February 2026, with `DisclosedVendors` of TCF 2.3.
public struct IABTCFKeys: Hashable, Sendable {
  /// What stands under a key.
  public enum Value: Hashable, Sendable {
    /// A number, as most keys hold it; flags are 0 and 1.
    case number(Int)
    /// A text; one of `0` and `1` has the answer for id n + 1 at place n.
    case text(String)
  }

  /// A key and what stands under it.
  public struct Entry: Hashable, Sendable {
    /// The key in the app's settings, such as `IABTCF_TCString`.
    public let key: String
    /// The value in the type that the specification demands.
    public let value: Value
  }

  /// The keys, in the order of the specification.
  public private(set) var entries: [Entry] = []

  /// The keys that a TC string leads to; `text` is the string itself, and the GDPR applies.
  public init(_ string: TCString, text: String) {
    set("CmpSdkID", string.cmpID)
    set("CmpSdkVersion", string.cmpVersion)
    set("PolicyVersion", string.policyVersion)
    set("gdprApplies", 1)
    set("PublisherCC", string.publisherCountry)
    set("PurposeOneTreatment", string.purposeOneTreatment ? 1 : 0)
    set("UseNonStandardTexts", string.usesNonStandardTexts ? 1 : 0)
    set("TCString", text)
    set("VendorConsents", string.vendorConsents.binary)
    set("VendorLegitimateInterests", string.vendorLegitimateInterests.binary)
    if let disclosed = string.disclosedVendors { set("DisclosedVendors", disclosed.binary) }
    set("PurposeConsents", string.purposeConsents.binary(24))
    set("PurposeLegitimateInterests", string.purposeLegitimateInterests.binary(24))
    set("SpecialFeaturesOptIns", string.specialFeatureOptIns.binary(12))
    setRestrictions(string.publisherRestrictions)
    if let publisher = string.publisher {
      let custom = publisher.customPurposes
      set("PublisherConsent", publisher.consents.binary(24))
      set("PublisherLegitimateInterests", publisher.legitimateInterests.binary(24))
      set("PublisherCustomPurposesConsents", publisher.customConsents.binary(custom))
      set(
        "PublisherCustomPurposesLegitimateInterests",
        publisher.customLegitimateInterests.binary(custom))
    }
  }

  /// The keys that a choice leads to; of a choice that is a word they say no more than whether the GDPR applies.
  public init(_ choice: ConsentChoice, _ regulation: ConsentStore.Regulation = .gdpr) {
    if let string = choice.string {
      self.init(string.content, text: string.text)
      if regulation == .none {
        entries = entries.map {
          $0.key == "IABTCF_gdprApplies" ? Entry(key: $0.key, value: .number(0)) : $0
        }
      }
    } else {
      self.init()
      set("gdprApplies", regulation == .none ? 0 : 1)
    }
  }

  private init() {}

  /// What stands under a key, if anything does.
  public subscript(key: String) -> Value? { entries.first { $0.key == key }?.value }

  private mutating func set(_ name: String, _ number: Int) {
    entries.append(Entry(key: "IABTCF_" + name, value: .number(number)))
  }

  private mutating func set(_ name: String, _ text: String) {
    entries.append(Entry(key: "IABTCF_" + name, value: .text(text)))
  }

  /// One key for each restricted purpose: at place n the kind of the restriction of vendor n + 1, or `_`.
  private mutating func setRestrictions(_ restrictions: [PublisherRestriction]) {
    for purpose in Set(restrictions.map(\.purpose)).sorted() {
      let ofPurpose = restrictions.filter { $0.purpose == purpose }
      let length = ofPurpose.map(\.vendors.maximum).max() ?? 0
      var painter = RestrictionPainter(length: length)
      // The last one that names a vendor counts.
      for restriction in ofPurpose.reversed() {
        for range in restriction.vendors.ranges { painter.paint(range, restriction.kind) }
      }
      set("PublisherRestrictions\(purpose)", String(decoding: painter.kinds, as: UTF8.self))
    }
  }
}

/// Writes the kinds of restrictions of one purpose, each place once, however often a string names it.
private struct RestrictionPainter {
  private(set) var kinds: [UInt8]
  /// Where to look for the next place that is free; itself where one is.
  private var next: [Int]

  init(length: Int) {
    kinds = [UInt8](repeating: UInt8(ascii: "_"), count: length)
    next = Array(0...length)
  }

  mutating func paint(_ range: ClosedRange<Int>, _ kind: PublisherRestriction.Kind) {
    var place = free(from: range.lowerBound - 1)
    while place < min(range.upperBound, kinds.count) {
      kinds[place] = UInt8(ascii: "0") + UInt8(kind.rawValue)
      next[place] = place + 1
      place = free(from: place)
    }
  }

  /// The first free place from here on, and a shorter way there for the next time.
  private mutating func free(from start: Int) -> Int {
    var place = start
    while next[place] != place {
      next[place] = next[next[place]]
      place = next[place]
    }
    return place
  }
}
