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

  package func text(_ key: String, _ expected: String = "a text") throws(SessionLineError) -> String
  {
    let value = try require(key, expected)
    guard case .text(let text) = value else {
      throw .wrongValue(key, expected: expected, found: value.summary)
    }
    return text
  }

  func flag(_ key: String) throws(SessionLineError) -> Bool {
    let value = try require(key, "true or false")
    guard case .flag(let flag) = value else {
      throw .wrongValue(key, expected: "true or false", found: value.summary)
    }
    return flag
  }

  func number(
    _ key: String, _ expected: String = "a number of points"
  ) throws(SessionLineError) -> Double {
    let value = try require(key, expected)
    guard case .number(let number) = value, number.isFinite else {
      throw .wrongValue(key, expected: expected, found: value.summary)
    }
    return number
  }

  /// A number of points that is not negative.
  func extent(_ key: String) throws(SessionLineError) -> Double {
    let expected = "a number of points, not negative"
    let number = try number(key, expected)
    guard number >= 0 else {
      throw .wrongValue(key, expected: expected, found: JSONText.number(number).json)
    }
    return number
  }

  /// A whole number; from 2⁵³ on not every one of them differs from its neighbour.
  package func whole(
    _ key: String, _ range: ClosedRange<Int64>, _ expected: String
  ) throws(SessionLineError) -> Int64 {
    let value = try require(key, expected)
    guard case .number(let number) = value, let whole = Int64(exactly: number),
      range.contains(whole)
    else { throw .wrongValue(key, expected: expected, found: value.summary) }
    return whole
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type = Choice.self
  ) throws(SessionLineError) -> Choice where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    let expected = words.joined(separator: ", ")
    let value = try require(key, expected)
    guard case .text(let word) = value else {
      throw .wrongValue(key, expected: expected, found: value.summary)
    }
    guard let choice = Choice(rawValue: word) else {
      throw .wrongValue(
        key, expected: expected, found: value.summary,
        suggestion: DidYouMean.suggestion(for: word, among: words))
    }
    return choice
  }

  package func object(_ key: String, _ expected: String) throws(SessionLineError) -> JSONFields {
    try JSONFields(require(key, expected), key: key)
  }
}
