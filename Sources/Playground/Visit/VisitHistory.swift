internal import AdEngine
internal import AdSessions

/// What the history of the pages is good for.
enum HistoryState: Hashable, Sendable {
  /// All that happened since the first page was opened.
  case whole
  /// A page with others under it was opened again, which a session cannot say.
  case reopened
  /// The file of a page changed while the page was open, and ads stayed: a session names one version of it.
  case changed
  /// Too much has taken place to keep all of it.
  case cut
}

/// A page that was opened, for the sessions that name it.
struct Opening: Sendable {
  /// The number that the run gives the page.
  let number: Int
  var location: String
  var bytes: [UInt8]
  var setup: RunSetup

  init(_ page: OpenPage) {
    (number, location, bytes, setup) = (
      page.number, page.file.location, page.file.bytes, page.initialSetup
    )
  }
}

/// The events on the pages, and between them, since the first was opened.
struct VisitHistory: Sendable {
  /// The number of events that are kept; when there are more, the earlier ones are dropped.
  static let capacity = 300_000

  static let cut = "the history of these pages is full; reopening the first page starts over"

  var events: [RunEvent] = []
  /// When the first page was opened.
  private(set) var start = Instant.start
  /// Whether that is all of it, and all that a session can say.
  var state = HistoryState.whole
  /// The pages that were opened since then, in order.
  var openings: [Opening] = []
  /// Whether all events are those of the first page.
  private var isOfFirstPage = true
  /// The indices of the events that a run under other thresholds follows, by the numbers of their pages.
  private var followed: [Int: [Int]] = [:]

  init() {}

  /// Begins with a page that has nothing under it.
  init(of page: OpenPage, at time: Instant) {
    start = time
    openings = [Opening(page)]
  }

  /// Adds an event; the history of a replay is as long as its session.
  mutating func append(_ event: RunEvent, isReplay: Bool) {
    if events.count >= Self.capacity, !isReplay {
      events.removeAll(keepingCapacity: true)
      followed.removeAll()
      state = .cut
    }
    if event.page != 1 { isOfFirstPage = false }
    // Thresholds of a replay are those of all its pages: it is run again as a whole.
    if !isReplay, Rerun.follows(event, isSimulated: isSimulated(event.page)) {
      followed[event.page, default: []].append(events.count)
    }
    events.append(event)
  }

  private func isSimulated(_ page: Int) -> Bool { opening(ofPage: page)?.setup.world != nil }

  func opening(ofPage number: Int) -> Opening? { openings.last { $0.number == number } }

  func ofPage(_ number: Int) -> [RunEvent] {
    // Most users stay on one page.
    isOfFirstPage && number == 1 ? events : events.filter { $0.page == number }
  }

  /// The events on a live page that a run of it under other thresholds follows.
  func followed(ofPage number: Int) -> some RandomAccessCollection<RunEvent> {
    followed[number, default: []].lazy.map { [events] in events[$0] }
  }
}
