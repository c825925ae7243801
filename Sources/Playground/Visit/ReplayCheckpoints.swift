internal import AdEngine

/// A visit as it was at an instant of a replay, without the replay and the events, which all instants share.
struct ReplayCheckpoint: Sendable {
  @CopyOnWrite var visit: Visit
  let next: Int
  let recorded: OriginalRun?
  let historyCount: Int

  var time: Instant { visit.time }
}

/// Instants to go back to; when there are too many, every other one is dropped and the distance doubles.
struct ReplayCheckpoints: Sendable {
  static let capacity = 64
  /// All checkpoints together hold at most so many slots: each holds those of the page on the screen once more.
  static let maxSlots = 200_000

  private(set) var all: [ReplayCheckpoint] = []
  /// So many events lie between two checkpoints.
  private var distance = 256

  /// Whether an instant with so many events before it is worth a checkpoint.
  func isDue(_ historyCount: Int, at time: Instant) -> Bool {
    guard let last = all.last else { return true }
    return time > last.time && historyCount >= last.historyCount + distance
  }

  mutating func append(_ checkpoint: ReplayCheckpoint) {
    all.append(checkpoint)
    guard all.count > Self.capacity || all.count > 2 && slotCount > Self.maxSlots else { return }
    all = all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
    distance *= 2
  }

  private var slotCount: Int { all.reduce(0) { $0 + $1.visit.pages.top.slots.count } }

  func last(upTo time: Instant) -> ReplayCheckpoint? { all.last { $0.time <= time } }

  /// Forgets all but the first.
  mutating func forget() {
    all = Array(all.prefix(1))
    newest = nil
  }

  /// What is shown just before the newest step so far: later lines change nothing before it.
  var newest: ReplayCheckpoint?

  mutating func forget(fromStep number: Int, at time: Instant) {
    let isBefore = { (checkpoint: ReplayCheckpoint) in
      checkpoint.next <= number && checkpoint.time < time
    }
    all = all.indices.filter { $0 == 0 || isBefore(all[$0]) }.map { all[$0] }
    if let newest, newest.next > number { self.newest = nil }
  }

  var maxHistoryCount: Int { max(newest?.historyCount ?? 0, all.last?.historyCount ?? 0) }

  func last(beforeStep number: Int) -> ReplayCheckpoint? {
    [newest, all.last].compactMap { $0 }.filter { $0.next <= number }.max { $0.next < $1.next }
      ?? all.first
  }
}
