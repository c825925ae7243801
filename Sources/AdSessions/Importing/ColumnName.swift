/// The name of a column: its words in lower case, and the unit that it names.
///
/// `scrollY`, `scroll_y` and `Scroll Y (px)` are the same.
struct ColumnName: Hashable, Sendable {
  /// The words without a unit, joined.
  let name: String
  /// The unit of time that is the last word, or the whole of it.
  let timeUnit: TableTimeUnit?

  init(_ text: String) {
    var words = Self.words(of: text)
    timeUnit = words.last.flatMap { Self.timeUnits[$0] }
    if words.count > 1, timeUnit != nil || words.last.map(Self.lengths.contains) == true {
      words.removeLast()
    }
    name = words.joined()
  }

  private static let timeUnits: [String: TableTimeUnit] = [
    "ms": .milliseconds, "msec": .milliseconds, "millis": .milliseconds,
    "milliseconds": .milliseconds, "s": .seconds, "sec": .seconds, "secs": .seconds,
    "seconds": .seconds,
  ]
  private static let lengths: Set<String> = ["px", "pt", "points", "pixels"]

  /// The names of columns of times, and of scroll positions, the usual ones first.
  static let times = [
    "time", "timestamp", "t", "ts", "elapsed", "at", "eventtime", "eventtimestamp", "datetime",
    "date", "epoch", "ms", "milliseconds", "millis", "seconds", "secs",
  ]
  static let scrolls = [
    "scroll", "scrolly", "scrolltop", "pageyoffset", "scrollposition", "contentoffsety", "yoffset",
    "offsety", "y", "position", "offset",
  ]

  /// Words part where a capital letter follows a small one, and at everything that is neither letter nor digit.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var wasSmall = false
    var isInWord = false
    for character in text.prefix(200) {
      guard character.isLetter || character.isNumber else {
        isInWord = false
        continue
      }
      if !isInWord || (wasSmall && character.isUppercase) { words.append("") }
      words[words.count - 1] += character.lowercased()
      isInWord = true
      wasSmall = character.isLowercase
    }
    return words
  }
}
