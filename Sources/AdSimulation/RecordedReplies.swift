package import AdEngine

/// The answers of a recording, by page, slot and generation; requests that it never made are drawn from its latencies,
/// or answered by the ad server of its page.
package struct RecordedReplies: Hashable, Sendable {
  /// A request, or an auction by its number.
  package struct Request: Hashable, Sendable {
    package var page: Int
    package var slot: SlotID
    package var generation: Int

    package init(_ slot: SlotID, generation: Int, page: Int) {
      (self.page, self.slot, self.generation) = (page, slot, generation)
    }
  }

  /// The answer to a request, and its latency.
  package struct Reply: Hashable, Sendable {
    /// In milliseconds.
    package var latency: Int64
    /// `nil` for an ad of the slot's size, where the recording does not hold the answer itself.
    package var answer: Answer?
    package var events: [Event] = []

    package init(latency: Int64, answer: Answer? = nil) {
      (self.latency, self.answer) = (latency, answer)
    }
  }

  /// An event of an ad that no touch of the user causes.
  package struct Event: Hashable, Sendable {
    /// The time since the answer, in milliseconds.
    package var delay: Int64
    package var input: Engine.Input

    package init(delay: Int64, input: Engine.Input) {
      (self.delay, self.input) = (delay, input)
    }
  }

  package enum Outcome: Hashable, Sendable {
    case reply(Reply)
    case open
    /// The recording never made the request, and the ad server of its page answers it.
    case unknown
  }

  package var replies: [Request: Reply] = [:]
  package var open: Set<Request> = []
  /// The latencies of the ad server, in milliseconds, in the order of the answers.
  package var latencies: [Int64] = []
  /// The time until the bids of each auction came, in milliseconds; `nil` where none came.
  package var bids: [Request: Int64?] = [:]
  /// The same in the order of the auctions.
  package var bidLatencies: [Int64?] = []
  /// Whether requests that the recording never made are drawn from its latencies, since no ad server is known.
  package let isDrawn: Bool

  package init(isDrawn: Bool) { self.isDrawn = isDrawn }

  /// Whether ads do more than come.
  package var holdsEvents: Bool { replies.values.contains { !$0.events.isEmpty } }

  package func outcome(of request: Request) -> Outcome {
    if let reply = replies[request] { return .reply(reply) }
    if open.contains(request) { return .open }
    guard isDrawn else { return .unknown }
    return latencies.isEmpty ? .open : .reply(Reply(latency: pick(latencies, for: request)))
  }

  /// The bids of an auction; their reply has a latency alone.
  package func bids(of auction: Request) -> Outcome {
    func outcome(_ latency: Int64?) -> Outcome {
      latency.map { .reply(Reply(latency: $0)) } ?? .open
    }
    if let known = bids[auction] { return outcome(known) }
    guard isDrawn else { return .unknown }
    if !bidLatencies.isEmpty { return outcome(pick(bidLatencies, for: auction)) }
    var draw = draw(for: auction)
    return outcome(draw.number(in: AdServerSettings.standardBidLatency))
  }

  package mutating func mapLatencies(_ transform: (Int64, inout SeededDraw) -> Int64) {
    for (request, reply) in replies {
      var draw = draw(for: request)
      replies[request]?.latency = transform(reply.latency, &draw)
    }
    var draw = SeededDraw(seed: 1, unit: 1, slot: 0, generation: 0)
    latencies = latencies.map { transform($0, &draw) }
  }

  private func pick<Value>(_ choices: [Value], for request: Request) -> Value {
    var draw = draw(for: request)
    return choices[Int(draw.number(in: 0...Int64(choices.count - 1)))]
  }

  private func draw(for request: Request) -> SeededDraw {
    SeededDraw(seed: 1, unit: 0, slot: request.slot.rawValue, generation: request.generation)
  }
}

extension Size {
  /// The size of an ad of which nothing was recorded: that of its slot, or 300×250 where the slot has no area before its ad.
  package static func ofUnrecordedAd(in slot: Size) -> Size {
    slot.isPlausible ? slot : Size(width: 300, height: 250)
  }
}
