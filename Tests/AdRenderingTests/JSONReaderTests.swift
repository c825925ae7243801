import AdRendering
import TestSupport
import Testing

/// JSON from hostile text.
@Suite(.tags(.fast)) struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .flag(true)), ("false", .flag(false)), ("0", .number(0)),
      ("-0.5e+2", .number(-50)), ("1E2", .number(100)), ("1e999", .number(.infinity)),
      ("1e-999", .number(0)), ("\"\"", .text("")), ("[]", .list([])), ("{}", .object([:])),
      (#""\"\\\/\b\f\n\r\tæ\u00e6\uD83C\uDFAF""#, .text("\"\\/\u{8}\u{C}\n\r\tææ🎯")),
      (#""\uD83C \uDFAF\uD83C\u0041""#, .text("\u{FFFD} \u{FFFD}\u{FFFD}A")),
      (
        "[1, [2],\n{\"a\": null}]", .list([.number(1), .list([.number(2)]), .object(["a": .null])])
      ),
      (#"{"a":1,"a":2}"#, .object(["a": .number(2)])),
    ] as [(String, JSONValue)])
  func `JSON is read`(text: String, value: JSONValue) throws {
    #expect(try JSONReader.read(text) == value)
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("NaN", 0), ("Infinity", 0), ("'a'", 0),
    ("01", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("-", 1), ("0x10", 1), ("1 2", 2),
    ("[1,]", 3), ("[1 2]", 3), ("[", 1), ("[1", 2), ("{a:1}", 1), (#"{"a" 1}"#, 5),
    (#"{"a":1,}"#, 7), (#"{"a":}"#, 5), (#"{1:2}"#, 1), (#""a"#, 2), ("\"a\nb\"", 2),
    (#""\x""#, 2), (#""\u12""#, 3), (#""\u+123""#, 3), ("\u{FEFF}1", 0), ("1//", 1),
    ("\"a\u{0}\"", 2),
  ])
  func `what is only nearly JSON is refused, with the place`(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.offset == offset)
    #expect(error?.description.hasPrefix("byte \(offset + 1): expected ") == true)
  }

  @Test(
    arguments: [
      ("{}", [:]), (" { \"a\" :\n 1.10 , \"b\":[1,\n 2] }", ["a": "1.10", "b": "[1,\n 2]"]),
      (#"{"a":{"a":1,"b":2}}"#, ["a": #"{"a":1,"b":2}"#]), (#"{"a":1,"a":2}"#, ["a": "2"]),
      ("{\"n\":12345678901234567890}", ["n": "12345678901234567890"]),
      (#"{"\u0061":"\u0061"}"#, ["a": #""\u0061""#]), ("[1]", nil), ("1", nil),
    ] as [(String, [String: String]?)])
  func `the fields of an object are read with their texts`(
    text: String, texts: [String: String]?
  ) throws {
    let object = try JSONReader.object(Array(text.utf8))
    #expect(object?.texts.mapValues(\.json) == texts)
    guard let object else { return }
    #expect(.object(object.fields) == (try JSONReader.read(text)))
    for (key, value) in object.fields {
      #expect(try JSONReader.read(try #require(object.texts[key]).json) == value)
    }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xC3, 0x22]) }
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xED, 0xA0, 0x80, 0x22]) }
  }

  @Test(arguments: ["[", "{\"a\":", "[[],"])
  func `a million levels are refused, not followed`(opening: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(String(repeating: opening, count: 1_000_000))
    }
    #expect(error?.expected == "at most \(JSONReader.maxDepth) levels")
  }

  @Test func `as many levels as are allowed are read`() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONReader.read(deep).json == deep)
  }

  @Test func `what is written reads back the same, whatever it is`() throws {
    var random = SeededGenerator(seed: 3)
    func value(_ depth: Int) -> JSONValue {
      switch random.below(depth > 3 ? 4 : 6) {
      case 0: .null
      case 1: .flag(random.below(2) == 0)
      case 2: .number(Double(random.below(1_000_000) - 500_000) / 64)
      case 3: .text(random.text())
      case 4: .list((0..<random.below(5)).map { _ in value(depth + 1) })
      default:
        .object(
          Dictionary(
            (0..<random.below(5)).map { _ in (random.text(), value(depth + 1)) },
            uniquingKeysWith: { $1 }))
      }
    }
    for _ in 0..<2000 {
      let made = value(0)
      #expect(try JSONReader.read(made.json) == made)
    }
  }

  @Test func `random bytes never trap`() {
    var random = SeededGenerator(seed: 11)
    let pieces = Array("[]{}\",:\\u0dDEe+-.0123456789 tfn\u{0}\u{FF}".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(30)).map { _ in pieces[random.below(pieces.count)] }
      if let value = try? JSONReader.read(bytes) {
        let again = try? JSONReader.read(value.json)
        #expect(again != nil)
      }
    }
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, "a"), (#"{"b":{"a":1,"\u0061":2}}"#, "a"), (#"[{"":0,"":0}]"#, ""),
  ])
  func `a key that stands twice is a mistake in I-JSON, and else the last counts`(
    text: String, key: String
  ) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), .strict)
    }
    #expect(error.repeatedKey == key)
    #expect(throws: Never.self) { try JSONReader.read(text) }
  }

  @Test(arguments: [#""\ud800""#, #""\udc00x""#, #""\ud800\u0041""#])
  func `half a pair is a mistake in I-JSON`(text: String) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), .strict)
    }
    #expect(error.repeatedKey == nil)
    #expect(try JSONReader.read(text).text?.contains("\u{FFFD}") == true)
  }
}
