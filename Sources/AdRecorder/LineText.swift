import AdEngine

/// An object of JSON, keys in the order in which they are added; a test holds its bytes equal to AdView's own writer's.
struct LineText {
  private var fields: String

  init(_ key: String, _ value: some LineValue) { fields = "\"\(key)\":\(value.json)" }

  func adding(_ key: String, _ value: some LineValue) -> LineText {
    var text = self
    text.fields += ",\"\(key)\":\(value.json)"
    return text
  }

  var line: [UInt8] { Array((json + "\n").utf8) }
}

/// What a field may hold.
protocol LineValue {
  var json: String { get }
}

extension LineText: LineValue {
  var json: String { "{\(fields)}" }
}

extension Bool: LineValue {
  var json: String { self ? "true" : "false" }
}

extension Int64: LineValue {
  var json: String { "\(self)" }
}

/// A list without entries.
struct EmptyList: LineValue {
  var json: String { "[]" }
}

extension Double: LineValue {
  /// A whole number without a fraction, any other in the shortest form that reads back the same.
  var json: String { Int64(exactly: self).map { "\($0)" } ?? description }
}

extension String: LineValue {
  /// The text in quotation marks, without what a terminal obeys or shows nothing for.
  var json: String { Scrubbing.literal(self) }
}
