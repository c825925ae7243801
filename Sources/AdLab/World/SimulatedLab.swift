package import AdEngine
import AdSimulation

/// A seeded world for the lab: effects go in, answers and what creatives do come out; the seed decides how long a fetch takes.
package struct SimulatedLab: Hashable, Sendable {
  /// How long a fetch takes, in milliseconds; drawn evenly.
  package static let latency: ClosedRange<Int64> = 400...1_200

  private struct Fetch: Hashable, Sendable {
    var dueAt: Int64
    var generation: Int
    var unit: String
    var impressions: ImpressionReporting
  }

  private let seed: UInt64
  private var fetch: Fetch?
  private var banner: SimulatedBanner?

  /// Makes a world; the same seed answers the same.
  package init(seed: UInt64 = 1) { self.seed = seed }

  /// Carries out an effect; what a host only shows is passed over.
  package mutating func perform(_ effect: PreloadEffect, at now: Instant) {
    switch effect {
    case .fetch(let generation, let unit, let impressions):
      let name = LabCreative.named(unit)?.unit ?? unit
      var draw = SeededDraw(
        seed: seed, unit: SeededDraw.number(for: name), slot: 0, generation: generation)
      fetch = Fetch(
        dueAt: now.milliseconds + draw.number(in: Self.latency), generation: generation,
        unit: unit, impressions: impressions)
    case .place(_, let placement): banner?.place(placement, at: now.milliseconds)
    case .injectVisibilityScript: banner?.informOfVisibility(at: now.milliseconds)
    case .release:
      fetch = nil
      banner = nil
    case .publishState, .resize, .recordImpression, .report, .refuse: break
    }
  }

  package var nextAnswer: Instant? {
    [fetch?.dueAt, banner?.nextEventTime].compactMap { $0 }.min().map(Instant.init(milliseconds:))
  }

  package mutating func takeAnswer(dueAt now: Instant) -> PreloadInput? {
    if let fetch, fetch.dueAt <= now.milliseconds {
      self.fetch = nil
      return answer(to: fetch)
    }
    guard let generation = banner?.generation,
      let next = banner?.takeEvent(upTo: now.milliseconds)
    else { return nil }
    return .heard(generation: generation, next.event)
  }

  /// How much of the content of the creative under way is there, 0…1; `nil` without one.
  package func progress(at now: Instant) -> Double? { banner?.progress(at: now.milliseconds) }

  private mutating func answer(to fetch: Fetch) -> PreloadInput {
    guard let creative = try? LabCreative(unit: fetch.unit) else {
      return .answered(generation: fetch.generation, .failed(.error))
    }
    if let failure = creative.fails {
      return .answered(generation: fetch.generation, .failed(failure))
    }
    banner = SimulatedBanner(
      creative, generation: fetch.generation, fetch.impressions, at: fetch.dueAt)
    return .answered(generation: fetch.generation, .loaded(creative.size))
  }
}
