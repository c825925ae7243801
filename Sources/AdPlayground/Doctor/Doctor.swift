/// Looks at the terminal and the locale that the playground stands on, and changes nothing.
struct Doctor {
  /// A variable of the environment; one that is empty counts as not set.
  let environment: (String) -> String?
  /// Where the screen would go; need not be a terminal.
  let output: Int32

  init(output: Int32, environment: @escaping (String) -> String?) {
    self.output = output
    self.environment = { name in environment(name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Everything there is to say, in the order in which it matters.
  func findings() -> [Finding] {
    let features = TerminalFeatures(environment: environment)
    return terminalFindings(features) + textFindings()
  }
}

struct Finding: Equatable {
  /// How well it is.
  enum Verdict: String {
    /// As it should be.
    case ok
    /// The playground works, but could do better.
    case note
    /// The playground does not work without it.
    case needed
  }

  /// What was looked at.
  let name: String
  /// How well it is.
  let verdict: Verdict
  let found: String
  /// What to do, where something is to be done.
  let advice: String?

  static func ok(_ name: String, _ found: String) -> Finding {
    Finding(name: name, verdict: .ok, found: found, advice: nil)
  }

  static func note(_ name: String, _ found: String, _ advice: String) -> Finding {
    Finding(name: name, verdict: .note, found: found, advice: advice)
  }

  static func needed(_ name: String, _ found: String, _ advice: String) -> Finding {
    Finding(name: name, verdict: .needed, found: found, advice: advice)
  }
}
