/// The results as a JUnit report, which build servers read.
extension CheckReport {
  /// The report, which is well-formed XML 1.0 whatever a session holds: its text is scrubbed and escaped.
  package var junit: String {
    let counts =
      "tests=\"\(results.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites \(counts)>\n  <testsuite name=\"adview check\" \(counts)>\n"
    for result in results {
      xml += "    <testcase classname=\"adview.check\" name=\"\(attribute(result.file))\""
      let content = content(of: result)
      xml += content.isEmpty ? "/>\n" : ">\n\(content)    </testcase>\n"
    }
    return xml + "  </testsuite>\n</testsuites>\n"
  }

  private func content(of result: CheckResult) -> String {
    var xml = ""
    if result.status != .passed {
      let element = result.status.rawValue
      xml += "      <\(element) message=\"\(attribute(result.sentence))\">"
      xml += "\(result.text.escapedForXML)</\(element)>\n"
    }
    if !result.notes.isEmpty {
      let notes = result.notes.map { $0.scrubbed.escapedForXML }.joined(separator: "\n")
      xml += "      <system-err>\(notes)</system-err>\n"
    }
    return xml
  }

  private func attribute(_ text: String) -> String { text.scrubbed.escapedForXML }
}
