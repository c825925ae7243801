package import AdLab
import AdRendering

extension LabCreative {
  /// The known units, in the order of the list.
  package static let units = all.map(\.unit)

  /// A clause that says so of a creative that is generated from its unit's name; `nil` for any other.
  package var note: String? {
    guard source == .drawn else { return nil }
    let near = DidYouMean.suggestion(for: unit, among: Self.units)
    return "is not a known unit: its creative is generated from its name"
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
