/// A word that begins a line; thresholds are none, they are read by ``ThresholdOrder``.
enum LinearWord: String, CaseIterable, Sendable {
  case down, up, page, top, bottom, fling
  case next, previous, open, back
  case read, search
  case `where`, slots, metrics, why, diagnosis, details
  case consent, preset, write, copy, reload
  case lab
  case tune
  case play, pause, wait, help, quit

  /// The word with what may stand behind it.
  var usage: String { rawValue + row.argument }
  var help: String { row.help }

  private static let forms = CopyForm.allCases.map(\.rawValue).joined(separator: "|")

  private var row: (argument: String, help: String) {
    switch self {
    case .down: (" [ROWS]", "scroll down, a row without a number")
    case .up: (" [ROWS]", "scroll up, a row without a number")
    case .page: (" [up]", "scroll a screen down, or up")
    case .fling: (" [up]", "fling the page, down or up; again for faster")
    case .open: ("", "follow the selected link, or print the selected ad's details")
    case .read: ("", "the text in view")
    case .search:
      (" TEXT", "go to the first place with this text; n and N go on, Esc ends the search")
    case .where: ("", "the place on the page, the time, the settings")
    case .slots: ("", "every slot, its states and how far away it is")
    case .metrics: ("", "what is counted on the page so far")
    case .diagnosis: ("", "why there is no ad or no log, why it is slow, why it flickers")
    case .details: ("", "all about the selected ad, or the nearest")
    case .consent: (" granted|denied|unset", "what was chosen, and whether ads may load")
    case .preset:
      (
        " 1…\(ThresholdPreset.all.count)",
        "use the thresholds of others; \(KeyMap.label(of: .openPresets)) lists them"
      )
    case .write: ("", "show what would be written into the page's file; again: write it")
    case .copy: (" \(Self.forms)", "print the thresholds in one of these forms")
    case .reload: (" [all]", "reload the selected ad, or the nearest; or all ads")
    case .lab: ("", "where the preload lab is: it needs a screen")
    case .tune: ("", "open the tuning screen, or leave it; in it fetch and display go to a setting")
    case .play: ("", "resume time; a replay at its end plays from the beginning")
    case .pause: ("", "pause time")
    case .wait: (" SECONDS", "let time pass")
    case .help: ("", "these words")
    case .why:
      (" [SLOT]", "why the slot with this number, the selected ad or the nearest is in its states")
    case .top, .bottom, .next, .previous, .back, .quit:
      ("", CommandTable.row(of: self)?.help ?? "")
    }
  }

  /// All words, and what else can be typed, in lines.
  static var manual: [String] {
    var lines = allCases.map { "\($0.usage): \($0.help)" }
    lines.append(
      "fetch DISTANCE, display DISTANCE, unload DISTANCE|on|off: set a threshold, in points or as 150%"
    )
    lines.append("Any other command by words of its name, or by its key:")
    for entry in PaletteEntry.commands(in: .article) {
      guard case .command(let command) = entry.action, command != .close,
        command.isAvailable(.lines)
      else { continue }
      // A key of a menu counts only while the menu is there.
      let isReached = KeyMap.bindings.contains {
        $0.command == command && [.article, .anywhere].contains($0.context)
      }
      lines.append(isReached ? "\(entry.keys): \(entry.name)" : entry.name)
    }
    return lines
  }
}
