/// When a command may run, and from where it can be reached.
struct Availability: OptionSet, Sendable {
  let rawValue: UInt16

  /// On a page that is live, on one that a session replays, in the preload lab, and in a replay of the lab.
  static let page = Availability(rawValue: 1)
  static let replay = Availability(rawValue: 1 << 1)
  static let lab = Availability(rawValue: 1 << 2)
  static let labReplay = Availability(rawValue: 1 << 3)
  /// By its key even while something covers the page, or while an interstitial does.
  static let covered = Availability(rawValue: 1 << 4)
  static let interstitial = Availability(rawValue: 1 << 5)
  /// From the palette, which names neither what moves in a list nor what needs a character.
  static let palette = Availability(rawValue: 1 << 6)
  /// By a typed line where there is no screen.
  static let lines = Availability(rawValue: 1 << 7)

  static let tuning = Availability(rawValue: 1 << 8)

  /// On a page, live or replayed.
  static let pages: Availability = [.page, .replay]
  /// Where time passes.
  static let timed: Availability = [.pages, .lab, .labReplay]
  static let stages: Availability = [.timed, .tuning]
  static let always: Availability = [.stages, .palette, .lines]
  /// What only looks at a page.
  static let reading: Availability = [.pages, .palette, .lines]
  /// What changes what is decided on a page, and so has no place in a replay.
  static let deciding: Availability = [.page, .palette, .lines]
  /// What moves or types in something that is open.
  static let choosing: Availability = [.stages, .lines]
  /// What goes through a recorded session.
  static let stepping: Availability = [.replay, .labReplay, .palette, .lines]
  static let inLab: Availability = [.lab, .palette]
  static let inTuning: Availability = [.tuning, .palette, .lines]
}

enum Stage: Sendable {
  case page, replay, lab, labReplay, tuning

  var availability: Availability {
    switch self {
    case .page: .page
    case .replay: .replay
    case .lab: .lab
    case .labReplay: .labReplay
    case .tuning: .tuning
    }
  }

  /// Why a command that does not run on this stage does not; `nil` where nothing is said.
  func refusal(of command: Command) -> String? {
    switch (self, command) {
    case (.page, _): nil
    case (.labReplay, .openLab), (.labReplay, .leaveLab):
      "this session is of the lab: there is no page to go back to"
    case (.replay, _), (.labReplay, _): Replay.refusal
    case (.lab, _):
      "this is the preload lab: \(KeyMap.label(of: .leaveLab, in: .lab)) leads to the page"
    case (.tuning, _):
      "this is the tuning screen: \(KeyMap.label(of: .toggleTuning)) leads to the page"
    }
  }
}
