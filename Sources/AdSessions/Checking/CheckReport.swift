import AdRendering

/// What a check found out about one session, for every format in which it is told.
package struct CheckResult: Hashable, Sendable {
  package enum Status: String, Sendable {
    case passed, failure
    /// The session could not be checked.
    case error
  }

  package let file: String
  /// The number of the line that it is about; `nil` for the whole session.
  package let line: Int?
  package let status: Status
  package let exitCode: Int32
  /// One sentence, which may quote anything: why it failed or could not be checked, or what passed.
  package let sentence: String
  /// The result for people, in lines that are scrubbed.
  package let text: String
  /// The page whose change fails the session, as the session names it; `nil` where none does.
  package private(set) var page: String?
  /// The commands to go on with, in words.
  private(set) var steps: [String] = []
  /// What was said about the session besides.
  package var notes: [String] = []

  /// The verdict on a session; `problem` is why it could not be updated, `steps` are the commands to go on with, in words.
  package init(
    _ verdict: Verdict, file: String, isUpdated: Bool = false, problem: String? = nil,
    steps: [String] = []
  ) {
    let hasPassed = verdict.hasPassed || isUpdated && verdict.overBudget.isEmpty
    let line: Int? =
      if case .diverged(let divergence) = verdict.outcome { divergence.line } else { nil }
    let steps = hasPassed ? [] : steps
    self.init(
      failure: hasPassed ? problem : isUpdated ? verdict.budgetFailure : verdict.failure,
      text: verdict.text(isUpdated: isUpdated) + steps.map { "  \($0.scrubbed)\n" }.joined(),
      file: file, line: line)
    self.steps = steps
    page = isUpdated ? nil : verdict.causes.lazy.compactMap(\.differingPage).first
  }

  /// What the comparison of a session with its page found.
  package init(_ result: LoaderComparison.Result, file: String) {
    self.init(failure: result.failure, text: result.text, file: file)
  }

  /// A session that could not be checked, and why.
  package init(error: String, file: String, exitCode: Int32) {
    let place = error.hasPrefix("\(file):") ? error.dropFirst(file.count + 1) : ""
    self.file = file
    line = WrittenNumber.whole(place.prefix { $0 != ":" }, in: 1...Int.max)
    status = .error
    self.exitCode = exitCode
    sentence = error
    text = error.scrubbed
  }

  package var json: String {
    JSONText.object([
      ("session", .text(file)), ("result", .text(status == .failure ? "failed" : status.rawValue)),
      ("line", .optional(line)), ("sentence", .text(sentence)), ("exitCode", .number(exitCode)),
      ("notes", .list(notes.map { .text($0) })),
    ]).json
  }

  private init(failure: String?, text: String, file: String, line: Int? = nil) {
    self.file = file
    self.line = line
    status = failure == nil ? .passed : .failure
    exitCode = failure == nil ? 0 : 1
    sentence = failure ?? String(text.prefix { $0 != "\n" })
    self.text = "\(file.scrubbed)\(line.map { ":\($0)" } ?? ""): \(text)"
  }
}

package struct CheckReport: Hashable, Sendable {
  package private(set) var results: [CheckResult] = []

  package init() {}

  package mutating func add(_ result: CheckResult) { results.append(result) }

  func count(_ status: CheckResult.Status) -> Int { results.count { $0.status == status } }

  /// `3 sessions: 1 passed, 1 failed, 1 error`.
  package var totals: String {
    "\(results.count.counted("session")): \(count(.passed)) passed, \(count(.failure)) failed, "
      + count(.error).counted("error")
  }
}
