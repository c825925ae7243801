import AdEngine
import AdLab
import Testing

@testable import AdSessions

/// The lab's question answered at once.
@Suite struct LabComparisonTests {
  @Test func `all combinations that make a difference are run, and each is in one group`() {
    let comparison = LabComparison(unit: "celtra18", seed: 1)
    // Without preloading its five switches mean nothing: 8 + 8 × 32.
    #expect(comparison.combinations.count == 264)
    #expect(comparison.groups.reduce(0) { $0 + $1.count } == 264)
    #expect(Set(comparison.groups.map(\.outcome)).count == comparison.groups.count)
  }

  @Test(arguments: LabCreative.all.map(\.unit))
  func `the patterns of a group say exactly what it is`(unit: String) {
    let comparison = LabComparison(unit: unit, seed: 5)
    for combination in comparison.combinations {
      for group in comparison.groups {
        let isCovered = group.patterns.contains { pattern in
          PreloadOption.allCases.allSatisfy { option in
            pattern[option].map { $0 == combination.settings[option] } ?? true
          }
        }
        #expect(isCovered == (group.outcome == combination.outcome))
      }
    }
  }

  @Test(arguments: LabCreative.all.map(\.unit))
  func `tables fit 80 columns and hold plain ASCII`(unit: String) {
    let text = LabComparison(unit: unit, seed: 1).table + LabComparison.legend
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(text.utf8.allSatisfy { $0 < 0x80 } || text.contains("×"))
  }

  @Test func `what cannot come at all is said so`() {
    let comparison = LabComparison(unit: "no_fill", seed: 1)
    #expect(comparison.groups.count == 1)
    #expect(comparison.arrivesAfter == nil)
    #expect(comparison.table.contains("failed     no fill"))
  }
}
