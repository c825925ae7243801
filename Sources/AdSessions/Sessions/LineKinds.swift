/// The kinds of things of which an object of a session says exactly one, by a key; the compiler holds their switches complete.
struct LineKinds<Kind: RawRepresentable<String> & CaseIterable & Equatable & Sendable>: Sendable {
  let keys: [String]
  private let shared: [String]
  /// The keys that stand beside the key of a kind, and beside no other.
  private let companions: [(kind: Kind, key: String)]
  private let missing: (key: String, expected: String)
  private let expected: String

  /// Makes a table; `missing` is said of an object without a kind, `expected` of one with several, `shared` keys aside.
  init(
    beside shared: [String] = [], companions: [(kind: Kind, key: String)] = [],
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
    for (owner, key) in companions where owner != kind && fields.contains(key) {
      throw .conflict([kind.rawValue, key], expected: "\"\(key)\" with \"\(owner.rawValue)\"")
    }
    return kind
  }
}
