/// The slots that wait until an equal time is over: in a place, for their auction, to be rendered.
struct SlotDelays: Sendable {
  private struct Stay: Hashable, Sendable {
    /// When a slot began to wait, such as at the check that first saw it there; `.max` for one that does not.
    var since = Int64.max
    /// Tells it from others that begin at the same time.
    var number = 0
  }

  /// When a slot's stay is over, if it is still the one that it was set for.
  private struct Deadline: Sendable {
    var time: Int64
    let handle: Int32
    let stay: Stay
  }

  private var stays: [Stay] = []
  private var lastNumber = 0
  /// First set, first due, from ``head`` on; nothing is taken out, one whose stay has ended is skipped.
  private var deadlines: [Deadline] = []
  private var head = 0

  mutating func reserveCapacity(_ slots: Int) { stays.reserveCapacity(slots) }

  /// Adds a slot, which is not there.
  mutating func add(_ handle: Int32) {
    if Int(handle) == stays.count { stays.append(Stay()) } else { end(handle) }
  }

  /// Since when checks have seen a slot there; `nil` for one that is not.
  func since(_ handle: Int32) -> Int64? {
    let since = stays[Int(handle)].since
    return since == .max ? nil : since
  }

  /// A check sees the slot there; one that was there already is due as before.
  mutating func begin(_ handle: Int32, at now: Int64, for delay: Int64) {
    guard stays[Int(handle)].since == .max else { return }
    lastNumber += 1
    stays[Int(handle)] = Stay(since: now, number: lastNumber)
    deadlines.append(Deadline(time: now + delay, handle: handle, stay: stays[Int(handle)]))
  }

  /// The slot is not there, or not any more.
  mutating func end(_ handle: Int32) { stays[Int(handle)].since = .max }

  mutating func endAll() {
    (deadlines, head) = ([], 0)
    for index in stays.indices { stays[index].since = .max }
  }

  /// Ends the stay of the slot that is due first, and returns it; `nil` when none is there.
  mutating func endFirst() -> Int32? {
    guard let first = first() else { return nil }
    removeFirst()
    end(first.handle)
    return first.handle
  }

  mutating func nextDeadline() -> Int64? { first()?.time }

  /// Gives every stay another length; none is over before the instant after `now`.
  mutating func retime(after now: Int64, to delay: Int64) {
    for index in deadlines.indices {
      deadlines[index].time = max(now + 1, deadlines[index].stay.since + delay)
    }
  }

  private mutating func first() -> Deadline? {
    while head < deadlines.count {
      let deadline = deadlines[head]
      if stays[Int(deadline.handle)] == deadline.stay { return deadline }
      removeFirst()
    }
    return nil
  }

  private mutating func removeFirst() {
    head += 1
    if head == deadlines.count {
      deadlines.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= deadlines.count {
      deadlines.removeFirst(head)
      head = 0
    }
  }
}
