import AdRendering
import AdSessions
import ArgumentParser
import Glibc

/// `adview doctor`: what this terminal and machine can do, and what to change.
struct DoctorCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this terminal and machine, or a page, and say what to change.",
    discussion: """
      With a page, it is opened at 0 and runs until nothing is pending; a session is run up to its last line. The answers say why there is no ad, why there \
      is no log, why it is slow, why it flickers; lines marked with ! need a change. Without a page, the terminal and \
      the machine are checked. \
      Each line is ok, a note (the playground works, but could do better) or something needed. It works without a \
      terminal, and changes nothing. Exit code 69 means that something needed is missing.
      """)

  @Argument(
    help: .value("file", "A page (Markdown) or a session; '-' is standard input."),
    completion: .file())
  var page: String?

  @Flag(help: "Print the findings as one line of JSON.")
  var json = false

  @Option(help: ConsentLaunch.help)
  var sdk: ConsentLaunch = .ready

  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    let given = shared.optionsGiven + (sdk == .ready ? [] : ["--sdk"])
    if page == nil, let option = given.first {
      throw ValidationError("\(option): expected a page with it")
    }
  }

  func execute(_ console: Console) throws(CommandError) {
    if let page {
      let doctor = try DoctorReport(page, shared, sdk, console)
      return try json
        ? console.write(doctor.value.json + "\n") : console.write(prose: doctor.text)
    }
    let doctor = Doctor(output: STDOUT_FILENO) { name in getenv(name).map { String(cString: $0) } }
    try report(doctor.findings(), console)
  }

  /// Prints the findings, and fails when something needed is missing.
  func report(_ findings: [Finding], _ console: Console) throws(CommandError) {
    try json
      ? console.write(Self.json(findings)) : console.write(prose: Self.text(findings))
    let missing = findings.filter { $0.verdict == .needed }.map(\.name)
    guard missing.isEmpty else {
      throw .unavailable("the playground needs a better \(missing.joined(separator: ", "))")
    }
  }

  /// A line for each finding, and one more for what is to be done about it.
  static func text(_ findings: [Finding]) -> String {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.map(\.scrubbed).map { finding in
      let verdict = finding.verdict.rawValue.leftAligned(in: 6)
      let line = "\(verdict)  \(finding.name.leftAligned(in: width))  \(finding.found)\n"
      let advice = finding.advice.map { String(repeating: " ", count: width + 10) + "→ \($0)\n" }
      return line + (advice ?? "")
    }
    .joined()
  }

  private static func json(_ findings: [Finding]) -> String {
    let listed = findings.map(\.scrubbed).map { finding in
      let advice: JSONText.Fields = finding.advice.map { [("advice", .text($0))] } ?? []
      return JSONText.object(
        advice + [
          ("found", .text(finding.found)), ("name", .text(finding.name)),
          ("verdict", .text(finding.verdict.rawValue)),
        ])
    }
    let isReady = !findings.contains { $0.verdict == .needed }
    return JSONText.object([("findings", .list(listed)), ("ready", .flag(isReady))]).json + "\n"
  }
}

extension Finding {
  /// The same, safe for any terminal: the environment may hold anything.
  fileprivate var scrubbed: Finding {
    Finding(name: name, verdict: verdict, found: found.scrubbed, advice: advice?.scrubbed)
  }
}
