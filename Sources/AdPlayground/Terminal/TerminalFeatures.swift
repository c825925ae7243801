import AdRendering
import Glibc
import Playground

/// What the terminal can do by its name and the environment, since terminfo does not know: a mode's bytes may be printed.
struct TerminalFeatures: Hashable, Sendable {
  /// The name of the terminal type, for terminfo.
  var terminal: String
  /// Whether colours may be used.
  var colors: Bool
  var background: Theme.Background
  /// Whether a frame is announced, so that the terminal shows all of it at once (mode 2026).
  var synchronizedOutput: Bool
  /// Whether it skips what it does not know: modes 1007 (wheel as arrow keys), 1002 and 1006 (mouse), OSC 52 (clipboard).
  var isModern: Bool
  /// Whether the title shows tests when the program is idle.
  var idleTitle: Bool

  /// Reads the environment, by default the process's own; a background that was asked for beats it.
  init(
    background: Theme.Background? = nil,
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) {
    // Most terminals are dark.
    self.background =
      background ?? environment("ADVIEW_THEME").flatMap(Theme.Background.init(rawValue:))
      ?? environment("COLORFGBG").flatMap(Self.background(ofColors:)) ?? .dark
    terminal = environment("TERM") ?? ""
    colors = (environment("NO_COLOR") ?? "").isEmpty
    idleTitle = environment("ADVIEW_IDLE_TITLE") == "1"
    let family = terminal.prefix { $0 != "-" }
    isModern = Self.modernFamilies.contains(String(family))
    // VTE 0.68 (GNOME's terminal of 2022) holds frames back for ever.
    let vte =
      environment("VTE_VERSION").flatMap { WrittenNumber.whole($0, in: 0...Int.max) } ?? .max
    synchronizedOutput = isModern && vte >= 6900
  }

  /// The background by `COLORFGBG`: numbers of the sixteen colours, the last one behind the text.
  private static func background(ofColors colors: String) -> Theme.Background? {
    guard colors.contains(";"), let last = colors.split(separator: ";").last,
      let color = WrittenNumber.whole(last, in: 0...15)
    else { return nil }
    return color < 7 || color == 8 ? .dark : .light
  }

  /// Terminals that skip private modes they do not know.
  private static let modernFamilies: Set<String> = [
    "alacritty", "contour", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole", "mintty",
    "rxvt", "screen", "st", "tmux", "vte", "wezterm", "xterm",
  ]

  /// Taking the terminal: what terminfo does not know of.
  var entering: String { isModern ? "\u{1B}[?1007h" : "" }

  /// Giving the terminal back, likewise; ends a frame that is cut short, and the mouse whether it was asked for or not.
  var leaving: String {
    (synchronizedOutput ? Self.endOfFrame : "")
      + (isModern ? MouseReport.off + "\u{1B}[?1007l" : "")
  }

  /// Announces a frame.
  static let beginningOfFrame = "\u{1B}[?2026h"
  /// Has an announced frame shown.
  static let endOfFrame = "\u{1B}[?2026l"
}
