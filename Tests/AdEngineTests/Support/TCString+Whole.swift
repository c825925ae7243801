@testable import AdEngine

extension TCString {
  /// The string with all that the format has, as platforms write it: restrictions, allowed vendors, the publisher's part.
  func wholeText() -> String {
    var core = core()
    core.number(publisherRestrictions.count, 12)
    for restriction in publisherRestrictions {
      core.number(restriction.purpose, 6)
      core.number(restriction.kind.rawValue, 2)
      core.ranges(restriction.vendors.ranges)
    }
    var segments = [core]
    for (kind, vendors) in [(1, disclosedVendors), (2, allowedVendors)] {
      guard let vendors else { continue }
      var bits = TCBitWriter()
      bits.number(kind, 3)
      bits.vendors(vendors)
      segments.append(bits)
    }
    if let publisher {
      var bits = TCBitWriter()
      bits.number(3, 3)
      bits.purposes(publisher.consents, 24)
      bits.purposes(publisher.legitimateInterests, 24)
      bits.number(publisher.customPurposes, 6)
      bits.purposes(publisher.customConsents, publisher.customPurposes)
      bits.purposes(publisher.customLegitimateInterests, publisher.customPurposes)
      segments.append(bits)
    }
    return segments.map(\.text).joined(separator: ".")
  }
}
