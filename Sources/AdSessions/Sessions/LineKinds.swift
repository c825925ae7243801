/// The kinds of things of which an object of a session says exactly one, by a key; the compiler holds their switches complete.
struct LineKinds<Kind: RawRepresentable<String> & CaseIterable & Equatable & Sendable>: Sendable {
  /// A key that stands beside the key of a kind, and beside no other.
  struct Companion: Sendable {
    let kind: Kind
    let key: String
    /// What is expected under it; `nil` when it may be left out.
    var expected: String?
    /// Whether it is named before the kind's key in a sentence about both.
    var isNamedFirst = false
  }

  let keys: [String]
  private let shared: [String]
  private let companions: [Companion]
  private let missing: (key: String, expected: String)
  private let expected: String

  /// Makes a table; `missing` is said of an object without a kind, `expected` of one with several, `shared` keys aside.
  init(
    beside shared: [String] = [], companions: [Companion] = [],
    missing: (key: String, expected: String), expected: String
  ) {
    (self.shared, self.companions, self.missing) = (shared, companions, missing)
    self.expected = expected
    keys = shared + companions.map(\.key) + Kind.allCases.map(\.rawValue)
  }

  /// The kind of what an object says; `context` are keys to be named with those that exclude each other.
  func kind(of fields: JSONFields, context: [String] = []) throws(SessionLineError) -> Kind {
    let keys = fields.keys.filter { key in
      !shared.contains(key) && !companions.contains { $0.key == key }
    }
    guard let key = keys.first else { throw .missing(missing.key, expected: missing.expected) }
    guard keys.count == 1, let kind = Kind(rawValue: key) else {
      throw .conflict(context + keys, expected: expected)
    }
    for companion in companions { try check(companion, of: kind, in: fields) }
    return kind
  }

  private func check(
    _ companion: Companion, of kind: Kind, in fields: JSONFields
  ) throws(SessionLineError) {
    let (key, isThere) = (companion.key, fields.contains(companion.key))
    if companion.kind == kind {
      if !isThere, let expected = companion.expected { throw .missing(key, expected: expected) }
    } else if isThere {
      let pair = companion.isNamedFirst ? [key, kind.rawValue] : [kind.rawValue, key]
      let article = companion.expected == nil ? "a " : ""
      throw .conflict(pair, expected: "\"\(key)\" with \(article)\"\(companion.kind.rawValue)\"")
    }
  }
}
