/// Something that the palette offers to do.
struct PaletteEntry: Hashable, Sendable {
  /// What it does.
  enum Action: Hashable, Sendable {
    case command(Command)
    case order(ThresholdOrder)
  }

  let action: Action
  /// What it does, in words.
  let name: String
  /// The keys that do the same, where there are any.
  let keys: String
  /// The numbers of the name's characters that fit what was typed.
  var matched: Set<Int> = []

  /// The entry for a threshold that was typed with its new value.
  init(_ order: ThresholdOrder) {
    action = .order(order)
    name = order.name
    keys = ""
  }

  private init(_ binding: Binding) {
    action = .command(binding.command)
    let place = binding.context.isSelfEvident ? "" : " (\(binding.context.title.lowercased()))"
    name = binding.help + place
    keys = binding.keyNames.joined(separator: " ")
  }

  /// What makes no sense when it is chosen from a list: it needs a digit or a letter, moves in what is covered, or
  /// leaves something that is not open then.
  static let unlisted: Set<Command> = [
    .typeDigit, .eraseDigit, .typeText, .eraseText, .clearText, .choiceUp, .choiceDown,
    .choicePageUp, .choicePageDown, .choose, .overlayUp, .overlayDown, .overlayPageUp,
    .overlayPageDown, .overlayTop, .overlayEnd, .decideLater, .openPalette, .choosePreset, .write,
    .keepSearch, .leaveSearch,
  ]

  /// All commands that can be run while a place has the focus, its own first; each is listed once.
  static func commands(in context: KeyContext) -> [PaletteEntry] {
    var listed = unlisted
    let isInLab = context == .lab || context == .labSettings
    let others: [KeyContext] =
      isInLab ? [.lab, .anywhere] : [.anywhere, .article, .consent, .copy]
    let places = [context] + others.filter { $0 != context }
    return places.flatMap { place in
      KeyMap.bindings.filter { binding in
        binding.context == place && (!isInLab || Lab.works(binding.command))
          && listed.insert(binding.command).inserted
      }
    }
    .map(PaletteEntry.init)
  }
}

extension KeyContext {
  /// Whether what a command does is clear without the place where its key counts.
  fileprivate var isSelfEvident: Bool {
    [.anywhere, .article, .copy, .lab, .labSettings].contains(self)
  }
}

/// A new value for a threshold, typed as words: `fetch 900`, `display 100 pt`, `unload 1200`, `unload off`.
enum ThresholdOrder: Hashable, Sendable {
  /// Set a threshold to so many points; the unload threshold switches unloading on, as `--unload` does.
  case distance(ThresholdKind, Double)
  /// Switch unloading on or off.
  case unloading(Bool)

  /// Reads an order; `nil` when the text is none.
  init?(_ text: String) {
    var words = text.lowercased().split(separator: " ")
    guard let kind = words.first.flatMap({ ThresholdKind(rawValue: String($0)) }) else {
      return nil
    }
    if words.count == 3, words[2] == "pt" { words.removeLast() }
    guard words.count == 2 else { return nil }
    switch (kind, words[1]) {
    case (.unload, "on"): self = .unloading(true)
    case (.unload, "off"): self = .unloading(false)
    default:
      guard let points = Self.points(words[1]) else { return nil }
      self = .distance(kind, points)
    }
  }

  /// A plain number: digits, and at most one point among them.
  private static func points(_ word: Substring) -> Double? {
    let number = word.hasSuffix("pt") ? word.dropLast(2) : word
    guard number.count <= 9, number.first?.isASCIIDigit == true, number.last?.isASCIIDigit == true,
      number.allSatisfy({ $0.isASCIIDigit || $0 == "." })
    else { return nil }
    return Double(number)
  }

  /// What the order does, in words.
  var name: String {
    switch self {
    case .distance(.unload, let points): "unload beyond \(points.points) pt"
    case .distance(let kind, let points): "\(kind.rawValue) threshold to \(points.points) pt"
    case .unloading(let isOn): isOn ? "switch unloading on" : "switch unloading off"
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
