import AdEngine
import AdSimulation

/// The answers of a recording in a run under other settings: each comes as long after the run's own request as it came
/// after the recording's, for the same slot and generation.
///
/// Of a request that the recording has no answer to, the latency is drawn among the recorded ones, and the ad has the
/// slot's size. Where nothing was answered, nothing is. Bids are treated alike; where the recording has no auctions at all,
/// they take as long as those of the simulated world.
package struct AnswerSchedule: Sendable {
  /// A request, or an auction, by its number.
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
    /// `nil` for the bids of an auction.
    var answer: Answer?

    var input: Engine.Input {
      answer.map { .answered(request.slot, generation: request.generation, $0) }
        ?? .bidsArrived(request.slot, auction: request.generation)
    }
  }

  private var replies: [Request: Reply] = [:]
  /// The recorded latencies, in milliseconds, in the order in which the answers came.
  private var latencies: [Int64] = []
  /// How long after their beginnings the bids of the recorded auctions came, in milliseconds, in the order in which these
  /// began; `nil` where none came.
  private var bids: [(auction: Request, latency: Int64?)] = []
  private var placeOfBids: [Request: Int] = [:]
  /// What comes, the next one first.
  private var pending: [Due] = []

  /// Learns the answers of a recording by running it once.
  package init(recorded script: ReplayScript) {
    var run = SessionRun(script.setup, keepsHistory: true)
    for step in script.steps { step.apply(to: &run) }
    run.settle()
    var requests: [Request: Instant] = [:]
    var auctions: [Request: Instant] = [:]
    for occurrence in run.takeHistory() {
      switch occurrence.event {
      case .effect(.fetch(let slot, let generation)):
        requests[Request(slot: slot, generation: generation)] = occurrence.at
      case .input(.answered(let slot, let generation, let answer)):
        let request = Request(slot: slot, generation: generation)
        guard let start = requests[request], replies[request] == nil else { continue }
        replies[request] = Reply(latency: occurrence.at - start, answer: answer)
        latencies.append(occurrence.at - start)
      case .effect(.auction(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        auctions[auction] = occurrence.at
        placeOfBids[auction] = bids.count
        bids.append((auction, nil))
      case .input(.bidsArrived(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        guard let start = auctions[auction], let place = placeOfBids[auction],
          bids[place].latency == nil
        else { continue }
        bids[place].latency = occurrence.at - start
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
        add(Due(at: occurrence.at + reply.latency, request: request, answer: reply.answer))
      case .effect(.auction(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        guard let latency = bidLatency(of: auction) else { continue }
        add(Due(at: occurrence.at + latency, request: auction))
      case .effect(.release(let slot, let generation)):
        pending.removeAll {
          $0.answer != nil && $0.request == Request(slot: slot, generation: generation)
        }
      default: break
      }
    }
  }

  private mutating func add(_ due: Due) {
    pending.insert(due, at: pending.firstIndex { $0.at > due.at } ?? pending.count)
  }

  /// Removes the answers that come up to and including an instant.
  mutating func take(upTo instant: Instant) -> [Engine.Input] {
    let due = pending.prefix { $0.at <= instant }
    pending.removeFirst(due.count)
    return due.map(\.input)
  }

  private func drawn(_ request: Request, _ size: Size?) -> Reply? {
    guard !latencies.isEmpty, let size else { return nil }
    return Reply(latency: draw(request, latencies), answer: .loaded(size, .display))
  }

  private func bidLatency(of auction: Request) -> Int64? {
    if let place = placeOfBids[auction] { return bids[place].latency }
    guard bids.isEmpty else { return draw(auction, bids.map(\.latency)) }
    var draw = draw(of: auction)
    return draw.number(in: AdServerSettings.standardBidLatency)
  }

  private func draw(of request: Request) -> SeededDraw {
    SeededDraw(seed: 1, unit: 0, slot: request.slot.rawValue, generation: request.generation)
  }

  private func draw<Value>(_ request: Request, _ choices: [Value]) -> Value {
    var draw = draw(of: request)
    return choices[Int(draw.number(in: 0...Int64(choices.count - 1)))]
  }
}
