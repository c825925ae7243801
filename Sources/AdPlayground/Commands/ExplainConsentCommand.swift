import AdEngine
import AdRendering
import ArgumentParser

/// `adview explain consent`: what a TC string says and what it leads to.
struct ExplainConsentCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent",
    abstract: "Print what a TC string says, and whether ads may load.",
    discussion: """
      The last word is allow, limited (ads may load without the use of personal data) or hold.
      """)

  @Argument(help: .value("tcstring", "A TC string of IAB TCF 2."))
  var string: String

  @Option(help: "The rule by which the choice lets ads load.")
  var policy = ConsentPolicy.strict

  @Option(
    help: .value("n,n,…", "The purposes that must be consented to."),
    transform: { try OptionReader.ids($0, 1...24, "purposes") })
  var purposes: [Int]?

  @Option(
    help: .value("n,n,…", "The vendors that must be consented to. (default: none)"),
    transform: { try OptionReader.ids($0, 1...VendorSet.maxID, "vendors") })
  var vendors: [Int]?

  @Flag(help: "Print all of it as one line of JSON.")
  var json = false

  func execute(_ console: Console) throws(CommandError) {
    let decoded = try orFail(try TCString(string)) { .data("TC string: \($0)") }
    let needed = TCFRequirement(
      purposes: purposes ?? TCFRequirement().purposes, vendors: vendors ?? [])
    let report = ConsentReport(string: decoded, text: string, needed: needed, policy: policy)
    try console.write(json ? report.value.json + "\n" : report.text)
  }
}
