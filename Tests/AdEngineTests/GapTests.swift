import AdEngine
import TestSupport
import Testing

/// The vertical axis of the vectors that browsers test IntersectionObserver with (web-platform-tests).
@Suite(.tags(.fast)) struct GapTests {
  /// A root and a target by their top and bottom edges, and what must come out.
  static let vectors: [(String, root: Edges, target: Edges, gap: Double, ratio: Double)] = [
    ("GEO-1 they share an edge", 8...208, 208...308, gap: 0, ratio: 0),
    ("GEO-2 one point apart", 8...208, 209...309, gap: 1, ratio: 0),
    ("GEO-3 without height, inside", 8...208, 193...193, gap: -15, ratio: 0),
    ("GEO-4 fifty points apart", 8...208, 258...358, gap: 50, ratio: 0),
    ("GEO-6 without height, below", 0...600, 608...608, gap: 8, ratio: 0),
    ("GEO-7 without height, far above", 0...600, -1000 ... -1000, gap: 1000, ratio: 0),
    ("GEO-9 just over half, at the bottom", 0...600, 548...648, gap: -52, ratio: 0.52),
    ("GEO-10 nearly all, at the bottom", 0...600, 508...608, gap: -92, ratio: 0.92),
    ("GEO-12 two thirds, at the top", 0...600, -32...68, gap: -68, ratio: 0.68),
    ("GEO-14 a strip, at the top", 0...600, -92...8, gap: -8, ratio: 0.08),
    ("GEO-15 left behind", 0...600, -112 ... -12, gap: 12, ratio: 0),
    ("GEO-17 a root in the middle", 711...911, 1011...1111, gap: 100, ratio: 0),
    ("GEO-19 the third of three items", 0...200, 200...300, gap: 0, ratio: 0),
    ("RN-1 larger part in view", 0...100, -20...30, gap: -30, ratio: 0.6),
    ("RN-2 entirely in view", 0...100, 40...50, gap: -50, ratio: 1),
    ("RN-3 on the edge", 0...100, 100...150, gap: 0, ratio: 0),
  ]
  typealias Edges = ClosedRange<Double>

  @Test(arguments: vectors)
  func `the signed gap and the ratio in view are those of GEO-1 to GEO-19 and RN-1 to RN-3`(
    name: String, root: Edges, target: Edges, gap: Double, ratio: Double
  ) throws {
    let size = Size(width: 400, height: root.upperBound - root.lowerBound)
    let frame = SlotFrame(y: target.lowerBound, height: target.upperBound - target.lowerBound)
    var stage = Stage(
      slots: [frame], viewport: size.height,
      lazyLoading: try LazyLoadingSettings(fetchThreshold: 0, displayThreshold: 0))
    stage.scroll(to: root.lowerBound)

    let status = try #require(stage.engine.status(of: SlotID(1)))
    #expect(status.gap == gap, "\(name)")
    #expect(status.loadState == (gap <= 0 ? .displayed : .notLoaded), "\(name)")
    let exposure = Exposure(of: frame.size, in: frame, Viewport(y: root.lowerBound, size: size))
    #expect(exposure.ratio == ratio, "\(name)")
  }

  @Test func `GEO-20 a scroll that brings the edges together enters the zone with nothing in view`()
    throws
  {
    var stage = Stage(
      slots: [slot(at: 300, height: 100)], viewport: 200,
      lazyLoading: try LazyLoadingSettings(fetchThreshold: 0, displayThreshold: 0)
    ).scrolled(to: 0)
    #expect(stage.log == [])
    stage.scroll(to: 100, at: 100)
    #expect(stage.log == ["100 slot 1 fetched gap 0", "100 slot 1 displayed gap 0"])
  }

  @Test func `D21 a slot that touches a zone is in it, one unit in the last place away is not`()
    throws
  {
    let height = 600.0
    for (top, isInside) in [(height, true), (height.nextUp, false), (height.nextDown, true)] {
      var stage = Stage(
        slots: [slot(at: top)], viewport: height,
        lazyLoading: try LazyLoadingSettings(fetchThreshold: 0, displayThreshold: 0))
      stage.scroll(to: 0)
      #expect(stage.loadState(1) == (isInside ? .displayed : .notLoaded), "top \(top)")
    }
  }

  @Test func `D22 a slot of any width, none included, is as near as its vertical gap`() {
    for width in [0, 1, 320, 1e6] {
      let stage = Stage(slots: [slot(at: 1500, width: width)]).scrolled(to: 0)
      #expect(stage.log == ["0 slot 1 fetched gap 700"], "width \(width)")
    }
  }
}
