/// Reads the keys of one map, each as its expected type, and reports what is not.
struct KeyReader {
  /// How sentences name the map, as `ad block` or `lazyLoad`.
  let place: String
  /// The line on which the map begins.
  let line: Int
  private let entries: [YAMLEntry]
  private var known: [String] = []

  init(_ entries: [YAMLEntry], place: String, line: Int) {
    self.entries = entries
    self.place = place
    self.line = line
  }

  /// The entry of a key, if something stands behind it.
  mutating func entry(_ key: String) -> YAMLEntry? {
    if !known.contains(key) { known.append(key) }
    return entries.first { $0.key == key && !$0.value.isNull }
  }

  /// Whether `null` stands behind a key, as a word.
  mutating func isNullWritten(_ key: String) -> Bool {
    if !known.contains(key) { known.append(key) }
    return entries.contains { $0.key == key && $0.value.isNull && $0.value.text == "null" }
  }

  /// What `parse` makes of the value of a key; when it makes nothing of it, that is a problem.
  mutating func value<Value>(
    _ key: String, expected: String, _ problems: inout Problems,
    _ parse: (YAMLValue) -> Value?
  ) -> Value? {
    guard let entry = entry(key) else { return nil }
    if let value = parse(entry.value) { return value }
    problems.add(
      "\(place): \(key) \(entry.value.quoted): expected \(expected)", line: entry.value.line)
    return nil
  }

  /// The value of a key that is one of a few words.
  mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ problems: inout Problems
  ) -> Value? {
    let words = Value.allCases.map(\.rawValue)
    guard let entry = entry(key) else { return nil }
    if let value = entry.value.text.flatMap(Value.init(rawValue:)) { return value }
    let near = entry.value.text.flatMap { DidYouMean.suggestion(for: $0, among: words) }
    let hint = near.map { "; did you mean \($0.quoted)?" } ?? ""
    problems.add(
      "\(place): \(key) \(entry.value.quoted): expected \(list(words))\(hint)",
      line: entry.value.line)
    return nil
  }

  /// A reader of the map behind a key.
  mutating func map(_ key: String, expected: String, _ problems: inout Problems) -> KeyReader? {
    let inner = value(key, expected: expected, &problems) { value in
      if case .map(let entries) = value.content { (entries, value.line) } else { nil }
    }
    return inner.map { KeyReader($0.0, place: key, line: $0.1) }
  }

  /// Reports every key that was not read; call it last.
  ///
  /// `others` are names from elsewhere, each with what is written here instead; `elsewhere` are those that are said in another
  /// place, each with a clause that says where.
  func reportUnknownKeys(
    _ problems: inout Problems, others: [String: String] = [:], elsewhere: [String: String] = [:]
  ) {
    reportNames(&problems, others: others)
    for entry in entries where !known.contains(entry.key) && others[entry.key] == nil {
      if let clause = elsewhere[entry.key] {
        problems.add(
          "\(place): unknown key \(entry.key.quoted); \(clause)", line: entry.line)
        continue
      }
      let near = DidYouMean.suggestion(for: entry.key, among: known)
      let hint = near.map { "did you mean \($0.quoted)?" } ?? "expected \(list(known))"
      problems.add("\(place): unknown key \(entry.key.quoted); \(hint)", line: entry.line)
    }
  }

  /// Reports the keys that are names from elsewhere, where what else there is cannot be read.
  func reportNames(_ problems: inout Problems, others: [String: String]) {
    for entry in entries where !known.contains(entry.key) {
      guard let here = others[entry.key] else { continue }
      problems.add(
        "\(place): unknown key \(entry.key.quoted); here it is written `\(here)`",
        line: entry.line)
    }
  }

  private func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
