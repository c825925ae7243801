public import AdEngine
import AdRendering
import AdSessions
public import ArgumentParser

/// `adview explain url`: where a navigation of an ad leads.
struct ExplainURLCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "url",
    abstract: "Print where a navigation of an ad leads, and why.",
    discussion: """
      The first word is internal (it happens in the ad's own page), external (it opens in the browser or an app) or \
      block; the reason follows.
      """)

  @Option(help: .value("url", "The address of the ad's own page."))
  var initial: String

  @Option(help: "The frame: the ad's page, one inside it, or none (a new window).")
  var frame: NavigationFrame

  @Flag(help: "The user has just touched the ad.")
  var gesture = false

  @Flag(help: "The ad's page has not begun to show yet.")
  var beforeCommit = false

  @Flag(help: "Another port of the ad's own host counts as another site.")
  var strictPort = false

  @Option(
    help: .value(
      "domain", "All hosts of this domain count as the ad's own if the ad's host is one."))
  var sameSite: String?

  @Flag(help: "Print the decision as one line of JSON.")
  var json = false

  @Argument(help: .value("url", "The address to go to."))
  var url: String

  func execute(_ console: Console) throws(CommandError) {
    let page = try orFail(try URLReader.read(initial)) { .data("--initial: \($0)") }
    guard page.isWeb else {
      throw .data(
        "--initial: \(page.scheme): expected the address of the ad's page, of http or https")
    }
    let hosts = HostRule(isPortStrict: strictPort, site: try site())
    let decisions = NavigationPolicy(page: page, hasCommitted: !beforeCommit, hosts: hosts)
      .decisions(
        on: frame == .none && url.isEmpty ? "about:blank" : url, frame: frame, hasGesture: gesture)
    if json {
      let reports = decisions.map(report)
      let carried = JSONText.list(Array(reports.dropFirst()).map { .object($0) })
      let whole = (reports.first ?? []) + [("carried", carried)]
      try console.write(JSONText.object(whole).json + "\n")
    } else {
      let text = decisions.map(text).joined(separator: "\nits own address: ")
      try console.write(prose: text + "\n")
    }
  }

  private func site() throws(CommandError) -> URLHost? {
    guard let sameSite else { return nil }
    let host = (try? URLReader.read("https://\(sameSite)/"))?.host
    guard case .domain? = host else {
      throw .data("--same-site: expected a domain such as stepdev.dk")
    }
    return host
  }

  private func text(_ decision: NavigationDecision) -> String {
    var lines = [decision.verdict.rawValue, decision.reason.description]
    lines += decision.warnings.map { "warning: \($0)" }
    if decision.verdict == .external, let url = decision.url { lines.append("opens \(url.text)") }
    return lines.map(\.scrubbed).joined(separator: "\n")
  }

  private func report(_ decision: NavigationDecision) -> [(String, JSONText)] {
    [
      ("decision", .text(decision.verdict.rawValue)),
      ("reason", .text(decision.reason.description)),
      ("warnings", .texts(decision.warnings.map(\.description))),
      ("url", .optional(decision.url?.text)),
      ("host", .optional(decision.url?.host?.description)),
    ]
  }
}

extension NavigationFrame: ExpressibleByArgument {}
