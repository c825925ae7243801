package import AdEngine

/// The pairs of thresholds that are compared: each fetch threshold with each display threshold that is not above it.
package struct SettingGrid: Hashable, Sendable {
  /// The fetch thresholds in points, ascending.
  package let fetches: [Double]
  /// The display thresholds in points, ascending.
  package let displays: [Double]

  /// More pairs than these, those counted that are none, are not compared at once.
  package static let maxCount = 20_000

  /// Makes a grid of thresholds in any order, none of them negative, and of those of settings that are to be on it.
  package init(
    fetches: [Double], displays: [Double], including settings: [LazyLoadingSettings] = []
  ) {
    self.fetches = Set(fetches + settings.map(\.fetchPoints)).sorted()
    self.displays = Set(displays + settings.map(\.displayPoints)).sorted()
  }

  /// A pair of thresholds by the places of both in their lists.
  package struct Cell: Hashable, Sendable {
    package var fetch: Int
    package var display: Int

    package init(fetch: Int, display: Int) {
      (self.fetch, self.display) = (fetch, display)
    }
  }

  /// How many pairs there are, those included that are none since display would be above fetch.
  package var count: Int { fetches.count * displays.count }

  /// The pair with this number, counted along the display thresholds.
  package subscript(number: Int) -> (fetch: Double, display: Double) {
    (fetches[number / displays.count], displays[number % displays.count])
  }

  package func isValid(_ number: Int) -> Bool {
    let pair = self[number]
    return pair.display <= pair.fetch
  }

  package var pairCount: Int { valid.count }

  /// The numbers of the pairs.
  package var valid: [Int] { (0..<count).filter(isValid) }

  func number(_ cell: Cell) -> Int { cell.fetch * displays.count + cell.display }
  func cell(_ number: Int) -> Cell {
    Cell(fetch: number / displays.count, display: number % displays.count)
  }

  package func number(fetch: Double, display: Double) -> Int? {
    guard let row = fetches.firstIndex(of: fetch), let column = displays.firstIndex(of: display)
    else { return nil }
    return row * displays.count + column
  }
}
