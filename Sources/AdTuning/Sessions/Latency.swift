import AdSessions
import AdSimulation

/// How long the answers of a session take, where it is not what the page or the recording says.
package enum Latency: Hashable, Sendable {
  case times(Double)
  /// In this range of milliseconds, drawn for each request.
  case range(ClosedRange<Int64>)

  /// The longest that an answer can take, in milliseconds.
  package static let maxTime: Int64 = 3_600_000

  private func applied(to range: ClosedRange<Int64>) -> ClosedRange<Int64> {
    switch self {
    case .range(let range): return range
    case .times(let factor):
      func scaled(_ time: Int64) -> Int64 {
        Int64(min(max(Double(time) * factor, 0), Double(Self.maxTime)).rounded())
      }
      return scaled(range.lowerBound)...scaled(range.upperBound)
    }
  }

  fileprivate func apply(to setup: inout RunSetup) {
    var world = setup.world
    if let latency = world?.latency { world?.latency = applied(to: latency) }
    world?.recorded?.mapLatencies { latency, draw in
      draw.number(in: applied(to: latency...latency))
    }
    let slots = setup.slots.map { slot in
      var slot = slot
      switch self {
      case .range: slot.ad.creative.latency = nil
      case .times: slot.ad.creative.latency = slot.ad.creative.latency.map(applied)
      }
      return slot
    }
    setup = RunSetup(
      engine: setup.engine, slots: slots, world: world, needed: setup.needed,
      screenAds: setup.screenAds,
      recycling: setup.recycling)
  }
}

extension TuningSession {
  /// The same session with answers that take another time; what the user did stays as it was.
  package func with(_ latency: Latency) -> TuningSession { changed { latency.apply(to: &$0) } }
}
