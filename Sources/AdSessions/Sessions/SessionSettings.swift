package import AdEngine
import AdRendering
package import AdSimulation

/// What a session says of a page that begins; what is `nil` is left to the page, and then to the defaults.
package struct SessionSettings: Hashable, Sendable {
  package var lazyLoading: LazyLoadingOverride?
  package var consent: ConsentChoice?
  /// The rule by which the choice is applied.
  package var policy: ConsentPolicy?
  package var seed: UInt64?
  /// The network between the app and the simulated ad server.
  package var network: NetworkProfile?
  /// Whether the scroll position is adjusted to ads above the viewport; `nil` is `false` as in older sessions.
  package var scrollAnchoring: Bool?

  package init(
    lazyLoading: LazyLoadingOverride? = nil, consent: ConsentChoice? = nil,
    policy: ConsentPolicy? = nil, seed: UInt64? = nil, network: NetworkProfile? = nil,
    scrollAnchoring: Bool? = nil
  ) {
    (self.lazyLoading, self.consent, self.policy, self.seed) = (lazyLoading, consent, policy, seed)
    (self.network, self.scrollAnchoring) = (network, scrollAnchoring)
  }
}

extension SessionSettings {
  /// All that page or flag may say otherwise, defaults too; a seed that is no number of JSON is left to the page.
  init(recording setup: RunSetup, choice: ConsentChoice?) {
    self.init(
      lazyLoading: setup.engine.lazyLoading.map {
        .settings(LazyLoadingChange(to: $0))
      } ?? .off,
      consent: choice ?? .status(setup.engine.consent), policy: setup.engine.policy,
      seed: setup.world.map(\.seed).flatMap { $0 <= UInt64(largestWhole) ? $0 : nil },
      network: setup.world?.network,
      scrollAnchoring: setup.engine.scrollAnchoring ? true : nil)
  }
}

extension SessionSettings {
  static let keys = ["lazyLoad", "consent", "policy", "seed", "network", "scrollAnchoring"]

  init(_ fields: JSONFields) throws(SessionLineError) {
    self.init()
    lazyLoading = try fields.lazyLoadingOverride()
    if fields.contains("consent") { consent = try fields.consent("consent") }
    if fields.contains("policy") { policy = try fields.choice("policy") }
    if fields.contains("seed") { seed = try fields.seed("seed") }
    if fields.contains("network") { network = try fields.choice("network") }
    if fields.contains("scrollAnchoring") { scrollAnchoring = try fields.flag("scrollAnchoring") }
  }

  var fields: JSONText.Fields {
    let values: [JSONText?] = [
      lazyLoading?.text, consent?.text, policy.map { .text($0.rawValue) }, seed.map { .number($0) },
      network.map { .text($0.rawValue) }, scrollAnchoring.map { .flag($0) },
    ]
    return zip(Self.keys, values).compactMap { key, value in value.map { (key, $0) } }
  }
}
