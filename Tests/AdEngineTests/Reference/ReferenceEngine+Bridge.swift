@testable import AdEngine

/// What the pages of ads say and ask for, as plainly as possible: web addresses and one scheme that runs code.
extension ReferenceEngine {
  /// The slot, if the generation is the one that it holds and has a page.
  private func page(_ id: SlotID, _ generation: Int) -> Int? {
    guard let index = position(of: id), slots[index].generation == generation, slots[index].isHeld,
      [.loading, .loaded, .impressed, .clicked].contains(slots[index].ad)
    else { return nil }
    return index
  }

  mutating func hear(
    _ message: Result<BridgeMessage, BridgeMessageError>, _ id: SlotID, _ generation: Int,
    _ now: Int64
  ) {
    guard let index = page(id, generation) else { return }
    switch message {
    case .failure(let problem): effects.append(.refuse(.message(id, problem)))
    case .success(.adSize(let size)):
      guard size.width > 0, size.height > 0, size.width <= 4096, size.height <= 4096 else {
        return effects.append(.refuse(.size(id, size)))
      }
      if slots[index].ad != .loading { slots[index].size = size }
      for goal in slots[index].goals.indices
      where !slots[index].goals[goal].isImpression
        && !slots[index].goals[goal].isRefresh
      {
        slots[index].goals[goal].share = size.width * size.height >= 242_500 ? 3 : 5
      }
      let frame = slots[index].constraints.frame(for: size)
      needsMeasurement = true
      if slots[index].frame.size == frame { return }
      giveSize(frame, index, now)
    case .success(let said): effects.append(.log(id, said))
    }
  }

  mutating func decide(
    _ attempt: NavigationAttempt, _ id: SlotID, _ generation: Int, _ now: Int64
  ) {
    guard let index = page(id, generation), case .success(let url)? = attempt.addresses.first,
      attempt.action.map({ !slots[index].actions.contains($0) }) ?? true
    else { return }
    let reason: NavigationDecision.Reason
    var opens = false
    if let host = url.host {
      let isTouched = slots[index].touched.map { now - $0 <= 1000 } ?? false
      let departure: NavigationDecision.Departure =
        attempt.frame == .none ? .newWindow(host) : .otherHost(host)
      switch attempt.frame {
      case .sub: return
      case .main where host == slots[index].host: return
      case .main where !slots[index].hasCommitted && host.reach == .everywhere:
        slots[index].host = host
        return
      default: break
      }
      if host.reach != .everywhere {
        reason = .nearHost(host, host.reach)
      } else {
        opens = isTouched
        reason = isTouched ? .departure(departure) : .noGesture(departure)
      }
    } else {
      reason = .forbiddenScheme(url.scheme)
    }
    if let action = attempt.action { slots[index].actions.insert(action) }
    let decision = NavigationDecision(
      verdict: opens ? .external : .block, reason: reason, warnings: [], url: url)
    let settled = ResolvedNavigation(attempt.text, decision)
    if opens { slots[index].touched = nil }
    effects.append(opens ? .open(id, settled) : .block(id, settled))
  }
}
