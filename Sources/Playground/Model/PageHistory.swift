internal import AdEngine
internal import AdSessions

/// What the history of the pages is good for.
enum HistoryState: Hashable, Sendable {
  /// All that took place since the first page was opened.
  case whole
  /// A page with others under it was opened anew, which a session cannot say.
  case reopened
  /// Too much has taken place to keep all of it.
  case cut
}

/// A page that was opened, for the sessions that name it.
struct PageOpening: Sendable {
  var location: String
  var bytes: [UInt8]
  var setup: RunSetup
}

extension Model {
  /// So many occurrences are kept; what was before is forgotten when there are more.
  static let longestHistory = 300_000

  static let cutHistory =
    "too much has happened here to remember it all; opening the first page anew begins anew"

  /// Begins the history with the page on the screen, which has nothing under it.
  mutating func beginHistory() {
    history = []
    historyState = .whole
    historyStart = time
    openings = [
      PageOpening(
        location: pages.top.file.location, bytes: pages.top.file.bytes, setup: pages.top.opening)
    ]
  }

  /// Takes note of something that took place.
  ///
  /// A replay's history is as long as its session.
  mutating func remember(_ occurrence: Occurrence) {
    if history.count >= Self.longestHistory, replay == nil {
      history.removeAll(keepingCapacity: true)
      historyState = .cut
    }
    history.append(occurrence)
  }

  /// What took place on the page on the screen.
  var historyOfPage: [Occurrence] {
    // Most people stay on one page.
    openings.count == 1 ? history : history.filter { $0.page == pages.top.number }
  }
}
