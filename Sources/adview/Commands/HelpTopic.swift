import Playground

/// What `adview help` explains besides its commands.
enum HelpTopic: String, CaseIterable {
  /// The keys of the playground.
  case keys
  /// The manual page, for `man -l -`.
  case manual = "--man"

  /// The topic that is asked for by `help` and its name, and nothing else.
  init?(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help" else { return nil }
    self.init(rawValue: arguments[1])
  }

  /// All there is to say about it, in lines.
  var text: String {
    get throws(CommandError) {
      switch self {
      case .keys: KeyListing.text
      case .manual: try ManualPage(day: BuiltVersion.day).text
      }
    }
  }
}
