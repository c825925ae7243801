import AdEngine

/// What slots hold: fetched, released, rendered, seen.
extension ReferenceEngine {
  mutating func fetch(_ index: Int) {
    slots[index].generation += 1
    slots[index].isHeld = true
    slots[index].ad = .loading
    slots[index].host = .domain("ads.example")
    slots[index].hasCommitted = false
    slots[index].touched = nil
    slots[index].actions = []
    slots[index].isWithheld = false
    slots[index].isRendered = false
    effects.append(.fetch(slots[index].id, generation: slots[index].generation))
    effects.append(.reportAdState(slots[index].id, .loading))
  }

  mutating func end(_ index: Int, _ now: Int64) {
    endAuction(index)
    guard slots[index].isHeld else { return }
    slots[index].isHeld = false
    slots[index].ad = .uninitialized
    slots[index].size = nil
    slots[index].renderAt = nil
    slots[index].goals = []
    slots[index].wasReleased = slots[index].constraints.placeholder == .initial
    effects.append(.release(slots[index].id, generation: slots[index].generation))
  }

  /// Gives the slots that lost their ads their initial size, where that is asked for.
  mutating func restoreReleased(_ now: Int64) {
    for index in pageOrder where slots[index].wasReleased {
      slots[index].wasReleased = false
      guard let size = slots[index].initialSize, slots[index].frame.size != size else { continue }
      giveSize(size, index, now)
    }
  }

  mutating func renderWhenReady(_ index: Int, _ now: Int64) {
    guard slots[index].load == .displayed, slots[index].ad == .loaded, !slots[index].isWithheld
    else { return }
    slots[index].renderAt = now + 100
    counter += 1
    slots[index].renderOrder = counter
  }

  mutating func renderOne(_ now: Int64) {
    let due = slots.indices.filter { slots[$0].renderAt == now }
    guard let index = due.min(by: { slots[$0].renderOrder < slots[$1].renderOrder }) else { return }
    slots[index].renderAt = nil
    slots[index].isRendered = true
    effects.append(.render(slots[index].id, generation: slots[index].generation))
    let size = slots[index].size ?? slots[index].frame.size
    counter += 2
    slots[index].goals = [
      Goal(isImpression: true, share: 5, duration: impressionDelay, order: counter - 1),
      Goal(
        isImpression: false,
        share: slots[index].media != .video && size.width * size.height >= 242_500 ? 3 : 5,
        duration: slots[index].media == .video ? 2000 : 1000, order: counter),
    ]
    measure(now)
  }

  mutating func measure(_ now: Int64) {
    var reached: [(slot: Int, goal: Goal)] = []
    for index in slots.indices {
      let slot = slots[index]
      let size = slot.size ?? slot.frame.size
      let end = slot.frame.y + slot.frame.height
      let top = slot.isSticky ? max(slot.frame.y, min(viewport.y, end - size.height)) : slot.frame.y
      let visible = max(
        0,
        min(end, top + size.height, viewport.y + viewport.size.height) - max(top, viewport.y))
      var visibleWidth = size.width
      if let x = slot.frame.x {
        let right = min(x + min(size.width, slot.frame.width), viewport.x + viewport.size.width)
        visibleWidth = min(size.width, max(0, right - max(x, viewport.x)))
      }
      visibleWidth = min(visibleWidth, (slot.isHidden ? 0 : slot.share) * size.width)
      for goalIndex in slot.goals.indices {
        var goal = slot.goals[goalIndex]
        let area = size.height * size.width
        let isSeen = isActive && !isCovered
        let isInView = isSeen && area > 0 && 10 * (visible * visibleWidth) >= goal.share * area
        goal.since = isInView ? goal.since ?? now : nil
        slots[index].goals[goalIndex] = goal
        if let since = goal.since, max(since + goal.duration, goal.earliest) <= now {
          reached.append((index, goal))
        }
      }
    }
    var due: [Int] = []
    for (index, goal) in reached.sorted(by: { $0.goal.order < $1.goal.order }) {
      slots[index].goals.removeAll {
        $0.order == goal.order && $0.isRefresh == goal.isRefresh
      }
      if goal.isRefresh {
        due.append(index)
      } else if goal.isImpression {
        slots[index].ad = .impressed
        effects.append(.reportAdState(slots[index].id, .impressed))
      } else {
        effects.append(.reportViewable(slots[index].id))
        guard let interval = slots[index].refresh, slots[index].refreshes > 0 else { continue }
        slots[index].goals.append(
          Goal(
            isImpression: false, isRefresh: true, share: 5, duration: 0, earliest: now + interval,
            order: goal.order))
        needsMeasurement = true
      }
    }
    for index in due {
      slots[index].refreshes -= 1
      reload(index, now)
    }
    if needsMeasurement, slots.contains(where: { $0.refresh != nil }) {
      needsMeasurement = false
      measure(now)
    }
  }
}
