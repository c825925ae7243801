package import AdEngine

/// The answers of a recording, each with how long the ad server took for it: one rule for every run under other settings.
///
/// - Where the page says when it requested an ad and when it had the response, the latency is the time between the two.
/// - Otherwise it is the time from the run's request to the answer.
/// - An ad that was requested before the recording began comes as long after the run's request as it did in the recording,
///   and at once if it was there by then. It says nothing of other latencies.
package struct RecordedAnswers: Sendable {
  /// A request, or an auction, by its number.
  package struct Request: Hashable, Sendable {
    package var slot: SlotID
    package var generation: Int
  }

  /// What answers a request, and after how long.
  package struct Reply: Hashable, Sendable {
    /// In milliseconds.
    package var latency: Int64
    /// `nil` where the page had a response and the recording does not hold what it was: an ad of the slot's size.
    package var answer: Answer?
  }

  /// The replies, by their requests.
  package private(set) var replies: [Request: Reply] = [:]
  /// The latencies of the ad server, in milliseconds, in the order in which the answers came.
  package private(set) var latencies: [Int64] = []

  /// Learns the answers from the history of a recording that was run as it is, and from what its page says.
  package init(
    _ history: some Sequence<RunEvent>, loader: LoaderTimes, slots: SlotTable
  ) {
    var requests: [Request: Instant] = [:]
    var answers: [Request: (answer: Answer, at: Instant)] = [:]
    // In the order in which they came.
    var order: [(request: Request, at: Instant)] = []
    for event in history {
      switch event.content {
      case .effect(.fetch(let slot, let generation)):
        let request = Request(slot: slot, generation: generation)
        requests[request] = event.at
        // The answer to a request that the same step makes stands before it.
        if let early = answers[request], early.at == event.at, replies[request] == nil {
          replies[request] = Reply(latency: 0, answer: early.answer)
          order.append((request, event.at))
        }
      case .input(.answered(let slot, let generation, let answer)):
        let request = Request(slot: slot, generation: generation)
        if answers[request] == nil { answers[request] = (answer, event.at) }
        guard let start = requests[request], replies[request] == nil else { continue }
        replies[request] = Reply(latency: event.at - start, answer: answer)
        order.append((request, event.at))
      default: break
      }
    }
    var isBefore: Set<Request> = []
    for number in 0..<slots.count {
      let slot = SlotID(number)
      let name = slots.name(of: slot)
      for generation in 1..<(loader.requestCount(of: name) + 1) {
        let request = Request(slot: slot, generation: generation)
        let received = loader.received(name, generation: generation)
        if generation == 1, loader.isRequestedBefore(name) {
          isBefore.insert(request)
          guard let came = received ?? answers[request]?.at else { continue }
          let wait = requests[request].map { max(0, came - $0) } ?? 0
          replies[request] = Reply(latency: wait, answer: answers[request]?.answer)
        } else if let received, let latency = loader.latency(of: name, generation: generation) {
          if replies[request] == nil { order.append((request, received)) }
          replies[request] = Reply(latency: latency, answer: answers[request]?.answer)
        }
      }
    }
    latencies = order.enumerated()
      .filter { !isBefore.contains($0.element.request) }
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .compactMap { replies[$0.element.request]?.latency }
  }

  /// What answers the first request of each slot that has an answer.
  package var firstReplies: [SlotID: Reply] {
    var first: [SlotID: (generation: Int, reply: Reply)] = [:]
    for (request, reply) in replies
    where request.generation < first[request.slot]?.generation ?? .max {
      first[request.slot] = (request.generation, reply)
    }
    return first.mapValues(\.reply)
  }
}

extension Size {
  /// The size of an ad of which nothing was recorded: that of its slot, or 300×250 where the slot has no area before its ad.
  package static func ofUnrecordedAd(in slot: Size) -> Size {
    slot.isPlausible ? slot : Size(width: 300, height: 250)
  }
}
