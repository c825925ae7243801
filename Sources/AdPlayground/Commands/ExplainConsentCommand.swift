import AdEngine
import AdRendering
import ArgumentParser

/// `adview explain consent`: what a TC string says and what it leads to.
struct ExplainConsentCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent",
    abstract: "Print what a consent string says, and whether ads may load.",
    discussion: """
      Of a TC string, or a GPP string with one, the last word is allow, limited (ads may load \
      without the use of personal data) or hold.
      """)

  @Argument(
    help: .value(
      "string", "A TC string of IAB TCF 2, or a GPP, US Privacy or Additional Consent string.")
  )
  var string: String

  @Option(help: "The rule by which the choice lets ads load.")
  var policy = ConsentPolicy.strict

  @Option(
    help: .value("n,n,…", "The purposes that must be consented to."),
    transform: { try OptionReader.ids($0, 1...24, "purposes") })
  var purposes: [Int]?

  @Option(
    help: .value(
      "n,n,…", "The purposes that may rest on legitimate interest, too. (default: none)"),
    transform: { try OptionReader.ids($0, 1...24, "purposes") })
  var either: [Int]?

  @Option(help: "What Google needs, for ads of this kind; other options change it.")
  var google: TCFRequirement.GoogleAds?

  @Option(
    help: .value("n,n,…", "The vendors that must be consented to. (default: none)"),
    transform: { try OptionReader.ids($0, 1...VendorSet.maxID, "vendors") })
  var vendors: [Int]?

  @Flag(help: "Print all of it as one line of JSON.")
  var json = false

  func execute(_ console: Console) throws(CommandError) {
    let form = try ConsentForm(string)
    if !json { try console.write(prose: form.text) }
    guard let text = form.tcString else {
      if json { try console.write(JSONText.object(form.members).json + "\n") }
      return
    }
    let decoded = try orFail(try TCString(text)) { .data("TC string: \($0)") }
    var needed = google?.requirement ?? TCFRequirement()
    needed.purposes = purposes ?? needed.purposes
    needed.eitherPurposes = either ?? needed.eitherPurposes
    needed.vendors = vendors ?? needed.vendors
    let report = ConsentReport(decoded, needed: needed, policy: policy)
    try json
      ? console.write(report.value(after: form.members).json + "\n")
      : console.write(prose: report.text)
  }
}
