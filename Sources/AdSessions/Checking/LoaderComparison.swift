package import AdEngine
import AdRendering

/// Compares what a recorded page's loader did with what the engine decides.
///
/// A slot's first request, rendering and viewable time count, within a tolerance (67 ms checks, 100 ms to rendering).
package struct LoaderComparison: Sendable {
  /// What is compared, in the order in which it happens to a slot.
  package enum Step: String, CaseIterable, Hashable, Sendable {
    case requested, rendered, viewable
  }

  /// The first step at which a slot differs.
  package struct Difference: Hashable, Sendable {
    package var slot: String
    package var unit: String
    package var step: Step
    /// When the page took the step; `nil` when it did not.
    package var page: Instant?
    /// When the engine did; `nil` when it did not.
    package var engine: Instant?
  }

  /// How far apart two times may be and still count as equal, in milliseconds.
  package let tolerance: Int64
  private var slots: [String: Times] = [:]
  /// In the order in which they were first heard of.
  private var names: [String] = []
  private var end = Instant.start
  /// Whether the session says at all what its page did; without that nothing can be compared.
  package private(set) var hasPageEvents = false
  private var loader = LoaderTimes()

  private struct Times: Sendable {
    var unit = ""
    var page: [Step: Instant] = [:]
    var engine: [Step: Instant] = [:]
  }

  package init(tolerance: Int64) { self.tolerance = tolerance }

  package mutating func receive(_ line: SessionLine) {
    end = line.countedUntil
    loader.receive(line)
    guard case .page(let event) = line.entry else { return }
    hasPageEvents = true
    guard let step = Step(rawValue: event.action.rawValue) else { return }
    note(event.slot) { times in times.page[step] = times.page[step] ?? line.at }
  }

  /// Takes what the run did since the last call, with the slots of the session's page.
  package mutating func observe(_ history: [RunEvent], _ slots: SlotTable) {
    for event in history {
      guard event.page == 1, case .effect(let effect) = event.content else { continue }
      let (slot, step): (SlotID, Step)
      switch effect {
      case .fetch(let id, _): (slot, step) = (id, .requested)
      case .render(let id, _): (slot, step) = (id, .rendered)
      case .reportViewable(let id): (slot, step) = (id, .viewable)
      default: continue
      }
      note(slots.name(of: slot)) { times in
        times.unit = slots.unit(of: slot)
        times.engine[step] = times.engine[step] ?? event.at
      }
    }
  }

  private mutating func note(_ name: String, _ body: (inout Times) -> Void) {
    if slots[name] == nil { names.append(name) }
    body(&slots[name, default: Times()])
  }

  /// What came of it, after the last line and all that was pending then.
  package var result: Result {
    let compared = names.filter { !loader.isRequestedBefore($0) }
    return Result(
      tolerance: tolerance, slotCount: compared.count, beforeCount: names.count - compared.count,
      differences: compared.compactMap(difference))
  }

  private func difference(of name: String) -> Difference? {
    guard let times = slots[name] else { return nil }
    for step in Step.allCases {
      let (page, engine) = (times.page[step], times.engine[step])
      let isSame =
        switch (page, engine) {
        case (nil, nil): true
        case (let page?, let engine?): abs(page.milliseconds - engine.milliseconds) <= tolerance
        // What one of them does at the very end, the other may do when nothing is recorded any more.
        case (let only?, nil), (nil, let only?): only + tolerance > end
        }
      if !isSame {
        return Difference(slot: name, unit: times.unit, step: step, page: page, engine: engine)
      }
    }
    return nil
  }

  package struct Result: Hashable, Sendable {
    package var tolerance: Int64
    package var slotCount: Int
    /// How many slots were requested before the recording began, and so are not compared.
    package var beforeCount: Int
    package var differences: [Difference]

    /// Why the comparison failed, in one sentence; `nil` if it passed.
    package var failure: String? {
      guard !differences.isEmpty else { return nil }
      let verb = slotCount == 1 ? "differs" : "differ"
      return "\(differences.count) of \(slotCount.counted("slot")) \(verb) from the page"
        + " by more than \(tolerance) ms"
    }

    var text: String {
      let before =
        beforeCount == 0
        ? ""
        : "  \(beforeCount.counted("slot")) requested before the recording began: not compared\n"
      guard let failure else {
        return "passed, \(slotCount.counted("slot")) as on the page, within \(tolerance) ms\n"
          + before
      }
      return "FAILED: \(failure)\n" + differences.map { "  \($0.text)\n" }.joined()
        + before
    }
  }
}

extension LoaderComparison.Difference {
  /// One sentence: the slot, and when each of the two did what.
  package var text: String {
    let name = (unit.isEmpty || unit == slot ? slot : "\(slot) (\(unit))").scrubbed
    func when(_ instant: Instant?) -> String {
      instant.map { "at \($0.milliseconds) ms" } ?? "never"
    }
    return "slot \(name) \(step.rawValue): the page \(when(page)), AdView \(when(engine))"
  }
}
