import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct ResponseCurveTests {
  private static let metrics: [TuningMetric] = [
    .requests, .wastedFetches, .viewable, .blankExposure,
  ]

  private func value(
    _ metric: TuningMetric, _ session: TuningSession, _ fetch: Double, _ display: Double,
    unload: Double? = nil
  ) throws -> Double {
    let settings = try LazyLoadingSettings(
      fetchThreshold: .points(fetch), displayThreshold: .points(display),
      unloadThreshold: .points(unload ?? 1600),
      unloadingEnabled: unload != nil)
    return metric.value(in: session.report(under: settings))
  }

  @Test(arguments: ResponseCurve.Axis.allCases)
  func `a curve is what the engine counts at each of its steps, and just before it`(
    axis: ResponseCurve.Axis
  ) throws {
    var steps = 0
    for seed in 1...60 {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(seed % 3 == 0 ? .free : .reserved)
      let range = axis == .fetch ? 0...1500.0 : 0...400.0
      var curve = try #require(
        ResponseCurve(
          over: axis, range, beside: LazyLoadingSettings(800, 150), Self.metrics, step: 50))
      curve.add(session)
      for metric in Self.metrics {
        let points = curve.points(of: metric)
        var last: [Double: Double] = [:]
        for point in points { last[point.threshold] = point.mean }
        let thresholds = last.keys.sorted()
        for (number, threshold) in thresholds.enumerated() {
          func counted(_ threshold: Double) throws -> Double {
            axis == .fetch
              ? try value(metric, session, threshold, 150)
              : try value(metric, session, 800, threshold)
          }
          let here = try #require(last[threshold])
          #expect(
            abs(here - (try counted(threshold))) < 1e-3, "seed \(seed) \(metric) \(threshold)")
          guard number > 0 else { continue }
          let before = try #require(last[thresholds[number - 1]])
          #expect(
            abs(before - (try counted(threshold.nextDown))) < 1e-3,
            "seed \(seed) \(metric) below \(threshold)")
          steps += 1
        }
      }
    }
    #expect(steps > (axis == .fetch ? 100 : 20))
  }

  @Test func `with unloading the curve ends, and holds where it has steps`() throws {
    for seed in 1...12 {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(.free)
      var curve = try #require(
        ResponseCurve(
          over: .fetch, 0...1500, beside: LazyLoadingSettings(800, 150, unload: 700),
          [.requests], step: 100))
      curve.add(session)
      let points = curve.points(of: .requests)
      let top = try #require(points.last)
      #expect(top.mean == (try value(.requests, session, 1500, 150, unload: 700)))
    }
  }

  @Test func `a curve has no thresholds that do not go with the one that stays`() throws {
    let settings = try LazyLoadingSettings(800, 200)
    let fetch = try #require(ResponseCurve(over: .fetch, 0...900, beside: settings, [], step: 50))
    #expect(fetch.range == 200...900)
    let display = try #require(
      ResponseCurve(over: .display, 100...1000, beside: settings, [], step: 50))
    #expect(display.range == 100...800)
    #expect(ResponseCurve(over: .fetch, 0...100, beside: settings, [], step: 50) == nil)
  }

  @Test func `names with commas, quotes and control characters stay one field`() {
    #expect("plain".csv == "plain")
    #expect("a,b".csv == "\"a,b\"")
    #expect("a \"b\"".csv == "\"a \"\"b\"\"\"")
    #expect(!"a\u{1B}[31m\nb".csv.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func `the curve names the slot and the session of each step`() throws {
    var draw = SeededGenerator(seed: 3)
    let session = draw.session(.reserved)
    var curve = try #require(
      ResponseCurve(
        over: .fetch, 0...3000, beside: LazyLoadingSettings(800, 0), [.requests], step: 50))
    curve.add(session)
    let lines = curve.csv.split(separator: "\n")
    #expect(lines.first == "metric,fetch,value,slot,session")
    #expect(lines.count == curve.points(of: .requests).count + 1)
    for point in curve.points(of: .requests).dropFirst() {
      #expect(point.step?.session == session.name)
    }
  }
}
