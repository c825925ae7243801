extension [String] {
  /// The words as a list: `a, b and c`.
  package func listed(with conjunction: String = "and") -> String {
    let first = dropLast().joined(separator: ", ")
    return first.isEmpty ? last ?? "" : "\(first) \(conjunction) \(self[count - 1])"
  }
}
