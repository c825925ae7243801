import AdEngine
import AdRendering
import AdSessions
import Playground

/// What `adview explain consent` says of a TC string.
struct ConsentReport {
  private let string: TCString
  private let needed: TCFRequirement
  private let policy: ConsentPolicy
  private let verdict: TCFVerdict

  init(_ string: TCString, needed: TCFRequirement, policy: ConsentPolicy) {
    (self.string, self.needed, self.policy) = (string, needed, policy)
    verdict = needed.verdict(on: string)
  }

  private var decision: ConsentDecision { verdict.decision(policy) }

  /// The report as lines of text; its last word is the decision.
  var text: String {
    let lines = facts.map { name, words in name.leftAligned(in: 31) + words } + findings
    return lines.joined(separator: "\n") + "\n\(decision.rawValue)\n"
  }

  private var facts: [(String, String)] {
    var facts = [
      ("created", Self.time(string.created)),
      ("updated", Self.time(string.updated)),
      (
        "consent platform",
        "\(string.cmpID), version \(string.cmpVersion), screen \(string.consentScreen)"
      ),
      ("language", string.consentLanguage),
      ("publisher's country", string.publisherCountry),
      ("vendor list, policy", "\(string.vendorListVersion), \(string.policyVersion)"),
      ("service specific", string.isServiceSpecific ? "yes" : "no"),
      ("purpose one treatment", string.purposeOneTreatment ? "yes" : "no"),
      ("special features", Self.list(string.specialFeatureOptIns.ids)),
      ("purposes, consent", Self.list(string.purposeConsents.ids)),
      ("purposes, legitimate interest", Self.list(string.purposeLegitimateInterests.ids)),
      ("vendors, consent", Self.list(string.vendorConsents)),
      ("vendors, legitimate interest", Self.list(string.vendorLegitimateInterests)),
    ]
    for restriction in string.publisherRestrictions {
      let kind =
        switch restriction.kind {
        case .notAllowed: "not allowed to"
        case .requireConsent: "by consent only:"
        case .requireLegitimateInterest: "by legitimate interest only:"
        }
      let vendors = Self.list(restriction.vendors)
      facts.append(("publisher: purpose \(restriction.purpose)", "\(kind) vendors \(vendors)"))
    }
    facts.append(("vendors disclosed", string.disclosedVendors.map(Self.list) ?? "not said"))
    if let allowed = string.allowedVendors { facts.append(("vendors allowed", Self.list(allowed))) }
    if let publisher = string.publisher {
      facts.append(("publisher, consent", Self.list(publisher.consents.ids)))
      facts.append(("publisher, legitimate interest", Self.list(publisher.legitimateInterests.ids)))
    }
    facts.append(("needed purposes", Self.list(needed.purposes)))
    if !needed.eitherPurposes.isEmpty {
      facts.append(("needed on either basis", Self.list(needed.eitherPurposes)))
    }
    facts.append(("needed vendors", Self.list(needed.vendors)))
    facts.append(("policy", policy.rawValue))
    for ads in TCFRequirement.GoogleAds.allCases {
      let verdict = ads.requirement.verdict(on: string)
      let missing =
        verdict.isInvalid
        ? "the TC string is invalid" : verdict.clauses.joined(separator: "; ")
      facts.append(("Google: \(ads.rawValue) ads", missing.isEmpty ? "yes" : "no: \(missing)"))
    }
    return facts
  }

  /// What is missing, in sentences.
  private var findings: [String] {
    let demand =
      "invalid, as if there were no choice: no segment of disclosed vendors, which TCF 2.3 demands of strings created after 28 February 2026"
    return verdict.clauses + (verdict.isInvalid ? [demand] : [])
  }

  /// The report as a value for `--json`.
  var value: JSONText {
    .object([
      ("created", .text(Self.time(string.created))),
      ("updated", .text(Self.time(string.updated))),
      ("cmp", .number(string.cmpID)),
      ("cmpVersion", .number(string.cmpVersion)),
      ("screen", .number(string.consentScreen)),
      ("language", .text(string.consentLanguage)),
      ("publisherCountry", .text(string.publisherCountry)),
      ("vendorList", .number(string.vendorListVersion)),
      ("policyVersion", .number(string.policyVersion)),
      ("serviceSpecific", .flag(string.isServiceSpecific)),
      ("purposeOneTreatment", .flag(string.purposeOneTreatment)),
      ("specialFeatures", .numbers(string.specialFeatureOptIns.ids)),
      ("purposeConsents", .numbers(string.purposeConsents.ids)),
      ("purposeLegitimateInterests", .numbers(string.purposeLegitimateInterests.ids)),
      ("vendorConsents", .numbers(string.vendorConsents.ids)),
      ("vendorLegitimateInterests", .numbers(string.vendorLegitimateInterests.ids)),
      ("disclosedVendors", string.disclosedVendors.map { .numbers($0.ids) } ?? .null),
      ("allowedVendors", string.allowedVendors.map { .numbers($0.ids) } ?? .null),
      ("policy", .text(policy.rawValue)),
      ("missingPurposes", .numbers(verdict.missingPurposes)),
      ("purposesWithoutBasis", .numbers(verdict.purposesWithoutBasis)),
      ("missingVendors", .numbers(verdict.missingVendors)),
      ("undisclosedVendors", .numbers(verdict.undisclosedVendors)),
      ("findings", .texts(findings)),
      ("decision", .text(decision.rawValue)),
    ])
  }

  /// A time in tenths of a second since 1970.
  private static func time(_ tenths: Int) -> String {
    WallClock.text("%Y-%m-%dT%H:%M:%SZ", at: tenths / 10)
  }

  private static func list(_ ids: [Int]) -> String {
    ids.isEmpty ? "none" : ids.map(String.init).joined(separator: ", ")
  }

  /// The vendors as ranges, as many as a user reads.
  private static func list(_ vendors: VendorSet) -> String {
    guard !vendors.isEmpty else { return "none" }
    let shown = vendors.ranges.prefix(20).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }
    let more = vendors.ranges.count > shown.count ? ", …, \(vendors.count) in all" : ""
    return shown.joined(separator: ", ") + more
  }
}
