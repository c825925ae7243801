/// What a workflow on GitHub shows: annotations of the files, and a summary of the job.
extension CheckResult {
  /// Workflow commands, a line each: an error unless the session passed, at the page that fails it where that is known, and warnings for its notes.
  package func annotations(at path: String, page: String? = nil) -> String {
    func annotation(_ level: String, _ message: String, at path: String, line: Int?) -> String {
      let place =
        "file=\(path.scrubbed.escapedForWorkflow(inProperty: true))"
        + (line.map { ",line=\($0)" } ?? "")
      return
        "::\(level) \(place),title=adview check::\(message.escapedForWorkflow(inProperty: false))\n"
    }
    let message = ([(page == nil ? "" : "\(file): ") + sentence] + steps).map(\.scrubbed)
      .joined(separator: "\n")
    let error =
      status == .passed
      ? [] : [annotation("error", message, at: page ?? path, line: page == nil ? line : nil)]
    let warnings = notes.map { annotation("warning", $0.scrubbed, at: path, line: nil) }
    return (error + warnings).joined()
  }

  fileprivate var row: String {
    let word =
      switch status {
      case .passed: "✅ passed"
      case .failure: "❌ failed"
      case .error: "⚠️ error"
      }
    let cells = [
      file + (line.map { ":\($0)" } ?? ""), ([sentence] + notes).joined(separator: "; "),
    ]
    .map(\.escapedForMarkdown)
    return "| \(cells[0]) | \(word) | \(cells[1]) |\n"
  }
}

extension CheckReport {
  package var markdown: String {
    "### adview check: \(totals)\n\n| session | result | |\n| --- | --- | --- |\n"
      + results.map(\.row).joined() + "\n"
  }
}

extension String {
  /// The text as a workflow command holds it.
  fileprivate func escapedForWorkflow(inProperty: Bool) -> String {
    let escapes =
      [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")]
      + (inProperty ? [(":", "%3A"), (",", "%2C")] : [])
    return escapes.reduce(self) { $0.replacing($1.0, with: $1.1) }
  }

  /// The text as a cell of a table shows it: no mark, link or tag begins in it.
  fileprivate var escapedForMarkdown: String {
    String(
      scrubbed.flatMap { character -> [Character] in
        if character.isNewline { return [" "] }
        let isMark =
          character.isASCII && !character.isLetter && !character.isNumber
          && !" ,;-/()%".contains(character)
        return isMark ? ["\\", character] : [character]
      })
  }
}
