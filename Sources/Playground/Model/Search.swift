internal import AdSessions

/// A search in the article, in a pane, or in what covers the screen.
struct Search: Hashable, Sendable {
  /// Where is searched, with what to go back to.
  enum Place: Hashable, Sendable {
    /// In the article, from this scroll position on, in points, with the pane pushed down inside the viewport so far.
    case article(from: Double, peek: Double)
    /// In the log, which was scrolled back by this number of lines.
    case log(from: Int)
    /// In a pane with a list, in which this row was chosen.
    case pane(Viewer.Focus, from: Int?)
    /// In what covers the screen, where the user was here.
    case overlay(from: ListState)

    /// The pane that is searched, but for the article.
    var pane: Viewer.Focus? {
      switch self {
      case .article, .overlay: nil
      case .log: .log
      case .pane(let pane, _): pane
      }
    }
  }

  /// Longer texts are not taken: no line of a page is longer than the widest column.
  static let maxLength = 400

  let place: Place
  private(set) var text = "" { didSet { pattern = SearchPattern(text) } }
  /// Whether characters are still text.
  var isTyping = true
  /// What is searched for, once something was typed.
  private(set) var pattern: SearchPattern?
  var hits: SearchHits?
  /// The lines that are searched, but for those of the log.
  var texts: [String] = []
  /// The numbers of the lines that were found.
  var lines: [Int] = []
  /// The hit that is looked at: its place among the hits, from 0.
  var current: Int?

  init(_ place: Place) { self.place = place }

  var isInArticle: Bool { if case .article = place { true } else { false } }

  var isInOverlay: Bool { if case .overlay = place { true } else { false } }

  var count: Int { isInArticle ? hits?.count ?? 0 : lines.count }

  mutating func type(_ character: Character) {
    guard text.unicodeScalars.count < Self.maxLength else { return }
    text.append(character)
  }

  mutating func erase() { text = String(text.dropLast()) }
}
