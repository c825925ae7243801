package import AdEngine

/// How the consent SDK of an app starts: what can go wrong with it, to be simulated (`S0.93`, `S1.3`–`S1.13`).
package enum ConsentLaunch: String, CaseIterable, Hashable, Sendable {
  /// The SDK knows at once what was chosen before.
  case ready
  /// It knows that after ``delay``.
  case late
  /// It was initialised and never becomes ready.
  case never
  /// It is initialised without an API key, which it refuses.
  case fails
  /// It is ready, and no `DidomiWrapper` stands in the view hierarchy, so that its notice cannot appear.
  case unwrapped

  /// When an SDK that is late becomes ready, in milliseconds after the start.
  package static let delay: Int64 = 3000

  /// When the SDK becomes ready; `nil` for never.
  package var readyAt: Instant? {
    switch self {
    case .ready, .unwrapped: .start
    case .late: .start + Self.delay
    case .never, .fails: nil
    }
  }

  package var apiKey: String { self == .fails ? "" : "demo" }
}

/// The view that the consent SDK sets its notice and its preferences up in; without it neither can appear (`S0.15`, `S1.9`, `S1.10`).
package struct DidomiWrapper: Hashable, Sendable {
  /// Makes the wrapper of an app that did not forget it.
  package init() {}

  /// The wrapper of an app whose SDK starts so.
  package init?(_ launch: ConsentLaunch) {
    guard launch != .unwrapped else { return nil }
  }

  /// Lets a store show something; throws if it is not ready, or has no view.
  package static func setupUI(
    _ wrapper: DidomiWrapper?, of store: ConsentStore
  ) throws(ConsentUIError) {
    switch store.phase {
    case .idle, .initializing: throw .notReady
    case .failed(let reason): throw .failed(reason)
    case .ready: if wrapper == nil { throw .noWrapper }
    }
  }
}

/// Why the consent SDK can show nothing.
package enum ConsentUIError: Error, Hashable, Sendable, CustomStringConvertible {
  case notReady
  case failed(String)
  case noWrapper

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .notReady: "the consent SDK is not ready"
    case .failed(let reason): "the consent SDK could not be initialised: \(reason)"
    case .noWrapper: "DidomiWrapper is not in the view hierarchy: the notice has no view"
    }
  }
}
