internal import AdSessions

/// Where a key means something, with its heading in the help.
package enum KeyContext: String, CaseIterable, Sendable {
  /// Wherever nothing else takes the key.
  case anywhere = "Anywhere"
  /// While the article has the focus.
  case article = "Article"
  /// While a threshold is being set.
  case threshold = "A threshold"
  /// While the slots have the focus.
  case slots = "The slots"
  /// While the timeline has the focus.
  case timeline = "The timeline"
  /// While the metrics have the focus.
  case metricsPane = "The metrics pane"
  /// While the debug log has the focus.
  case log = "Debug log"
  /// While a session is replayed and the article has the focus; else as in the article.
  case replay = "A replay"
  /// While the user is asked for consent.
  case consent = "Consent"
  /// While the presets of the thresholds are shown.
  case presets = "Presets"
  /// While the change of the page's file is shown.
  case writing = "Writing"
  /// While help, the page's problems, why or an ad's console cover the page.
  case overlay = "Help, problems, why and consoles"
  /// While the metrics cover the page.
  case metrics = "The metrics"
  /// While an ad's details cover the page.
  case details = "An ad's details"
  /// While an ad's way through its plug-ins covers the page.
  case sections = "An ad's plug-ins"
  /// While a text to search for is typed.
  case search = "A search being typed"
  /// While the hits of a search in the article are kept; else as in the article.
  case hits = "Hits of a search in the article"
  /// While an ad that was shown on the way to the page covers it.
  case interstitial = "An interstitial"
  /// While a command is looked for in the palette.
  case palette = "The palette"
  /// While the form is chosen in which the thresholds are copied.
  case copy = "Copying"
  /// While the preload lab is on the screen.
  case lab = "The preload lab"
  /// While the settings of the preload lab are shown.
  case labSettings = "Settings of the lab"
  /// While the matrix of the lab is shown.
  case matrix = "The matrix of the lab"
  case tuning = "The tuning screen"

  /// What commands act on there, unless the situation says more.
  var stage: Stage {
    switch self {
    case .replay: .replay
    case .lab, .labSettings, .matrix: .lab
    case .tuning: .tuning
    default: .page
    }
  }

  /// All places as the help shows them: the article first, where a user begins.
  package static let inReadingOrder =
    [article, hits] + allCases.filter { $0 != .article && $0 != .hits }
}

/// Keys of a command in one place.
package struct Binding: Hashable, Sendable {
  /// The keys; any of them will do.
  package let keys: [Key]
  /// Where they count.
  package let context: KeyContext
  package let command: Command
  package let help: String

  /// The keys as a list of them names them, one by one; what stands for many keys has a single name.
  package var keyNames: [String] {
    switch command {
    case .typeDigit: ["0…9 ."]
    case .choosePreset, .focusPane:
      [[keys.first, keys.last].compactMap(\.?.label).joined(separator: "…")]
    case .typeText: ["letters"]
    default: keys.map(\.label)
    }
  }
}

/// What keys do, by the place where they are pressed.
package enum KeyMap {
  /// All bindings, in the order in which the help shows them.
  package static let bindings = CommandTable.lines.map(\.binding)

  /// What a key does where the focus is; the place itself comes before anywhere.
  ///
  /// While the user is asked something, or reads something that covers the page, only the keys of that place count,
  /// and those that quit.
  ///
  /// In a replay the keys of a replay come before those of the article. Of several places that name the key, the first
  /// counts whose command may run there.
  package static func command(for key: Key, in context: KeyContext) -> Command? {
    command(for: key, in: context, on: context.stage)
  }

  static func command(for key: Key, in context: KeyContext, on stage: Stage) -> Command? {
    func first(of places: [KeyContext]) -> Command? {
      let commands = places.compactMap { command(key, $0) }
      return commands.first { $0.runs(on: stage) } ?? commands.first
    }
    func elsewhere(where need: Availability) -> Command? {
      command(key, .anywhere).flatMap { $0.isAvailable(need) ? $0 : nil }
    }
    let replay: [KeyContext] = stage == .replay || context == .replay ? [.replay] : []
    switch context {
    case .hits: return first(of: [context] + replay + [.article, .anywhere])
    case .replay:
      return first(of: [.replay, .article] + (stage == .labReplay ? [.lab] : []) + [.anywhere])
    case .anywhere, .article, .threshold, .slots, .timeline, .metricsPane, .log:
      return first(of: [context] + replay + [.anywhere])
    case .interstitial: return command(key, context) ?? elsewhere(where: .interstitial)
    case .lab, .labSettings: return command(key, context) ?? elsewhere(where: .lab)
    case .tuning: return command(key, context) ?? elsewhere(where: .tuning)
    case .search, .palette:
      if let own = command(key, context) { return own }
      if case .character = key { return .typeText }
      return elsewhere(where: .covered)
    case .consent, .presets, .writing, .overlay, .metrics, .details, .sections,
      .copy, .matrix:
      return command(key, context) ?? elsewhere(where: .covered)
    }
  }

  /// The keys of a command as the footer writes them: the first key of each binding.
  package static func label(
    of command: Command, in context: KeyContext = .anywhere
  ) -> String {
    let binding =
      bindings.first { $0.command == command && $0.context == context }
      ?? bindings.first { $0.command == command }
    return binding?.keys.first?.label ?? ""
  }

  private static func command(_ key: Key, _ context: KeyContext) -> Command? {
    table[Place(key: key, context: context)]
  }

  private struct Place: Hashable {
    let key: Key
    let context: KeyContext
  }

  private static let table: [Place: Command] = {
    var table: [Place: Command] = [:]
    for binding in bindings {
      for key in binding.keys { table[Place(key: key, context: binding.context)] = binding.command }
    }
    return table
  }()
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  package var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "^\(letter.uppercased())"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .shiftUp: "⇧↑"
    case .shiftDown: "⇧↓"
    case .shiftLeft: "⇧←"
    case .shiftRight: "⇧→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .insert: "Ins"
    case .delete: "Del"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "⇧Tab"
    case .backspace: "Backspace"
    case .function(let number): "F\(number)"
    }
  }
}

/// The table of keys as a page of a manual, for those who read it outside the playground.
package enum KeyListing {
  /// The cells that the column of keys takes, its indentation included.
  private static let keyColumn = 20

  /// The whole page, in lines of at most 80 cells.
  package static let text: String = {
    var lines = ["NAME", "    adview help keys: what the keys of the playground do"]
    for context in KeyContext.inReadingOrder {
      lines += ["", context.rawValue.uppercased()]
      for binding in KeyMap.bindings where binding.context == context {
        let keys = "    " + binding.keyNames.joined(separator: " ")
        let help = binding.help.wrapped(to: 80 - keyColumn)
        for (number, line) in help.enumerated() {
          lines.append((number == 0 ? keys : "").padded(to: keyColumn) + line)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}
