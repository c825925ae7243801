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
    let lines = facts.map { $0.label.leftAligned(in: 31) + Self.words($0.answer) } + findings
    return lines.joined(separator: "\n") + "\n\(decision.rawValue)\n"
  }

  private static func ids(_ ids: [Int]) -> JSONValue { .list(ids.map { .number(Double($0)) }) }

  private static func number(_ number: Int) -> JSONValue { .number(Double(number)) }

  /// What a fact is for people; a list is one of ids.
  private static func words(_ answer: JSONValue) -> String {
    switch answer {
    case .null, .object: "not said"
    case .flag(let flag): flag ? "yes" : "no"
    case .number: JSONText.value(answer).json
    case .text(let text): text
    case .list(let ids): list(VendorSet(ids.compactMap { $0.number.flatMap { Int(exactly: $0) } }))
    }
  }

  /// The facts by name, with their keys in JSON; a part of a longer member has none.
  private var facts: [(label: String, key: String?, answer: JSONValue)] {
    var facts: [(label: String, key: String?, answer: JSONValue)] = [
      ("created", "created", .text(Self.time(string.created))),
      ("updated", "updated", .text(Self.time(string.updated))),
      ("consent platform", "cmp", Self.number(string.cmpID)),
      ("its version", "cmpVersion", Self.number(string.cmpVersion)),
      ("its screen", "screen", Self.number(string.consentScreen)),
      ("language", "language", .text(string.consentLanguage)),
      ("publisher's country", "publisherCountry", .text(string.publisherCountry)),
      ("vendor list", "vendorList", Self.number(string.vendorListVersion)),
      ("policy of the TCF", "policyVersion", Self.number(string.policyVersion)),
      ("service specific", "serviceSpecific", .flag(string.isServiceSpecific)),
      ("purpose one treatment", "purposeOneTreatment", .flag(string.purposeOneTreatment)),
      ("special features", "specialFeatures", Self.ids(string.specialFeatureOptIns.ids)),
      ("purposes, consent", "purposeConsents", Self.ids(string.purposeConsents.ids)),
      (
        "purposes, legitimate interest", "purposeLegitimateInterests",
        Self.ids(string.purposeLegitimateInterests.ids)
      ),
      ("vendors, consent", "vendorConsents", Self.ids(string.vendorConsents.ids)),
      (
        "vendors, legitimate interest", "vendorLegitimateInterests",
        Self.ids(string.vendorLegitimateInterests.ids)
      ),
    ]
    facts += string.publisherRestrictions.map { restriction in
      let words = "\(restriction.kind.words) vendors \(Self.list(restriction.vendors))"
      return ("publisher: purpose \(restriction.purpose)", nil, .text(words))
    }
    facts += [
      (
        "vendors disclosed", "disclosedVendors",
        string.disclosedVendors.map { Self.ids($0.ids) } ?? .null
      ),
      (
        "vendors allowed", "allowedVendors", string.allowedVendors.map { Self.ids($0.ids) } ?? .null
      ),
    ]
    if let publisher = string.publisher {
      let interests = Self.ids(publisher.legitimateInterests.ids)
      facts += [
        ("publisher, consent", "publisherConsents", Self.ids(publisher.consents.ids)),
        ("publisher, legitimate interest", "publisherLegitimateInterests", interests),
      ]
    }
    facts += [
      ("needed purposes", "neededPurposes", Self.ids(needed.purposes)),
      ("needed on either basis", "neededEither", Self.ids(needed.eitherPurposes)),
      ("needed vendors", "neededVendors", Self.ids(needed.vendors)),
      ("policy", "policy", .text(policy.rawValue)),
    ]
    return facts
      + TCFRequirement.GoogleAds.allCases.map { ads in
        let missing = missing(for: ads).joined(separator: "; ")
        return (
          "Google: \(ads.rawValue) ads", nil, .text(missing.isEmpty ? "yes" : "no: \(missing)")
        )
      }
  }

  /// What the string lacks for ads of Google's.
  private func missing(for ads: TCFRequirement.GoogleAds) -> [String] {
    let verdict = ads.requirement.verdict(on: string)
    return verdict.isInvalid ? ["the TC string is invalid"] : verdict.clauses
  }

  /// What is missing, in sentences.
  private var findings: [String] {
    let demand =
      "invalid, as if there were no choice: no segment of disclosed vendors, which TCF 2.3 demands of strings created after 28 February 2026"
    return verdict.clauses + (verdict.isInvalid ? [demand] : [])
  }

  /// The report as a value for `--json`, behind what is said of the form.
  func value(after form: [(String, JSONText)]) -> JSONText {
    .object(
      form + facts.compactMap { fact in fact.key.map { ($0, .value(fact.answer)) } } + [
        ("publisherRestrictions", .list(string.publisherRestrictions.map(\.value))),
        (
          "google",
          .object(TCFRequirement.GoogleAds.allCases.map { ($0.rawValue, .texts(missing(for: $0))) })
        ),
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

  /// Vendors or purposes as ranges, as many as a user reads.
  private static func list(_ vendors: VendorSet) -> String {
    guard !vendors.isEmpty else { return "none" }
    let shown = vendors.ranges.prefix(20).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }
    let more = vendors.ranges.count > shown.count ? ", …, \(vendors.count) in all" : ""
    return shown.joined(separator: ", ") + more
  }
}

extension PublisherRestriction {
  fileprivate var value: JSONText {
    .object([
      ("purpose", .number(purpose)), ("rule", .text("\(kind)")), ("vendors", .numbers(vendors.ids)),
    ])
  }
}

extension PublisherRestriction.Kind {
  fileprivate var words: String {
    switch self {
    case .notAllowed: "not allowed to"
    case .requireConsent: "by consent only:"
    case .requireLegitimateInterest: "by legitimate interest only:"
    }
  }
}
