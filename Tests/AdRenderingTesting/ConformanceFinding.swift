/// A violation of the contract of plug-ins or renderers.
public struct ConformanceFinding: Hashable, Sendable, CustomStringConvertible {
  /// A rule of the contract.
  public enum Rule: String, CaseIterable, Sendable {
    /// A renderer has a name and a version, and each instance has the same.
    case identity
    /// A renderer makes the ads that it is meant to make.
    case shape
    /// An ad answers a load exactly once and in time.
    case oneAnswer
    /// A loaded ad has content of a plausible size.
    case content
    /// An ad without markup fails to load.
    case missingMarkup
    /// An ad is ready from its load until it is shown; an unknown ad is not.
    case readiness
    /// An ad that is ready can be shown exactly once.
    case presentation
    /// Events are reported in order.
    case order
    /// A click is reported exactly once.
    case click
    /// Ads are independent of each other.
    case separation
    /// An ad that is gone reports nothing and is not retained.
    case end
    /// States follow the table of `AdViewState` and match the answers.
    case states
    /// Sizes are as the contract defines them.
    case sizes
  }

  /// The rule that was violated.
  public let rule: Rule
  /// The observation, as a sentence without a full stop.
  public let description: String

  init(_ rule: Rule, _ description: String) {
    self.rule = rule
    self.description = description
  }
}

extension [ConformanceFinding] {
  /// Adds a violation, if it is one and not there already.
  mutating func note(
    _ rule: ConformanceFinding.Rule, _ description: String, if isViolated: Bool = true
  ) {
    if isViolated { note([ConformanceFinding(rule, description)]) }
  }

  /// Adds the violations that are not there already.
  mutating func note(_ findings: [ConformanceFinding]) {
    for finding in findings where !contains(finding) { append(finding) }
  }
}
