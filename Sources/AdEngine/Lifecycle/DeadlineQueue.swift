/// Deadlines of equal delay: first set, first due; nothing is taken out, one whose stamp is not its handle's is skipped.
struct DeadlineQueue: Sendable {
  /// A deadline of one slot; `stamp` distinguishes it from others of the same handle.
  struct Entry: Sendable {
    var time: Int64
    var handle: Int32
    var stamp: Int64
  }

  private var entries: [Entry] = []
  private var head = 0

  /// Adds a deadline; no earlier one may be added after it.
  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// The first deadline that still holds by the owner's stamps; those before it are dropped.
  mutating func first(by stamps: [Int64]) -> Entry? {
    while head < entries.count {
      let entry = entries[head]
      if stamps[Int(entry.handle)] == entry.stamp { return entry }
      removeFirst()
    }
    return nil
  }

  /// Gives every deadline another time; their order has to stay.
  mutating func retime(_ time: (Entry) -> Int64) {
    for index in entries.indices { entries[index].time = time(entries[index]) }
  }

  /// Takes out the deadline whose turn it is.
  mutating func removeFirst() {
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }
}
