internal import AdEngine
import AdRendering
internal import AdSessions

/// A line that was typed where there is no screen, understood.
enum LinearOrder: Hashable, Sendable {
  case scroll(rows: Double)
  case consent(ConsentStatus)
  case preset(Int)
  case search(String)
  /// Explain the states of a slot, by its number from 1.
  case explain(slot: Int)
  case wait(milliseconds: Int64)
  case answer(LinearWord)
  case threshold(ThresholdOrder)
  case command(Command)
  case key(Key)
  /// It cannot be understood, for this reason.
  case refused(String)

  /// Longer lines are not looked at, in bytes.
  static let maxLineLength = 1000
  /// The rows that can be scrolled at once, and the seconds that can be waited, at most.
  private static let maxRows = 1_000_000.0
  private static let maxSeconds = 86_400.0
  /// At least one word of a command has this number of letters.
  private static let minWordLength = 3
  /// Understands a line: a key's name, then ``LinearWord``, thresholds, commands; `nil` when it is empty.
  ///
  /// `context` is where a key counts first, `pageContext` the same if nothing covered the page.
  init?(_ line: String, in context: KeyContext, pageContext: KeyContext) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else { return nil }
    guard line.utf8.count <= Self.maxLineLength else {
      self = .refused("a line of more than \(Self.maxLineLength) bytes is no command")
      return
    }
    if words.count == 1, let key = Self.key(named: first, in: context) {
      self = key
      return
    }
    let argument = words.dropFirst().joined(separator: " ")
    let word = LinearWord(rawValue: first.lowercased())
    if let word, let order = Self(word, argument) {
      self = order
    } else if let order = ThresholdOrder(words.joined(separator: " ")) {
      self = .threshold(order)
    } else if let command = Self.command(words, in: pageContext) {
      self = .command(command)
    } else if let word {
      self = .refused("\(word.rawValue): expected \(word.usage)")
    } else if let kind = ThresholdKind(rawValue: first.lowercased()) {
      let rest = kind == .unload ? ", on or off" : ""
      self = .refused("\(kind.rawValue): expected a number of points\(rest)")
    } else {
      let known = LinearWord.allCases.map(\.rawValue) + ThresholdKind.allCases.map(\.rawValue)
      let near = DidYouMean.suggestion(for: first, among: known)
      let advice = near.map { "did you mean \($0)?" } ?? "help lists the words"
      self = .refused("“\(first.prefix(40))” is no command: \(advice)")
    }
  }

  private init?(_ word: LinearWord, _ argument: String) {
    switch word {
    case .down, .up:
      guard let rows = argument.isEmpty ? 1 : Self.number(argument, upTo: Self.maxRows) else {
        return nil
      }
      self = .scroll(rows: word == .down ? rows : -rows)
    case .page where ["", "down", "up"].contains(argument):
      self = .command(argument == "up" ? .pageUp : .pageDown)
    case .fling where ["", "down", "up"].contains(argument):
      self = .command(argument == "up" ? .flingUp : .flingDown)
    case .copy:
      if let form = CopyForm(rawValue: argument.lowercased()) {
        self = .command(form.command)
      } else if argument.isEmpty {
        self = .refused("copy: expected \(word.usage)")
      } else {
        // Other words may be those of the command's name.
        return nil
      }
    case .consent:
      if argument.isEmpty {
        self = .command(.openConsent)
      } else if let status = ConsentStatus(rawValue: argument.lowercased()) {
        self = .consent(status)
      } else {
        return nil
      }
    case .preset:
      guard let number = WrittenNumber.whole(argument, in: 1...ThresholdPreset.all.count)
      else { return nil }
      self = .preset(number)
    case .search:
      guard !argument.isEmpty else { return nil }
      self = .search(argument)
    case .wait:
      guard let seconds = Self.number(argument, upTo: Self.maxSeconds) else { return nil }
      self = .wait(milliseconds: Int64((seconds * 1000).rounded()))
    case .why where !argument.isEmpty:
      guard let slot = WrittenNumber.whole(argument, in: 1...Int(Int32.max)) else { return nil }
      self = .explain(slot: slot)
    case .reload where argument == "all": self = .command(.reloadAll)
    default:
      guard argument.isEmpty else { return nil }
      self = Self.plain(word)
    }
  }

  private static func plain(_ word: LinearWord) -> LinearOrder {
    CommandTable.row(of: word).map { .command($0.command) } ?? .answer(word)
  }

  /// A plain number that is not negative.
  private static func number(_ text: String, upTo most: Double) -> Double? {
    text.allSatisfy({ "0123456789.".contains($0) }) ? WrittenNumber.real(text, in: 0...most) : nil
  }

  private static func key(named name: String, in context: KeyContext) -> LinearOrder? {
    let keys = KeyMap.bindings.flatMap(\.keys)
    guard let key = keys.first(where: { $0.label == name }) else { return nil }
    guard let command = KeyMap.command(for: key, in: context) else {
      return .refused("\(name): does nothing here")
    }
    if command == .openHelp { return .answer(.help) }
    guard command.isAvailable(.lines) else {
      return .refused("\(name): needs a screen; help lists the words that work without one")
    }
    return .key(key)
  }

  /// The command of the table whose name has words that begin with these; of several, the one that fits best.
  private static func command(_ words: [String], in context: KeyContext) -> Command? {
    let text = words.joined(separator: " ")
    let words = words.map { $0.lowercased() }
    // A number or a letter or two would fit too much.
    guard words.contains(where: { $0.count(where: \.isLetter) >= Self.minWordLength }) else {
      return nil
    }
    var best: (command: Command, score: Int, length: Int)?
    for entry in PaletteEntry.commands(in: context) {
      guard case .command(let command) = entry.action, command.isAvailable(.lines),
        entry.hasWords(beginningWith: words), let match = WordMatch(text, in: entry.name)
      else { continue }
      let length = entry.name.count
      if let best, (best.score, -best.length) >= (match.score, -length) { continue }
      best = (command, match.score, length)
    }
    return best?.command
  }
}

extension LinearOrder {
  /// Whether it moves or changes the page, which is not there while the tuning screen is.
  var isForThePage: Bool {
    switch self {
    case .scroll, .consent, .preset, .search, .explain, .threshold: true
    case .answer(let word): [.read, .slots, .metrics, .details, .diagnosis, .write].contains(word)
    case .wait, .command, .key, .refused: false
    }
  }

  /// Whether it can be carried out while an ad covers the page.
  var isForInterstitial: Bool {
    if case .command(let command) = self { return command.isAvailable(.interstitial) }
    return !isForThePage
  }
}

extension PaletteEntry {
  /// Whether each of these, in lower case, begins a word of the name.
  fileprivate func hasWords(beginningWith beginnings: [String]) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
    return beginnings.allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
  }
}
