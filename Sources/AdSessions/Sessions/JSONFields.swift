package import AdRendering

extension JSONValue {
  /// The kind and, when it is short, the value, for a sentence.
  package var summary: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number):
      number.isFinite ? JSONText.number(number).json : "a number too large to hold"
    case .text(let text): text.count > 40 ? "a long text" : "\"\(text)\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// A JSON object under strict reading: every key is asked for, and every value has the kind that was expected.
package struct JSONFields {
  private let values: [String: JSONValue]

  package init(_ value: JSONValue, key: String) throws(SessionLineError) {
    guard case .object(let values) = value else {
      throw .wrongValue(key, expected: "an object", found: value.summary)
    }
    self.values = values
  }

  package init(line: [UInt8]) throws(SessionLineError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(line, .strict)
    } catch {
      throw error.repeatedKey.map { .repeatedKey($0) } ?? .notJSON
    }
    guard case .object(let values) = value else { throw .notJSON }
    self.values = values
  }

  init(_ values: [String: JSONValue]) { self.values = values }

  /// The keys, in an order that depends on them alone.
  package var keys: [String] { values.keys.sorted() }

  func contains(_ key: String) -> Bool { values[key] != nil }

  /// These fields, if a key is there: so that its value is read.
  func having(_ key: String) -> JSONFields? { contains(key) ? self : nil }

  package subscript(key: String) -> JSONValue? { values[key] }

  /// Refuses any key but these.
  package func allow(_ known: [String]) throws(SessionLineError) {
    // The first by the alphabet, so that the sentence is the same every time.
    var unknown: String?
    for key in values.keys where !known.contains(key) {
      unknown = unknown.map { min($0, key) } ?? key
    }
    if let unknown {
      throw .unknownKey(unknown, suggestion: DidYouMean.suggestion(for: unknown, among: known))
    }
  }

  package func require(_ key: String, _ expected: String) throws(SessionLineError) -> JSONValue {
    guard let value = values[key] else { throw .missing(key, expected: expected) }
    return value
  }

  /// The value under a key as `read` takes it, which has `nil` for what was not expected.
  package func value<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(SessionLineError) -> Value {
    let value = try require(key, expected)
    guard let read = read(value) else {
      throw .wrongValue(key, expected: expected, found: value.summary)
    }
    return read
  }

  package func text(_ key: String, _ expected: String = "a text") throws(SessionLineError) -> String
  {
    try value(key, expected, \.text)
  }

  func flag(_ key: String) throws(SessionLineError) -> Bool {
    try value(key, "true or false") { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  func number(
    _ key: String, _ expected: String = "a number of points",
    where isExpected: (Double) -> Bool = \.isFinite
  ) throws(SessionLineError) -> Double {
    try value(key, expected) { $0.number.flatMap { isExpected($0) ? $0 : nil } }
  }

  /// A number of points that is not negative.
  func extent(_ key: String) throws(SessionLineError) -> Double {
    try number(key, "a number of points, not negative") { $0.isFinite && $0 >= 0 }
  }

  /// A whole number; from 2⁵³ on not every one of them differs from its neighbour.
  package func whole(
    _ key: String, _ range: ClosedRange<Int64>, _ expected: String
  ) throws(SessionLineError) -> Int64 {
    try value(key, expected) {
      $0.number.flatMap(Int64.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type = Choice.self
  ) throws(SessionLineError) -> Choice where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    let expected = words.joined(separator: ", ")
    let word = try text(key, expected)
    guard let choice = Choice(rawValue: word) else {
      throw .wrongValue(
        key, expected: expected, found: JSONValue.text(word).summary,
        suggestion: DidYouMean.suggestion(for: word, among: words))
    }
    return choice
  }

  package func object(_ key: String, _ expected: String) throws(SessionLineError) -> JSONFields {
    try JSONFields(require(key, expected), key: key)
  }
}
