/// The auctions before requests; slots that are requested together wait together.
struct Auctions: Sendable {
  struct Auction: Sendable {
    /// Counts the slot's auctions.
    var number = 0
    /// How far it is, unless there is none or its bids are used up.
    var stage: AuctionStatus.Stage?
    /// When it began, while it is running; else when it ended.
    var since: Int64 = 0
    /// The number of the request that waits for it; 0 for none.
    var request = 0
  }

  /// What a request finds.
  enum Outcome {
    case none, running, usable
    /// Too old, with bids or without.
    case expired(hadBids: Bool)
  }

  /// Slots that are requested together, in page order.
  private struct Request: Sendable {
    var handles: [Int32] = []
    var runningCount = 0
  }

  private(set) var settings: AuctionSettings?
  private var auctions: [Auction] = []
  private var timeouts = SlotDelays()
  private var requests: [Int: Request] = [:]
  /// The number of the request that slots join now.
  private var openRequest = 1

  init(_ settings: AuctionSettings?) { self.settings = settings }

  @inline(__always)
  var isEnabled: Bool { settings != nil }

  subscript(handle: Int32) -> Auction {
    auctions.indices.contains(Int(handle)) ? auctions[Int(handle)] : Auction()
  }

  // MARK: - Auctions

  mutating func begin(_ handle: Int32, at now: Int64, _ timers: inout TimerTable) -> Int {
    guard let settings else { preconditionFailure("no auctions are held") }
    while auctions.count <= Int(handle) {
      timeouts.add(Int32(auctions.count))
      auctions.append(Auction())
    }
    auctions[Int(handle)].number += 1
    auctions[Int(handle)].stage = .running
    auctions[Int(handle)].since = now
    timeouts.end(handle)
    timeouts.begin(handle, at: now, for: settings.timeout)
    setTimer(&timers)
    return auctions[Int(handle)].number
  }

  /// Ends the auction that has run for too long; returns its slot.
  mutating func timeOutFirst(at now: Int64, _ timers: inout TimerTable) -> Int32? {
    guard let handle = timeouts.endFirst() else { return nil }
    auctions[Int(handle)].stage = .timedOut
    auctions[Int(handle)].since = now
    setTimer(&timers)
    return handle
  }

  /// Takes bids, late ones too; returns whether the auction was under way.
  mutating func receiveBids(
    _ handle: Int32, _ number: Int, at now: Int64, _ timers: inout TimerTable
  ) -> Bool {
    let auction = self[handle]
    guard auction.number == number, auction.stage == .running || auction.stage == .timedOut else {
      return false
    }
    auctions[Int(handle)].stage = .bids
    auctions[Int(handle)].since = now
    stopTimeout(of: handle, &timers)
    return auction.stage == .running
  }

  /// The bids for a request of a slot at `now`.
  func outcome(_ handle: Int32, at now: Int64) -> Outcome {
    let auction = self[handle]
    switch auction.stage {
    case nil: return .none
    case .running: return .running
    case .bids, .timedOut:
      guard let settings, now - auction.since < settings.expires else {
        return .expired(hadBids: auction.stage == .bids)
      }
      return .usable
    }
  }

  // MARK: - Requests

  /// Lets a slot join the request that is being put together.
  mutating func join(_ handle: Int32) {
    requests[openRequest, default: Request()].handles.append(handle)
    if auctions[Int(handle)].stage == .running { requests[openRequest]?.runningCount += 1 }
    auctions[Int(handle)].request = openRequest
  }

  /// Ends putting a request together; returns its slots if it waits for no auction.
  mutating func closeRequest() -> [Int32] {
    openRequest += 1
    return take(openRequest - 1)
  }

  /// Returns the slots of the request that waited for this auction last; their bids are used up.
  mutating func noteEnd(of handle: Int32) -> [Int32] {
    let number = auctions[Int(handle)].request
    guard number != 0 else { return [] }
    requests[number]?.runningCount -= 1
    return take(number)
  }

  private mutating func take(_ number: Int) -> [Int32] {
    guard let request = requests[number], request.runningCount == 0 else { return [] }
    requests[number] = nil
    return request.handles.filter { handle in
      guard auctions[Int(handle)].request == number else { return false }
      auctions[Int(handle)].request = 0
      auctions[Int(handle)].stage = nil
      return true
    }
  }

  // MARK: - What ends auctions

  /// Returns the slots that waited for this auction alone, in one request.
  mutating func forget(_ handle: Int32, _ timers: inout TimerTable) -> [Int32] {
    guard auctions.indices.contains(Int(handle)) else { return [] }
    let auction = auctions[Int(handle)]
    auctions[Int(handle)].stage = nil
    auctions[Int(handle)].request = 0
    stopTimeout(of: handle, &timers)
    guard auction.request != 0 else { return [] }
    if auction.stage == .running { requests[auction.request]?.runningCount -= 1 }
    return take(auction.request)
  }

  /// Forgets a slot that leaves the page; another one may get its handle.
  mutating func remove(_ handle: Int32) {
    if auctions.indices.contains(Int(handle)) { auctions[Int(handle)] = Auction() }
  }

  mutating func forgetAll(_ timers: inout TimerTable) {
    guard !auctions.isEmpty else { return }
    for index in auctions.indices {
      auctions[index].stage = nil
      auctions[index].request = 0
    }
    requests.removeAll()
    timeouts.endAll()
    setTimer(&timers)
  }

  /// Takes new settings: auctions under way go by the new time-out, and without settings all end.
  mutating func change(to new: AuctionSettings?, at now: Int64, _ timers: inout TimerTable) {
    let old = settings
    settings = new
    guard let new else { return forgetAll(&timers) }
    guard new.timeout != old?.timeout else { return }
    timeouts.retime(after: now, to: new.timeout)
    setTimer(&timers)
  }

  private mutating func stopTimeout(of handle: Int32, _ timers: inout TimerTable) {
    guard timeouts.since(handle) != nil else { return }
    timeouts.end(handle)
    setTimer(&timers)
  }

  private mutating func setTimer(_ timers: inout TimerTable) {
    timers.set(.auction, to: timeouts.nextDeadline())
  }
}
