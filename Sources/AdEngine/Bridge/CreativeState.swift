/// The state of the page of one ad: its address, whether it has begun to show, and the last touch.
struct CreativeState: Sendable {
  var policy: NavigationPolicy
  var activation = UserActivation()

  /// Decides on what the page asks for, and appends what leaves the ad or is stopped.
  mutating func resolve(
    _ attempt: NavigationAttempt, of slot: SlotID, at now: Instant,
    into effects: inout [Engine.Effect]
  ) {
    let hasGesture = activation.isActive(at: now)
    for (index, url) in attempt.addresses.prefix(NavigationAttempt.maxAddresses).enumerated() {
      let frame = index == 0 ? attempt.frame : .none
      let decision = policy.decide(
        url, frame: frame, hasGesture: hasGesture, action: attempt.action)
      guard let decision else { return }
      switch decision.verdict {
      case .internal: guard decision.reason == .bridgeCommand else { return }
      case .external:
        activation.use()
        return effects.append(.open(slot, ResolvedNavigation(attempt.text, decision)))
      case .block: return effects.append(.block(slot, ResolvedNavigation(attempt.text, decision)))
      }
    }
  }
}
