import AdEngine
import AdSessions
import AdSimulation

/// The session that is measured: a steady scroll down the page, until the last slot is passed.
struct SessionScript {
  static let frames = 3600
  static let page = BenchmarkPage(slotCount: 50)
  private static let pointsPerFrame = page.frame(of: page.slotCount - 1).maxY / Double(frames)

  let isUnloading: Bool

  /// Where the page is scrolled to at a frame, counted from 1.
  static func position(at frame: Int) -> Double { Double(frame) * pointsPerFrame }

  /// What a run of the session begins with; the ad server is that of a page which says nothing about it.
  var setup: RunSetup {
    let standard = LazyLoadingSettings.standard
    let change = LazyLoadingChange(unloadingEnabled: isUnloading)
    return RunSetup(
      engine: Engine.Configuration(
        lazyLoading: (try? standard.applying(change)) ?? standard,
        viewport: BenchmarkPage.viewport, consent: .granted),
      slots: (0..<Self.page.slotCount).map {
        RunSlot(String($0 + 1), unit: Self.page.adId(of: $0), frame: Self.page.frame(of: $0))
      },
      world: AdServerSettings())
  }
}

/// What is counted in a session; both ways to run it must count the same.
struct SessionCounts: Equatable {
  var requests = 0
  var rendered = 0
  var impressed = 0
  var viewable = 0
}
