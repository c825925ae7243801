/// Something that Google Ad Manager will not take as it was meant; the script is made all the same.
///
/// The rules are those of Ad Manager Help, "Key-values overview", November 2026, where nothing else is said.
public enum TargetingProblem: Hashable, Sendable, CustomStringConvertible {
  /// How much a problem matters.
  public enum Severity: String, CaseIterable, Sendable {
    /// The ad server takes it, but perhaps not as intended.
    case hint
    /// The ad server cuts it, merges it with another key or ignores it.
    case warning
    /// The ad server refuses it.
    case error
  }

  /// A key without characters, which the ad server refuses.
  case emptyKey
  /// The key is longer than `CustomTargeting/maxKeyLength` characters.
  case longKey(String)
  /// The key has these characters, which no key may have; white space counts.
  case forbiddenInKey(String, [Unicode.Scalar])
  /// The key begins with a digit.
  case leadingDigit(String)
  /// Two keys differ in nothing but upper and lower case, which the ad server ignores.
  case sameButForCase(String, String)
  /// The value of this key is empty.
  case emptyValue(key: String)
  /// A value of this key has more than `CustomTargeting/maxValueLength` characters.
  case longValue(String, key: String)
  /// A value of this key has these characters, which no value may have.
  case forbiddenInValue(String, [Unicode.Scalar], key: String)
  /// An empty list was given for this key; it changed nothing (`S1.27`).
  case emptyList(key: String)
  /// The key is not among those that are configured in the ad server (`S0.26`).
  case notConfigured(key: String)

  /// Error for what the ad server refuses, hint for what only looks wrong.
  public var severity: Severity {
    switch self {
    case .emptyKey, .forbiddenInKey, .leadingDigit, .forbiddenInValue: .error
    case .longKey, .sameButForCase, .emptyValue, .longValue, .emptyList: .warning
    case .notConfigured: .hint
    }
  }

  /// One sentence that names the key and what was expected; it quotes both, so what is shown of it must be scrubbed.
  public var description: String {
    switch self {
    case .emptyKey: "an empty key: expected a name"
    case .longKey(let key):
      "key \(brief(key)): \(key.count) characters, expected at most \(CustomTargeting.maxKeyLength)"
    case .forbiddenInKey(let key, let scalars):
      "key \(brief(key)): no key may contain \(list(scalars))"
    case .leadingDigit(let key): "key \(brief(key)): no key may begin with a digit"
    case .sameButForCase(let key, let other):
      "key \(brief(key)): the ad server takes it for the key \(brief(other))"
    case .emptyValue(let key): "key \(brief(key)): an empty value"
    case .longValue(let value, let key):
      "key \(brief(key)): the value \(brief(value)) has \(value.count) characters,"
        + " expected at most \(CustomTargeting.maxValueLength)"
    case .forbiddenInValue(let value, let scalars, let key):
      "key \(brief(key)): no value may contain \(list(scalars)), as \(brief(value)) does"
    case .emptyList(let key): "[Custom Targeting] Empty array provided for key '\(key.prefix(60))'"
    case .notConfigured(let key):
      "key \(brief(key)): not configured in the ad server, which ignores it until it is"
    }
  }

  private func brief(_ text: String) -> String {
    // Quoted like a literal, so that a line feed in it does not begin a line.
    String(reflecting: text.count > 60 ? text.prefix(60) + "…" : text)
  }

  private func list(_ scalars: [Unicode.Scalar]) -> String {
    scalars.map { scalar in
      switch scalar {
      case " ": "a space"
      case "\n": "a line feed"
      case "\t": "a tab"
      default:
        scalar.properties.isWhitespace
          ? "U+\(String(scalar.value, radix: 16, uppercase: true))" : String(scalar)
      }
    }
    .joined(separator: " ")
  }
}

extension CustomTargeting {
  /// The most characters that the ad server takes in a key (Ad Manager Help, "Add new key-values", 2026; its API names 10).
  package static let maxKeyLength = 20
  /// The most characters that the ad server takes in a value (the same help page).
  package static let maxValueLength = 40

  /// What the ad server will not take as it was meant, in the order of the keys; empty lists come last.
  ///
  /// `configured` are the keys that are configured in the ad server, where that is known; case does not count.
  public func problems(configured: [String]? = nil) -> [TargetingProblem] {
    var problems: [TargetingProblem] = []
    var spellings: [String: String] = [:]
    let known = configured.map { Set($0.map { $0.lowercased() }) }
    for entry in entries {
      let folded = entry.key.lowercased()
      Self.check(key: entry.key, &problems)
      if let other = spellings[folded] {
        problems.append(.sameButForCase(entry.key, other))
      } else {
        spellings[folded] = entry.key
      }
      for value in entry.values { Self.check(value, of: entry.key, &problems) }
      if let known, !known.contains(folded) { problems.append(.notConfigured(key: entry.key)) }
    }
    return problems + emptyLists.map { .emptyList(key: $0) }
  }

  private static func check(key: String, _ problems: inout [TargetingProblem]) {
    guard let first = key.unicodeScalars.first else {
      problems.append(.emptyKey)
      return
    }
    let forbidden = forbiddenScalars(in: key) { $0.properties.isWhitespace }
    if !forbidden.isEmpty { problems.append(.forbiddenInKey(key, forbidden)) }
    if ("0"..."9").contains(first) { problems.append(.leadingDigit(key)) }
    if key.count > maxKeyLength { problems.append(.longKey(key)) }
  }

  private static func check(_ value: String, of key: String, _ problems: inout [TargetingProblem]) {
    guard !value.isEmpty else {
      problems.append(.emptyValue(key: key))
      return
    }
    let forbidden = forbiddenScalars(in: value) { _ in false }
    if !forbidden.isEmpty { problems.append(.forbiddenInValue(value, forbidden, key: key)) }
    if value.count > maxValueLength { problems.append(.longValue(value, key: key)) }
  }

  /// Each forbidden scalar of a text once, in the order in which they first stand there.
  private static func forbiddenScalars(
    in text: String, or alsoForbidden: (Unicode.Scalar) -> Bool
  ) -> [Unicode.Scalar] {
    var found: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars
    where (forbidden.contains(scalar) || alsoForbidden(scalar)) && !found.contains(scalar) {
      found.append(scalar)
    }
    return found
  }

  /// Ad Manager Help, "Key-values overview", November 2026.
  private static let forbidden = Set("\"'=!+#*~;^()<>[],&".unicodeScalars)
}
