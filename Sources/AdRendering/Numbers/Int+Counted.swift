extension Int {
  /// The number before a noun: `1 slot`, `2 slots`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
