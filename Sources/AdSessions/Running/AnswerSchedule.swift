import AdEngine
import AdSimulation

/// The answers of a recording in a run under other settings: each comes as long after the run's own request as the ad
/// server took in the recording, for the same slot and generation (``RecordedAnswers``).
///
/// Of a request that the recording has no answer to, the latency is drawn among the recorded ones, and the ad has the
/// slot's size. Where nothing was answered, nothing is. Bids are treated alike; where the recording has no auctions at all,
/// they take as long as those of the simulated world.
package struct AnswerSchedule: Sendable {
  private typealias Request = RecordedAnswers.Request

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

  private let answers: RecordedAnswers
  /// How long after their beginnings the bids of the recorded auctions came, in milliseconds, in the order in which these
  /// began; `nil` where none came.
  private var bids: [(auction: Request, latency: Int64?)] = []
  private var placeOfBids: [Request: Int] = [:]
  /// What comes, the next one first.
  private var pending: [Due] = []

  /// Learns the answers of a recording by running it once; `nil` where these settings change nothing of it, so that its
  /// answers come when they came.
  package init?(recorded script: ReplayScript, under overrides: SettingOverrides) {
    if script.isUnchanged(under: overrides) { return nil }
    var run = SessionRun(script.setup, keepsHistory: true)
    for step in script.steps { step.apply(to: &run) }
    run.runUntilIdle()
    var auctions: [Request: Instant] = [:]
    let history = run.drainHistory()
    answers = RecordedAnswers(history, loader: script.loader, slots: script.slots)
    for event in history {
      switch event.content {
      case .effect(.auction(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        auctions[auction] = event.at
        placeOfBids[auction] = bids.count
        bids.append((auction, nil))
      case .input(.bidsArrived(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        guard let start = auctions[auction], let place = placeOfBids[auction],
          bids[place].latency == nil
        else { continue }
        bids[place].latency = event.at - start
      default: break
      }
    }
  }

  /// When the next answer comes, if one is pending.
  var next: Instant? { pending.first?.at }

  /// Takes what the run did: requests are answered, releases forget their answers.
  ///
  /// `size` is that of a slot now.
  mutating func observe(_ history: some Sequence<RunEvent>, size: (SlotID) -> Size?) {
    for event in history {
      switch event.content {
      case .effect(.fetch(let slot, let generation)):
        let request = Request(slot: slot, generation: generation)
        guard let reply = answers.replies[request] ?? drawn(request),
          let answer = reply.answer
            ?? size(slot).map({ .loaded(.ofUnrecordedAd(in: $0), .display) })
        else { continue }
        add(Due(at: event.at + reply.latency, request: request, answer: answer))
      case .effect(.auction(let slot, let number)):
        let auction = Request(slot: slot, generation: number)
        guard let latency = bidLatency(of: auction) else { continue }
        add(Due(at: event.at + latency, request: auction))
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
  mutating func drain(upTo instant: Instant) -> [Engine.Input] {
    let due = pending.prefix { $0.at <= instant }
    pending.removeFirst(due.count)
    return due.map(\.input)
  }

  private func drawn(_ request: Request) -> RecordedAnswers.Reply? {
    guard !answers.latencies.isEmpty else { return nil }
    return RecordedAnswers.Reply(latency: draw(request, answers.latencies))
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
