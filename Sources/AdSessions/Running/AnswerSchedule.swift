import AdEngine
import AdSimulation

/// The answers of a recording in a run under other settings: each comes as long after the run's own request as it came
/// after the recording's, for the same slot and generation.
///
/// Of a request that the recording has no answer to, the latency is drawn among the recorded ones, and the ad has the
/// slot's size. Where nothing was answered, nothing is.
package struct AnswerSchedule: Sendable {
  private struct Request: Hashable, Sendable {
    var slot: SlotID
    var generation: Int
  }

  private struct Reply: Sendable {
    var latency: Int64
    var answer: Answer
  }

  private struct Due: Sendable {
    var at: Instant
    var request: Request
    var answer: Answer
  }

  private var replies: [Request: Reply] = [:]
  /// The recorded latencies, in milliseconds, in the order in which the answers came.
  private var latencies: [Int64] = []
  /// What comes, the next one first.
  private var pending: [Due] = []

  /// Learns the answers of a recording by running it once.
  package init(recorded script: ReplayScript) {
    var run = SessionRun(script.setup, keepsHistory: true)
    for step in script.steps { step.apply(to: &run) }
    run.settle()
    var requests: [Request: Instant] = [:]
    for occurrence in run.takeHistory() {
      switch occurrence.event {
      case .effect(.fetch(let slot, let generation)):
        requests[Request(slot: slot, generation: generation)] = occurrence.at
      case .input(.answered(let slot, let generation, let answer)):
        let request = Request(slot: slot, generation: generation)
        guard let start = requests[request], replies[request] == nil else { continue }
        replies[request] = Reply(latency: occurrence.at - start, answer: answer)
        latencies.append(occurrence.at - start)
      default: break
      }
    }
  }

  /// When the next answer comes, if one is pending.
  var next: Instant? { pending.first?.at }

  /// Takes what the run did: requests are answered, releases forget their answers.
  ///
  /// `size` is that of a slot now.
  mutating func note(_ history: some Sequence<Occurrence>, size: (SlotID) -> Size?) {
    for occurrence in history {
      switch occurrence.event {
      case .effect(.fetch(let slot, let generation)):
        let request = Request(slot: slot, generation: generation)
        guard let reply = replies[request] ?? drawn(request, size(slot)) else { continue }
        let due = Due(at: occurrence.at + reply.latency, request: request, answer: reply.answer)
        let place = pending.firstIndex { $0.at > due.at } ?? pending.count
        pending.insert(due, at: place)
      case .effect(.release(let slot, let generation)):
        pending.removeAll { $0.request == Request(slot: slot, generation: generation) }
      default: break
      }
    }
  }

  /// Removes the answers that come up to and including an instant.
  mutating func take(upTo instant: Instant) -> [Engine.Input] {
    let due = pending.prefix { $0.at <= instant }
    pending.removeFirst(due.count)
    return due.map { .answered($0.request.slot, generation: $0.request.generation, $0.answer) }
  }

  private func drawn(_ request: Request, _ size: Size?) -> Reply? {
    guard !latencies.isEmpty, let size else { return nil }
    var draw = SeededDraw(
      seed: 1, unit: 0, slot: request.slot.rawValue, generation: request.generation)
    let number = draw.number(in: 0...Int64(latencies.count - 1))
    return Reply(latency: latencies[Int(number)], answer: .loaded(size, .display))
  }
}
