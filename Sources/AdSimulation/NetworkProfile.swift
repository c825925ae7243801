/// A named network, which adds its latency to every answer, and the time that its throughput takes; figures are Chrome DevTools'
/// (`front_end/core/sdk/NetworkManager.ts`, 2026; WiFi from its former list of emulated networks).
package enum NetworkProfile: String, CaseIterable, Hashable, Sendable {
  /// 30 Mbit/s, 2 ms.
  case wifi
  /// 9 Mbit/s × 0.9, 60 ms × 2.75.
  case fast4G = "4g"
  /// 1.6 Mbit/s × 0.9, 150 ms × 3.75.
  case slow4G = "slow-4g"
  /// 500 kbit/s × 0.8, 400 ms × 5.
  case slow3G = "3g"
  /// Nothing gets through: every request fails at once.
  case offline

  /// What a request and the ad that answers it take together, in bytes; chosen, not measured.
  private static let adBytes = 100_000.0

  /// The least time from a request to the first byte of its answer, in milliseconds, and the bytes that come in per second.
  private var figures: (latency: Double, throughput: Double) {
    switch self {
    case .wifi: (2, 3_750_000)
    case .fast4G: (165, 1_012_500)
    case .slow4G: (562.5, 180_000)
    case .slow3G: (2000, 50_000)
    case .offline: (0, 0)
    }
  }

  /// What it adds to the time of an answer, in milliseconds; `nil` where no answer comes.
  package var delay: Int64? {
    guard self != .offline else { return nil }
    return Int64((figures.latency + Self.adBytes / figures.throughput * 1000).rounded())
  }

  /// What it adds to the time until bids come, which are small, in milliseconds; `nil` where none come.
  package var bidDelay: Int64? { self == .offline ? nil : Int64(figures.latency.rounded()) }

  package var words: String { delay.map { "latency + \($0) ms" } ?? "every request fails" }
}
