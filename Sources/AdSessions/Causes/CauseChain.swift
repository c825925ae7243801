package import AdEngine

/// The causes of a slot's present states, the newest last, without those before a reload, an unload or a choice.
package struct CauseChain: Hashable, Sendable {
  package struct Link: Hashable, Sendable {
    package var at: Instant
    package var cause: Cause

    package init(_ at: Instant, _ cause: Cause) {
      (self.at, self.cause) = (at, cause)
    }
  }

  package private(set) var links: [Link]
  /// The events that the slot waits for.
  package private(set) var pendingConditions: [PendingCondition]

  /// Finds the causes at a time; the history begins when the page was opened, and the cost is linear in it.
  package init(
    of slot: SlotID, in history: [RunEvent], from start: Engine.Configuration, at now: Instant
  ) {
    var tracer = CauseTracer(slot, start)
    var inputs: [Engine.Input] = []
    for (index, event) in history.enumerated() {
      guard case .input(let input) = event.content else {
        tracer.observe(event)
        continue
      }
      inputs.append(input)
      // The inputs of a step come before what is decided about them.
      let next = index + 1 < history.count ? history[index + 1] : nil
      if case .input? = next?.content, next?.at == event.at { continue }
      tracer.observe(inputs, at: event.at)
      inputs.removeAll(keepingCapacity: true)
    }
    links = tracer.links
    pendingConditions = tracer.pendingConditions(at: now)
  }
}
