import AdEngine
import AdRendering
import AdSessions

/// The form in which a consent string is stored: a TC string, or what others than the TCF store.
struct ConsentForm {
  /// What it says, name by name; empty of a TC string, which has a report of its own.
  private var facts: [(name: String, answer: String)] = []
  private(set) var tcString: String?

  init(_ text: String) throws(CommandError) {
    if GPPString.isMeant(by: text) {
      let gpp = try orFail(try GPPString(text)) { .data("GPP string: \($0)") }
      let read = [GPPString.tcfEU, GPPString.usPrivacy, GPPString.usNational]
      facts = gpp.sections.map {
        let name = GPPString.names[$0.id] ?? "not known"
        return ("GPP section \($0.id)", read.contains($0.id) ? name : name + ", not read")
      }
      if let privacy = gpp.sections.first(where: { $0.id == GPPString.usPrivacy }) {
        facts += Self.usPrivacy(privacy.text) ?? [("US Privacy", "not read: not like 1YNN")]
      }
      do throws(TCStringError) {
        facts += try gpp.nationalFacts() ?? []
      } catch {
        facts.append(("not read", "US national: \(error)"))
      }
      tcString = gpp.tcString
    } else if let privacy = Self.usPrivacy(text) {
      facts = privacy
    } else if text.contains("~") {
      guard let additional = Self.additionalConsent(text) else {
        throw .data(
          "Additional Consent string: expected 1 or 2, ~ and ids, such as 2~7.12~dv.35, found '\(text.prefix(40))'"
        )
      }
      facts = additional
    } else if (3...8).contains(text.count), text.first?.isNumber == true {
      throw .data(
        "US Privacy string: expected 1 and three of Y, N and -, such as 1YNN, found '\(text)'")
    } else {
      tcString = text
    }
  }

  /// A US Privacy string, such as `1YNN` (IAB CCPA compliance framework 1.0, 2020).
  private static func usPrivacy(_ text: String) -> [(name: String, answer: String)]? {
    let letters = Array(text.uppercased())
    guard letters.count == 4, letters[0] == "1",
      letters.dropFirst().allSatisfy({ "YN-".contains($0) })
    else { return nil }
    let answers: [Character: String] = ["Y": "yes", "N": "no", "-": "not applicable"]
    let names = ["US Privacy: notice given", "opted out of the sale", "covered by the LSPA"]
    return zip(names, letters.dropFirst()).map { ($0, answers[$1] ?? "") }
  }

  /// An Additional Consent string, such as `2~7.12~dv.35` (Google, "Additional Consent" 2, 2024).
  private static func additionalConsent(_ text: String) -> [(name: String, answer: String)]? {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    let disclosed = parts.dropFirst(2).first
    func isList(_ ids: Substring) -> Bool {
      ids.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
        ids.isEmpty || WrittenNumber.whole($0, in: 1...Int.max) != nil
      }
    }
    guard parts.count == 2 || parts.count == 3 && parts[0] == "2",
      ["1", "2"].contains(parts[0]), isList(parts[1]),
      disclosed.map({ $0.hasPrefix("dv.") && isList($0.dropFirst(3)) }) ?? true
    else { return nil }
    func list(_ ids: Substring) -> String {
      ids.isEmpty ? "none" : ids.split(separator: ".").joined(separator: ", ").scrubbed
    }
    return [
      ("Additional Consent", "version \(parts[0]), of Google's providers beside the TCF"),
      ("providers, consent", list(parts[1])),
    ] + (disclosed.map { [("providers disclosed", list($0.dropFirst(3)))] } ?? [])
  }

  /// The facts as lines, aligned with those of the report on a TC string.
  var text: String {
    facts.map { $0.leftAligned(in: 31) + $1 + "\n" }.joined()
      + (tcString == nil ? "no TC string: AdView decides by the TCF alone\n" : "")
  }

  var members: [(String, JSONText)] { facts.map { ($0, .text($1)) } }
}
