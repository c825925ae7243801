/// What `adview.yml` says of a project: its page, its sessions, and what is asked of them.
package struct ProjectFile: Hashable, Sendable {
  package static let name = "adview.yml"
  /// More bytes than this are refused.
  package static let maxLength = YAMLMap.maxLength

  package private(set) var page: String?
  /// Sessions, and folders of them.
  package private(set) var sessions: [String] = []
  package private(set) var budget: MetricsBudget?
  /// Prices, as `tune --cost` takes them.
  package private(set) var cost: String?

  /// Reads a file; what is wrong in it is a problem each.
  package static func read(
    _ text: String, named name: String = name
  ) -> (file: ProjectFile, problems: [Problem]) {
    let problems = Problems(file: name)
    var file = ProjectFile()
    let entries = YAMLMap.entries(of: text, line: 1, in: "project", problems) ?? []
    let keys = KeyReader(entries, place: "project", line: 1, problems)
    file.page = keys.text("page", expected: "the path of a page") { $0 }
    let paths = "a list of sessions and folders, such as [visits/]"
    file.sessions = keys.value("sessions", expected: paths, \.texts) ?? []
    file.budget = keys.text("budget", expected: "bounds such as \"late<20%,wasted<=2\"") { text in
      do throws(MetricsBudget.ReadingError) {
        return try MetricsBudget(text)
      } catch {
        keys.report("budget: \(error.sentence)", line: keys.entry("budget")?.line)
        return nil
      }
    }
    file.cost = keys.text("cost", expected: "prices such as \"view=1,request=0.08\"") { $0 }
    keys.reportUnknownKeys()
    return (file, problems.all)
  }
}
