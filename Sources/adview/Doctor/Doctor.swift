/// Looks at everything outside the program that the playground stands on, and changes nothing.
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
    return terminalFindings(features) + textFindings() + fileFindings()
  }
}
