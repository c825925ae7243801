import AdEngine
import Testing

@testable import AdTuning

/// What a study knows of each setting of lazy loading.
@Suite struct SettingCoverageTests {
  /// A value that is not the standard one, for each setting.
  private static let others: [String: LazyLoadingChange] = [
    "fetchThreshold": LazyLoadingChange(fetchThreshold: 900),
    "displayThreshold": LazyLoadingChange(displayThreshold: 100),
    "unloadThreshold": LazyLoadingChange(unloadThreshold: 2000),
    "unloadingEnabled": LazyLoadingChange(unloadingEnabled: true),
    "mobileScaling": LazyLoadingChange(mobileScaling: 2),
    "requests": LazyLoadingChange(requests: .single),
    "fetchAfter": LazyLoadingChange(fetchAfter: 300),
    "horizontalMargin": LazyLoadingChange(horizontalMargin: 50),
    "auction": LazyLoadingChange(auction: .before(.standard)),
  ]

  @Test(arguments: SettingField.all.map(\.key))
  func `a setting is one that traces follow, or an obstacle to them`(key: String) throws {
    let settings = try LazyLoadingSettings.standard.applying(#require(Self.others[key]))
    let followed: Set = [
      "fetchThreshold", "displayThreshold", "unloadThreshold", "unloadingEnabled", "mobileScaling",
      "horizontalMargin",
    ]
    #expect((settings.obstacle == nil) == followed.contains(key))
  }

  @Test func `settings in points keep all that is no distance`() throws {
    var change = LazyLoadingChange(
      fetchThreshold: Threshold(.percent(200)), displayThreshold: Threshold(.percent(50)),
      unloadThreshold: 4000)
    let distances = ["fetchThreshold", "displayThreshold", "unloadThreshold", "mobileScaling"]
    for field in SettingField.all where !distances.contains(field.key) {
      try field.copy(#require(Self.others[field.key]), &change)
    }
    let settings = try LazyLoadingSettings.standard.applying(change)
    let points = settings.inPoints(for: Size(width: 800, height: 1000))
    #expect(points.fetchThreshold == 2000 && points.displayThreshold == 500)
    let (before, after) = (LazyLoadingChange(to: settings), LazyLoadingChange(to: points))
    let changed = SettingField.all.filter { !$0.isSame(before, after) }.map(\.key)
    #expect(
      changed == ["fetchThreshold", "displayThreshold", "auction"], "whose threshold is 300%")
  }
}
