import AdEngine

/// Events by time, then as they were scheduled; a heap, since a page that loads at once has one for each slot.
struct EventQueue<Event: Sendable>: Sendable {
  private struct Entry: Sendable {
    var time: Instant
    var number: Int
    var event: Event

    func precedes(_ other: Entry) -> Bool {
      time != other.time ? time < other.time : number < other.number
    }
  }

  private var heap: [Entry] = []
  private var count = 0

  var nextTime: Instant? { heap.first?.time }

  /// The event at the front, which stays there; `nil` without one.
  var next: Event? { heap.first?.event }

  mutating func schedule(_ event: Event, at time: Instant) {
    heap.append(Entry(time: time, number: count, event: event))
    count += 1
    siftUp(heap.count - 1)
  }

  mutating func removeNext() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(0)
  }

  mutating func removeAll(where isGone: (Event) -> Bool) {
    guard heap.contains(where: { isGone($0.event) }) else { return }
    heap.removeAll { isGone($0.event) }
    for index in heap.indices.prefix(heap.count / 2).reversed() { siftDown(index) }
  }

  /// Removes all events and keeps the memory.
  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    count = 0
  }

  private mutating func siftUp(_ index: Int) {
    var index = index
    while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(_ index: Int) {
    var index = index
    while true {
      var first = index
      for child in (2 * index + 1)...(2 * index + 2)
      where child < heap.count && heap[child].precedes(heap[first]) {
        first = child
      }
      if first == index { return }
      heap.swapAt(index, first)
      index = first
    }
  }
}
