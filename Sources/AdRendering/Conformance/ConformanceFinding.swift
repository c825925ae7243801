/// Something in which a plug-in does not keep its contract.
public struct ConformanceFinding: Hashable, Sendable, CustomStringConvertible {
  /// What the contract asks for.
  public enum Rule: String, CaseIterable, Sendable {
    /// A renderer has a name and a version, the same each time.
    case identity
    /// An ad answers, once, in the time it has, and only after it was asked.
    case oneAnswer
    /// An ad that loaded shows something of a size that can be believed.
    case content
    /// An ad without markup fails to load.
    case missingMarkup
    /// An ad is ready from being loaded to being shown, and an unknown one is not.
    case readiness
    /// An ad that is ready can be shown, once.
    case presentation
    /// Events come in their order.
    case order
    /// A click is told of once.
    case click
    /// What becomes of one ad does not touch another.
    case separation
    /// Nothing is heard, and nothing is kept, of an ad that is gone.
    case end
    /// States follow the table, and belong to the answers.
    case states
    /// Sizes are those of the contract.
    case sizes
  }

  /// What was not kept.
  public let rule: Rule
  /// What happened, in one sentence without a full stop.
  public let description: String

  init(_ rule: Rule, _ description: String) {
    self.rule = rule
    self.description = description
  }
}
