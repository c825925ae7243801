package import AdEngine
package import AdRendering

/// How thresholds are written in pages, sessions and options: `800`, `200%`, `null`.
extension Threshold.Side {
  package static let expected =
    "a number of points, or a percentage of the viewport's height such as 200%"

  /// The threshold that a text writes, `null` or GPT's −1 for any distance; settings may refuse it.
  package init?(written text: some StringProtocol) {
    if text == "null" {
      self = .unlimited
    } else if text.hasSuffix("%") {
      let number = text.dropLast()
      guard let percent = WrittenNumber.real(number.last == " " ? number.dropLast() : number)
      else { return nil }
      self = .percent(percent)
    } else {
      guard let points = WrittenNumber.real(text) else { return nil }
      self.init(written: points)
    }
  }

  /// The threshold that a number writes: points, or −1 for any distance.
  package init(written number: Double) { self = number == -1 ? .unlimited : .points(number) }

  fileprivate var notation: String {
    switch self {
    case .points(let points): JSONText.number(points).json
    case .percent(let percent): JSONText.number(percent).json + "%"
    case .unlimited: "null"
    }
  }

  fileprivate var json: JSONText {
    switch self {
    case .points(let points): .number(points)
    case .percent: .text(notation)
    case .unlimited: .null
    }
  }
}

extension Threshold {
  /// The threshold that a text writes for both sides; `nil` when it writes none.
  package init?(written text: some StringProtocol) {
    guard let side = Side(written: text) else { return nil }
    self.init(side)
  }

  /// The threshold as it is written in front matter.
  package var notation: String {
    isDirectional ? "{ ahead: \(ahead.notation), behind: \(behind.notation) }" : ahead.notation
  }

  package var json: JSONText {
    isDirectional ? .object([("ahead", ahead.json), ("behind", behind.json)]) : ahead.json
  }
}
