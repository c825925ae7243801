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
    let lines = facts.map { $0.label.leftAligned(in: 31) + $0.words } + findings
    return lines.joined(separator: "\n") + "\n\(decision.rawValue)\n"
  }

  /// One thing that the string or the demand says, in words and as a member of the JSON.
  private struct Fact {
    let label: String
    let words: String
    /// `nil` of a part of a longer member.
    let member: (String, JSONText)?

    init(_ label: String, words: String) {
      (self.label, self.words, member) = (label, words, nil)
    }

    init(_ label: String, _ key: String, _ words: String, _ value: JSONText) {
      (self.label, self.words, member) = (label, words, (key, value))
    }

    init(_ label: String, _ key: String, _ text: String) {
      self.init(label, key, text, .text(text))
    }

    init(_ label: String, _ key: String, _ number: Int) {
      self.init(label, key, String(number), .number(number))
    }

    init(_ label: String, _ key: String, _ flag: Bool) {
      self.init(label, key, flag ? "yes" : "no", .flag(flag))
    }

    init(_ label: String, _ key: String, _ ids: [Int]) {
      self.init(label, key, ConsentReport.list(ids), .numbers(ids))
    }

    init(_ label: String, _ key: String, _ vendors: VendorSet) {
      self.init(label, key, ConsentReport.list(vendors), .numbers(vendors.ids))
    }
  }

  private var facts: [Fact] {
    var facts = [
      Fact("created", "created", Self.time(string.created)),
      Fact("updated", "updated", Self.time(string.updated)),
      Fact("consent platform", "cmp", string.cmpID),
      Fact("its version", "cmpVersion", string.cmpVersion),
      Fact("its screen", "screen", string.consentScreen),
      Fact("language", "language", string.consentLanguage),
      Fact("publisher's country", "publisherCountry", string.publisherCountry),
      Fact("vendor list", "vendorList", string.vendorListVersion),
      Fact("policy of the TCF", "policyVersion", string.policyVersion),
      Fact("service specific", "serviceSpecific", string.isServiceSpecific),
      Fact("purpose one treatment", "purposeOneTreatment", string.purposeOneTreatment),
      Fact("special features", "specialFeatures", string.specialFeatureOptIns.ids),
      Fact("purposes, consent", "purposeConsents", string.purposeConsents.ids),
      Fact(
        "purposes, legitimate interest", "purposeLegitimateInterests",
        string.purposeLegitimateInterests.ids),
      Fact("vendors, consent", "vendorConsents", string.vendorConsents),
      Fact(
        "vendors, legitimate interest", "vendorLegitimateInterests",
        string.vendorLegitimateInterests),
    ]
    facts += string.publisherRestrictions.map { restriction in
      Fact(
        "publisher: purpose \(restriction.purpose)",
        words: "\(restriction.kind.words) vendors \(Self.list(restriction.vendors))")
    }
    let disclosed = string.disclosedVendors
    facts.append(
      Fact(
        "vendors disclosed", "disclosedVendors", disclosed.map(Self.list) ?? "not said",
        disclosed.map { .numbers($0.ids) } ?? .null))
    if let allowed = string.allowedVendors {
      facts.append(Fact("vendors allowed", "allowedVendors", allowed))
    }
    if let publisher = string.publisher {
      facts.append(Fact("publisher, consent", "publisherConsents", publisher.consents.ids))
      facts.append(
        Fact(
          "publisher, legitimate interest", "publisherLegitimateInterests",
          publisher.legitimateInterests.ids))
    }
    facts.append(Fact("needed purposes", "neededPurposes", needed.purposes))
    if !needed.eitherPurposes.isEmpty {
      facts.append(Fact("needed on either basis", "neededEither", needed.eitherPurposes))
    }
    facts.append(Fact("needed vendors", "neededVendors", needed.vendors))
    facts.append(Fact("policy", "policy", policy.rawValue))
    facts += TCFRequirement.GoogleAds.allCases.map { ads in
      let missing = missing(for: ads)
      return Fact(
        "Google: \(ads.rawValue) ads",
        words: missing.isEmpty ? "yes" : "no: " + missing.joined(separator: "; "))
    }
    return facts
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
      form + facts.compactMap(\.member) + [
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
