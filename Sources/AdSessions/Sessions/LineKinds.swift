/// A kind of thing that a line of a session may say: its row in the table of the format.
///
/// How it is written stands below the table, in a switch that the compiler holds complete.
struct LineKind<Thing>: Sendable {
  typealias Read = @Sendable (JSONFields, String) throws(SessionLineError) -> Thing

  /// A key that stands beside the kind's own, and beside no other.
  struct Companion: Sendable {
    let key: String
    /// What is expected under it; `nil` when it may be left out.
    var expected: String?
    /// Whether it is named before the kind's key in a sentence about both.
    var isNamedFirst = false
  }

  /// The key that names the kind.
  let key: String
  let companion: Companion?
  /// Reads a thing from the fields of an object, among them the one under the key.
  let read: Read

  init(_ key: String, with companion: Companion? = nil, _ read: @escaping Read) {
    self.key = key
    self.companion = companion
    self.read = read
  }
}

/// The kinds of which an object says exactly one.
struct LineKinds<Thing>: Sendable {
  /// All keys that the object may have.
  let keys: [String]
  private let kinds: [LineKind<Thing>]
  private let shared: [String]
  private let companions: [LineKind<Thing>.Companion]
  private let missing: (key: String, expected: String)
  private let expected: String

  /// Makes a table of kinds, beside which the `shared` keys stand.
  ///
  /// `missing` is what is said of an object without any of them, and `expected` of one with several.
  init(
    beside shared: [String] = [], missing: (key: String, expected: String), expected: String,
    _ kinds: [LineKind<Thing>]
  ) {
    self.shared = shared
    self.missing = missing
    self.expected = expected
    self.kinds = kinds
    companions = kinds.compactMap(\.companion)
    keys = shared + companions.map(\.key) + kinds.map(\.key)
  }

  /// Whether one of the kinds has this key.
  func contains(_ key: String) -> Bool { kinds.contains { $0.key == key } }

  /// Reads what an object says; `context` are keys to be named with those that exclude each other.
  func read(_ fields: JSONFields, context: [String] = []) throws(SessionLineError) -> Thing {
    let keys = fields.keys.filter { key in
      !shared.contains(key) && !companions.contains { $0.key == key }
    }
    guard let key = keys.first else { throw .missing(missing.key, expected: missing.expected) }
    guard keys.count == 1, let kind = kinds.first(where: { $0.key == key }) else {
      throw .conflict(context + keys, expected: expected)
    }
    for companion in companions { try check(companion, of: kind, in: fields) }
    return try kind.read(fields, key)
  }

  private func check(
    _ companion: LineKind<Thing>.Companion, of kind: LineKind<Thing>, in fields: JSONFields
  ) throws(SessionLineError) {
    let isThere = fields.contains(companion.key)
    if kind.companion?.key == companion.key {
      guard isThere || companion.expected == nil else {
        throw .missing(companion.key, expected: companion.expected ?? "")
      }
    } else if isThere {
      let owner = kinds.first { $0.companion?.key == companion.key }?.key ?? ""
      let pair = companion.isNamedFirst ? [companion.key, kind.key] : [kind.key, companion.key]
      let article = companion.expected == nil ? "a " : ""
      throw .conflict(pair, expected: "\"\(companion.key)\" with \(article)\"\(owner)\"")
    }
  }
}
