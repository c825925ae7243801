/// The slots that stay in a place until an equal time is over, with the check that first saw them there.
struct SlotDelays: Sendable {
  /// The time of the check that first saw a slot there; `.max` for one that is not.
  private var since: [Int64] = []
  private var deadlines = DeadlineQueue()

  mutating func reserveCapacity(_ slots: Int) { since.reserveCapacity(slots) }

  /// Adds a slot, which is not there.
  mutating func add(_ handle: Int32) {
    if Int(handle) == since.count { since.append(.max) } else { since[Int(handle)] = .max }
  }

  /// Since when checks have seen a slot there; `nil` for one that is not.
  func since(_ handle: Int32) -> Int64? {
    let since = since[Int(handle)]
    return since == .max ? nil : since
  }

  /// A check sees the slot there; one that was there already is due as before.
  mutating func begin(_ handle: Int32, at now: Int64, for delay: Int64) {
    guard since[Int(handle)] == .max else { return }
    since[Int(handle)] = now
    deadlines.append(DeadlineQueue.Entry(time: now + delay, handle: handle, stamp: now))
  }

  /// The slot is not there, or not any more.
  mutating func end(_ handle: Int32) { since[Int(handle)] = .max }

  mutating func endAll() {
    deadlines = DeadlineQueue()
    for index in since.indices { since[index] = .max }
  }

  /// Ends the stay of the slot that is due first, and returns it; `nil` when none is there.
  mutating func endFirst() -> Int32? {
    guard let entry = deadlines.first(by: since) else { return nil }
    deadlines.removeFirst()
    end(entry.handle)
    return entry.handle
  }

  mutating func nextDeadline() -> Int64? { deadlines.first(by: since)?.time }
}
