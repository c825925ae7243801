/// One line of what the doctor found.
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
  /// What was found.
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
