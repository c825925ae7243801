import AdEngine
import AdSimulation

/// Learns a recording's answers: latencies by the page's lines, else from the recording's request to the answer.
///
/// An ad requested before the recording comes as long after the run's request as it did there, or at once.
extension RecordedReplies {
  /// Learns the answers from the history of a recording and its page; no ad server is known where it `isBare`.
  ///
  /// The requests are those of the history, or the `decided` ones of a recording whose page has changed since.
  init(
    _ history: [RunEvent], decided: [RunEvent]?, loader: LoaderTimes, slots: SlotTable, isBare: Bool
  ) {
    self.init(isDrawn: isBare)
    var requests: [Request: Instant] = [:]
    var answers: [Request: (answer: Answer, at: Instant)] = [:]
    // In the order in which they came.
    var order: [(request: Request, at: Instant)] = []
    var auctions: [(auction: Request, start: Instant)] = []
    var touches: Set<Request> = []
    var touchedAt = Instant.start
    for event in decided.map(history.requesting) ?? history {
      func request(_ slot: SlotID, _ generation: Int) -> Request {
        Request(slot, generation: generation, page: event.page)
      }
      switch event.content {
      case .effect(.fetch(let slot, let generation)):
        let request = request(slot, generation)
        requests[request] = event.at
        // The answer to a request that the same step makes stands before it.
        if let early = answers[request], early.at == event.at, replies[request] == nil {
          replies[request] = Reply(latency: 0, answer: early.answer)
          order.append((request, event.at))
        }
      case .input(.answered(let slot, let generation, let answer)):
        let request = request(slot, generation)
        guard replies[request] == nil else { continue }
        answers[request] = (answer, event.at)
        guard let start = requests[request] else { continue }
        replies[request] = Reply(latency: event.at - start, answer: answer)
        order.append((request, event.at))
      case .effect(.auction(let slot, let number)):
        let auction = request(slot, number)
        auctions.append((auction, event.at))
        bids[auction] = .some(nil)
      case .input(.bidsArrived(let slot, let number)):
        let auction = request(slot, number)
        guard bids[auction] == .some(nil),
          let start = auctions.last(where: { $0.auction == auction })?.start
        else { continue }
        bids[auction] = event.at - start
      case .input(.clicked(let slot)):
        if event.at != touchedAt { touches = [] }
        touchedAt = event.at
        touches.insert(request(slot, 0))
      case .input(let input):
        guard let (slot, generation) = input.adEvent else { continue }
        let request = request(slot, generation)
        let isByTouch =
          touches.contains(Request(slot, generation: 0, page: event.page))
          && touchedAt == event.at
        if case .navigationRequested = input, isByTouch { continue }
        guard let answered = answers[request], replies[request] != nil else { continue }
        replies[request]?.events.append(Event(delay: event.at - answered.at, input: input))
      default: break
      }
    }
    bidLatencies = auctions.map { bids[$0.auction] ?? nil }
    var isBefore: Set<Request> = []
    for number in 0..<slots.count {
      let slot = SlotID(number)
      let name = slots.name(of: slot)
      for generation in 1..<(loader.requestCount(of: name) + 1) {
        let request = Request(slot, generation: generation, page: 1)
        let received = loader.received(name, generation: generation)
        open.insert(request)
        if generation == 1, loader.isRequestedBefore(name) {
          isBefore.insert(request)
          guard let came = received ?? answers[request]?.at else { continue }
          let wait = requests[request].map { max(0, came - $0) } ?? 0
          reply(to: request, after: wait, answers[request]?.answer)
        } else if let received, let latency = loader.latency(of: name, generation: generation) {
          if replies[request] == nil { order.append((request, received)) }
          reply(to: request, after: latency, answers[request]?.answer)
        }
      }
    }
    open.formUnion(requests.keys)
    open.subtract(replies.keys)
    latencies = order.filter { !isBefore.contains($0.request) }.sorted { $0.at < $1.at }
      .compactMap { replies[$0.request]?.latency }
  }

  private mutating func reply(to request: Request, after latency: Int64, _ answer: Answer?) {
    let events = replies[request]?.events ?? []
    replies[request] = Reply(latency: latency, answer: answer)
    replies[request]?.events = events
  }
}

extension [RunEvent] {
  /// The history with these requests and auctions in place of its own.
  fileprivate func requesting(_ decided: [RunEvent]) -> [RunEvent] {
    let others = filter { event in
      switch event.content {
      case .effect(.fetch), .effect(.auction): false
      default: true
      }
    }
    return (decided + others).sorted { $0.at < $1.at }
  }
}

extension Engine.Input {
  /// The ad of an event that follows its answer; `nil` for other inputs.
  fileprivate var adEvent: (slot: SlotID, generation: Int)? {
    switch self {
    case .presentationFailed(let slot, let generation), .messaged(let slot, let generation, _),
      .navigationRequested(let slot, let generation, _):
      (slot, generation)
    default: nil
    }
  }
}
