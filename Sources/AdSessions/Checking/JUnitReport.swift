/// The verdicts on sessions as a JUnit report, which build servers read.
///
/// The text of the report is scrubbed and escaped, so whatever a session holds, it is well-formed XML 1.0.
package struct JUnitReport: Hashable, Sendable {
  private var cases: [Case] = []

  private struct Case: Hashable, Sendable {
    var name: String
    var element: Element
    var message: String
    /// Lines that are scrubbed already.
    var details: String
  }

  private enum Element: String {
    case passed, failure, error
  }

  /// Makes a report without sessions.
  package init() {}

  /// Adds the verdict on the session in this file.
  package mutating func add(_ verdict: Verdict, file: String) {
    add(failure: verdict.failure, details: verdict.text(file: file), file: file)
  }

  /// Adds what the comparison of the session in this file with its page found.
  package mutating func add(_ result: PageComparison.Result, file: String) {
    add(failure: result.failure, details: result.text(file: file), file: file)
  }

  private mutating func add(failure: String?, details: String, file: String) {
    cases.append(
      Case(
        name: file, element: failure == nil ? .passed : .failure, message: failure ?? "",
        details: failure == nil ? "" : details))
  }

  /// Adds a session that could not be checked, and why.
  package mutating func add(error: String, file: String) {
    cases.append(Case(name: file, element: .error, message: error, details: error.scrubbed))
  }

  package var xml: String {
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites \(counts)>\n  <testsuite name=\"adview check\" \(counts)>\n"
    for item in cases {
      xml += "    <testcase classname=\"adview.check\" name=\"\(attribute(item.name))\""
      if item.element == .passed {
        xml += "/>\n"
      } else {
        let element = item.element.rawValue
        xml += ">\n      <\(element) message=\"\(attribute(item.message))\">"
        xml += "\(item.details.escapedForXML)</\(element)>\n"
        xml += "    </testcase>\n"
      }
    }
    return xml + "  </testsuite>\n</testsuites>\n"
  }

  private func count(_ element: Element) -> Int { cases.count { $0.element == element } }

  private func attribute(_ text: String) -> String { text.scrubbed.escapedForXML }
}
