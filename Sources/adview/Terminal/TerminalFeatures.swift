import Glibc

/// What a terminal is asked for, as the environment tells it.
///
/// terminfo knows neither of newer modes nor of `NO_COLOR`, and a terminal that does not know a mode
/// may print its bytes; so a mode is used where the name of the terminal vouches for it.
struct TerminalFeatures: Hashable, Sendable {
  /// The name of the terminal type, for terminfo.
  var terminal: String
  /// Whether colours may be used.
  var colors: Bool
  /// Whether a frame is announced, so that the terminal shows all of it at once (mode 2026).
  var synchronizedOutput: Bool
  /// Whether the wheel turns into arrow keys, which leaves selecting text to the terminal (mode 1007).
  var alternateScroll: Bool
  /// Whether the terminal can be asked to report what is done with the mouse (modes 1002 and 1006).
  var mouse: Bool
  /// Whether text may be offered to the terminal's clipboard (OSC 52); whether it takes it is up to its settings.
  var clipboard: Bool
  /// Whether the title tells tests when the program is idle.
  var idleTitle: Bool

  /// Reads the environment, by default the process's own.
  init(environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    terminal = environment("TERM") ?? ""
    colors = (environment("NO_COLOR") ?? "").isEmpty
    idleTitle = environment("ADVIEW_IDLE_TITLE") == "1"
    let family = terminal.prefix { $0 != "-" }
    let isModern = Self.modernFamilies.contains(String(family))
    alternateScroll = isModern
    mouse = isModern
    clipboard = isModern
    // VTE 0.68 (GNOME's terminal of 2022) holds frames back for ever.
    let vte = environment("VTE_VERSION").flatMap { Int($0) } ?? .max
    synchronizedOutput = isModern && vte >= 6900
  }

  /// Terminals that skip private modes they do not know.
  private static let modernFamilies: Set<String> = [
    "alacritty", "contour", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole", "mintty",
    "rxvt", "screen", "st", "tmux", "vte", "wezterm", "xterm",
  ]

  /// Taking the terminal: what terminfo does not know of.
  var entering: String { alternateScroll ? "\u{1B}[?1007h" : "" }

  /// Giving the terminal back, likewise; ends a frame that is cut short, and the mouse whether it was asked for or not.
  var leaving: String {
    (synchronizedOutput ? Self.endOfFrame : "") + (mouse ? MouseReport.off : "")
      + (alternateScroll ? "\u{1B}[?1007l" : "")
  }

  /// Announces a frame.
  static let beginningOfFrame = "\u{1B}[?2026h"
  /// Has an announced frame shown.
  static let endOfFrame = "\u{1B}[?2026l"
}
