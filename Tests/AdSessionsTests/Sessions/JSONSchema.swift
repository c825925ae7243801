import AdRendering
import TestSupport
import Testing

@testable import AdSessions

/// As much of JSON Schema as the schema of sessions uses.
struct JSONSchema {
  private let root: JSONValue

  /// The words that are understood; any other in the schema is a mistake of the schema or of this type.
  private static let words: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "oneOf", "anyOf", "enum", "const", "minimum", "maximum", "items", "if",
    "then", "dependentRequired", "exclusiveMinimum", "pattern",
  ]

  /// The schema of sessions that stands beside the documentation.
  static func ofSessions() throws -> JSONSchema {
    let text = try Project.text(of: "Sources/AdSessions/AdSessions.docc/session.schema.json")
    return JSONSchema(root: try JSONReader.read(Array(text.utf8), .strict))
  }

  /// The keys of the object that is defined by this name.
  func keys(_ name: String) throws -> Set<String> {
    Set(try #require(root["$defs"]?[name]?["properties"]?.object).keys)
  }

  /// The names of all definitions that have keys.
  func objects() throws -> Set<String> {
    let definitions = try #require(root["$defs"]?.object)
    return Set(definitions.filter { $0.value["properties"] != nil }.keys)
  }

  /// Whether a line of a session is what the schema says.
  func allows(_ value: JSONValue) -> Bool { allows(value, root) }

  private func allows(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard let rules = schema.object else { return false }
    for (word, rule) in rules {
      if !Self.words.contains(word) {
        Issue.record("the schema says \(word), which this test does not know")
      }
      guard allows(value, word, rule, rules) else { return false }
    }
    return true
  }

  private func allows(
    _ value: JSONValue, _ word: String, _ rule: JSONValue, _ rules: [String: JSONValue]
  ) -> Bool {
    let fields = value.object
    switch word {
    case "$ref":
      let name = String(rule.text?.split(separator: "/").last ?? "")
      return root["$defs"]?[name].map { allows(value, $0) } ?? false
    case "type": return value.has(type: rule.text ?? "")
    case "const": return value == rule
    case "enum": return rule.list.contains(value)
    case "minimum": return value.number.map { $0 >= rule.number ?? 0 } ?? true
    case "exclusiveMinimum": return value.number.map { $0 > rule.number ?? 0 } ?? true
    case "pattern":
      guard let text = value.text, let pattern = try? Regex(rule.text ?? "") else { return false }
      return text.contains(pattern)
    case "maximum": return value.number.map { $0 <= rule.number ?? 0 } ?? true
    case "required": return rule.list.allSatisfy { fields?[$0.text ?? ""] != nil }
    case "properties":
      return (fields ?? [:]).allSatisfy { key, value in rule[key].map { allows(value, $0) } ?? true
      }
    case "additionalProperties":
      let known = rules["properties"]?.object ?? [:]
      return (fields ?? [:]).keys.allSatisfy { known[$0] != nil }
    case "dependentRequired":
      return (rule.object ?? [:]).allSatisfy { key, needed in
        fields?[key] == nil || needed.list.allSatisfy { fields?[$0.text ?? ""] != nil }
      }
    case "items":
      if case .list(let values) = value { return values.allSatisfy { allows($0, rule) } }
      return true
    case "oneOf": return rule.list.count { allows(value, $0) } == 1
    case "anyOf": return rule.list.contains { allows(value, $0) }
    case "if": return !allows(value, rule) || rules["then"].map { allows(value, $0) } ?? true
    default: return true
    }
  }
}

extension JSONValue {
  fileprivate var object: [String: JSONValue]? {
    if case .object(let object) = self { object } else { nil }
  }
  fileprivate var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }

  fileprivate func has(type: String) -> Bool {
    switch (self, type) {
    case (.object, "object"), (.list, "array"), (.text, "string"), (.flag, "boolean"): true
    case (.number(let number), "number"): number.isFinite
    case (.number(let number), "integer"): number.rounded() == number && number.isFinite
    default: false
    }
  }
}
