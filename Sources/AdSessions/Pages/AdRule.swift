import AdRendering

/// How a page without `ad` blocks gets its ads.
package enum AdRule: Hashable, Sendable, CustomStringConvertible {
  /// One ad per this number of blocks of the outermost level.
  case every(Int)

  /// The rule of pages that say nothing, so that a plain text shows the whole life of its ads.
  package static let standard = AdRule.every(4)

  /// No page has more blocks.
  private static let maxCount = Page.maxLength

  /// Reads a rule as `--ads` takes it: `every:4`.
  package init(_ text: some StringProtocol) throws(AdRuleError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "every",
      let count = WrittenNumber.whole(parts[1], in: 1...Self.maxCount)
    else { throw AdRuleError(text: String(text)) }
    self = .every(count)
  }

  /// The rule as `--ads` takes it.
  package var description: String {
    switch self {
    case .every(let count): "every:\(count)"
    }
  }

  /// The unit ids that the slots of a rule carry in turn (`S0.98`).
  static let units = (1...4).map { "div-gpt-ad-mobile_\($0)" }
}

/// A text that is no rule for ads.
package struct AdRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// One sentence that names the text, safe to print.
  package var description: String {
    "ads \(text.quoted): expected every:N with a whole number N of blocks, as in every:4"
  }
}
