import AdEngine

/// When a recorded page requested ads and had responses, by its `page` lines: an ad held back says nothing of latency.
package struct LoaderTimes: Hashable, Sendable {
  private struct Request: Hashable, Sendable {
    /// `nil`: before the recording began.
    var requested: Instant?
    var received: Instant?
  }

  /// The requests of each slot, in their order: that of generation 1 first.
  private var requests: [String: [Request]] = [:]
  /// Slots that were removed; should they come back, their generations begin again.
  private var removed: Set<String> = []
  /// Slots of which the session says at its very beginning that an ad came.
  private var answeredAtStart: Set<String> = []
  private var start: Instant?
  private var hasRequests = false

  package init() {}

  package mutating func receive(_ line: SessionLine) {
    if case .decision = line.entry { return }
    let start = start ?? line.at
    self.start = start
    switch line.entry {
    case .page(let event): observe(event, at: line.at)
    case .cause(.answered(let name, _, _))
    where line.page == 1 && requests[name] == nil && !removed.contains(name):
      requests[name] = [Request()]
      if line.at == start { answeredAtStart.insert(name) }
    case .cause(.slotRemoved(let name)): removed.insert(name)
    default: break
    }
  }

  private mutating func observe(_ event: LoaderEvent, at instant: Instant) {
    guard !removed.contains(event.slot) else { return }
    var list = requests[event.slot] ?? []
    switch event.action {
    case .requested:
      hasRequests = true
      list.append(Request(requested: instant))
    case .received:
      if let last = list.indices.last, list[last].received == nil {
        list[last].received = instant
      } else {
        list.append(Request(received: instant))
      }
    case .rendered, .empty, .loaded, .viewable: if list.isEmpty { list.append(Request()) }
    }
    requests[event.slot] = list
  }

  /// Whether the first ad of a slot was requested before the recording began, as far as the session shows it.
  package func isRequestedBefore(_ name: String) -> Bool {
    guard let first = requests[name]?.first, first.requested == nil else { return false }
    return hasRequests || answeredAtStart.contains(name)
  }

  /// How long the ad server took to answer a request, in milliseconds; `nil` where the page does not say it.
  package func latency(of name: String, generation: Int) -> Int64? {
    guard let request = request(name, generation), let requested = request.requested,
      let received = request.received
    else { return nil }
    return received - requested
  }

  /// When the page had the response to a request, if it says so.
  func received(_ name: String, generation: Int) -> Instant? { request(name, generation)?.received }

  private func request(_ name: String, _ generation: Int) -> Request? {
    requests[name].flatMap { $0.indices.contains(generation - 1) ? $0[generation - 1] : nil }
  }

  /// How many requests of a slot are known.
  func requestCount(of name: String) -> Int { requests[name]?.count ?? 0 }
}
