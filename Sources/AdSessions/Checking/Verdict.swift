import AdRendering

/// What a check found out about a session.
package struct Verdict: Hashable, Sendable {
  package var world: SessionWorld
  package var expected: Int
  package var outcome: Outcome
  /// What is other than when the session was recorded, the surest cause first.
  package var causes: [CheckCause] = []
  /// Whether time ran on until nothing was pending.
  package var isIdle = true
  /// Why no slot was checked, in a sentence; `nil` where slots were.
  package var reasonUnchecked: String?
  /// Whether the session ends with the line that says so.
  package var isComplete = true
  /// How many decisions were made after the last line of a session that was cut off, and compared with nothing.
  package var uncompared = 0
  /// What was counted up to the last line.
  package var report = MetricsReport()
  /// What breaks the budget that was given, in words.
  package var overBudget: [String] = []

  package enum Outcome: Hashable, Sendable {
    /// Every decision was the one that was expected.
    case passed
    /// The session holds no decisions, so nothing could have failed.
    case expectsNothing
    /// Something else was decided.
    case diverged(Divergence)
  }

  /// Whether the session is as it was, and within the budget.
  package var hasPassed: Bool { outcome == .passed && differences.isEmpty && overBudget.isEmpty }

  /// Where the session and its page differ, whatever is decided.
  private var differences: [String] { causes.filter { $0.differingPage != nil }.map(\.sentence) }

  /// Whether `--update` would make it pass.
  package var canBeAccepted: Bool { outcome != .passed || !differences.isEmpty }

  /// The same verdict of a session that has to keep a budget; one that expects nothing else is judged by that alone.
  package func judged(by budget: MetricsBudget) -> Verdict {
    var verdict = self
    verdict.overBudget = budget.broken(by: report)
    if outcome == .expectsNothing { verdict.outcome = .passed }
    return verdict
  }
}

/// The first place where a session and its run diverge.
package struct Divergence: Hashable, Sendable {
  /// The number of the line that was expected; that of the last line when no more was expected.
  package var line: Int
  /// The decision of the session, as a line; `nil` when the session expects no more.
  package var expected: String?
  /// The decision that was made instead, as a line; `nil` when no more was decided.
  package var happened: String?
  /// The last causes before it, the oldest first, with the numbers of their lines.
  package var causes: [NumberedLine]
  package var metrics: [MetricChange]
  package var sentence = ""
  package var missing = 0
  package var added = 0

  package struct NumberedLine: Hashable, Sendable {
    package var number: Int
    package var text: String
  }
}

package struct MetricChange: Hashable, Sendable {
  package var label: String
  /// What it was by the decisions of the session; empty when it was not counted.
  package var before: String
  package var now: String

  /// The rows of two reports that differ.
  static func changes(from before: MetricsReport, to now: MetricsReport) -> [MetricChange] {
    let old = Dictionary(uniqueKeysWithValues: before.rows)
    let rows = now.rows
    let both = rows.compactMap { metric, reading -> MetricChange? in
      let former = old[metric]?.text ?? ""
      return former == reading.text
        ? nil : MetricChange(label: metric.name, before: former, now: reading.text)
    }
    let gone = before.rows.filter { row in !rows.contains { $0.metric == row.metric } }
    return both + gone.map { MetricChange(label: $0.metric.name, before: $0.reading.text, now: "") }
  }
}

extension Verdict {
  /// The verdict for people, scrubbed, without the place: one line, and after a divergence its details.
  func text(isUpdated: Bool) -> String {
    let failed =
      !isUpdated ? "FAILED" : overBudget.isEmpty ? "updated" : "updated, and FAILED"
    let passed = isUpdated ? "updated" : "passed"
    let rest =
      uncompared == 0
      ? "" : "; cut off: \(uncompared.counted("decision")) after its last line not compared"
    switch outcome {
    case .passed where !hasPassed:
      let reasons = (differences + overBudget).map(\.scrubbed).joined(separator: "; ")
      return "\(failed): \(reasons)\n  decisions as recorded: \(expected), "
        + "\(world.rawValue) answers\(rest)\n"
    case .passed:
      return "\(passed), \(expected.counted("decision")), \(world.rawValue) answers\(rest)\n"
    case .expectsNothing:
      return isUpdated
        ? "updated: the session held no decisions\n"
        : "FAILED: the session holds no decisions yet; --update adds them\n"
    case .diverged(let divergence):
      let summary = "\(divergence.summary(of: expected)), \(world.rawValue) answers"
      let sentences =
        differences.isEmpty ? [summary] : [differences.joined(separator: "; "), summary]
      let others = (differences.isEmpty ? causes : []).map { "possible cause: \($0.sentence)" }
      let budget = overBudget.map { "over budget: \($0)" }
      // What was accepted is no failure any more.
      let all = isUpdated ? budget + sentences + others : sentences + others + budget
      return "\(failed): " + all.map { $0.scrubbed + "\n" }.joined(separator: "  ")
        + divergence.text
    }
  }

  /// Why the check failed, in one sentence; `nil` if it passed.
  package var failure: String? {
    let decisions: String? =
      switch outcome {
      case .passed: nil
      case .expectsNothing: "the session holds no decisions yet"
      case .diverged(let divergence): "line \(divergence.line): \(divergence.summary(of: expected))"
      }
    let sentences = differences + [budgetFailure, decisions].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  /// Which bounds of the budget are broken; `nil` if none is.
  var budgetFailure: String? {
    overBudget.isEmpty ? nil : "over budget: \(overBudget.joined(separator: "; "))"
  }
}

extension Divergence {
  /// The first difference in a sentence, and how many of the expected decisions differ.
  package func summary(of expected: Int) -> String {
    let new = added - missing
    let counts = [
      missing == 0 ? nil : "\(missing) of \(expected) decisions differ",
      new <= 0 ? nil : "\(new) \(new == 1 ? "decision is" : "decisions are") new",
    ].compactMap { $0 }
    return ([sentence] + counts).filter { !$0.isEmpty }.joined(separator: "; ").scrubbed
  }

  /// The details, in indented lines.
  package var text: String {
    var text = "  expected  \(expected?.scrubbed ?? "nothing more")\n"
    text += "  happened  \(happened?.scrubbed ?? "nothing more")\n"
    if !causes.isEmpty { text += "  after\n" }
    for cause in causes { text += "    line \(cause.number)  \(cause.text.scrubbed)\n" }
    if !metrics.isEmpty {
      text += "  metrics under the recorded settings → now\n"
    }
    for change in metrics {
      let before = change.before.isEmpty ? "–" : change.before
      text +=
        "    \(change.label): \(before) → \(change.now.isEmpty ? "–" : change.now)".scrubbed + "\n"
    }
    return text
  }
}
