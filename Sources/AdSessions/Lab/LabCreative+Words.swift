package import AdLab
import AdRendering

extension LabCreative {
  /// The known units, in the order of the list.
  package static let units = all.map(\.unit)

  /// What is to be known of a creative that is drawn from its unit's name; `nil` for any other.
  package var note: String? {
    guard source == .drawn else { return nil }
    let near = DidYouMean.suggestion(for: unit, among: Self.units)
    return "is no unit of the lab, so its creative is drawn from its name"
      + (near.map { "; did you mean \($0)?" } ?? "")
  }
}

extension LabUnitError: CustomStringConvertible {
  /// What is wrong with the unit ID, and what was expected.
  package var description: String {
    switch self {
    case .text:
      "expected a unit ID of 1 to \(LabCreative.maxUnitLength) characters that can be shown, "
        + "such as celtra18 or shop/promo?size=300x250"
    case .description(let part, let expected): "“\(part.scrubbed)”: expected \(expected)"
    }
  }
}
