import AdRendering

/// Reads the keys of one map, each as its expected type, and reports what is not.
final class KeyReader {
  /// How sentences name the map, as `ad block` or `lazyLoad`.
  let place: String
  let line: Int
  private let entries: [YAMLEntry]
  private let problems: Problems
  /// The keys that were asked for, in that order; some more than once.
  private var known: [String] = []

  init(_ entries: [YAMLEntry], place: String, line: Int, _ problems: Problems) {
    (self.entries, self.place, self.line, self.problems) = (entries, place, line, problems)
  }

  /// Reports a problem of the map; without a line it is where the map begins.
  func report(_ sentence: String, line: Int? = nil) {
    problems.add("\(place): \(sentence)", line: line ?? self.line)
  }

  /// The entry of a key, if something stands behind it.
  func entry(_ key: String) -> YAMLEntry? {
    known.append(key)
    return entries.first { $0.key == key && !$0.value.isNull }
  }

  /// Whether `null` stands behind a key, as a word.
  func isNullWritten(_ key: String) -> Bool {
    known.append(key)
    return entries.contains { $0.key == key && $0.value.isNull && $0.value.text == "null" }
  }

  /// What `parse` makes of the value of a key; when it makes nothing of it, that is a problem.
  func value<Value>(_ key: String, expected: String, _ parse: (YAMLValue) -> Value?) -> Value? {
    guard let entry = entry(key) else { return nil }
    if let value = parse(entry.value) { return value }
    report("\(key) \(entry.value.quoted): expected \(expected)", line: entry.value.line)
    return nil
  }

  func text<Value>(_ key: String, expected: String, _ parse: (String) -> Value?) -> Value? {
    value(key, expected: expected) { $0.text.flatMap(parse) }
  }

  func flag(_ key: String) -> Bool? { value(key, expected: "true or false", \.bool) }

  /// A time in milliseconds.
  func time(_ key: String) -> Int64? { text(key, expected: Measures.time) { Measures.time($0) } }

  /// A range of times in milliseconds.
  func latency(_ key: String) -> ClosedRange<Int64>? {
    text(key, expected: Measures.latency, Measures.latency)
  }

  func choice<Value: CaseIterable & RawRepresentable<String>>(_ key: String) -> Value? {
    guard let entry = entry(key) else { return nil }
    if let value = entry.value.text.flatMap(Value.init(rawValue:)) { return value }
    let words = Value.allCases.map(\.rawValue)
    let near = entry.value.text.flatMap { DidYouMean.suggestion(for: $0, among: words) }
    let hint = near.map { "; did you mean \($0.quoted)?" } ?? ""
    report(
      "\(key) \(entry.value.quoted): expected \(words.listed(with: "or"))\(hint)",
      line: entry.value.line)
    return nil
  }

  func map(_ key: String, expected: String = "a map of settings") -> KeyReader? {
    value(key, expected: expected) { reader(of: $0, place: key) }
  }

  /// A reader of a map that stands in this one.
  func reader(of value: YAMLValue, place: String) -> KeyReader? {
    value.entries.map { KeyReader($0, place: place, line: value.line, problems) }
  }

  /// Reports every key that was not read; call it last.
  ///
  /// `others` are foreign names with what is written here instead; `elsewhere` are those of other places with a clause on where.
  /// Where the map may be another program's, names that are like none of ours count only beside one of ours.
  func reportUnknownKeys(
    ignoring ignored: Set<String> = [], isShared: Bool = false, others: [String: String] = [:],
    elsewhere: [String: String] = [:]
  ) {
    reportNames(others: others)
    let isOurs = !isShared || entries.contains { $0.key != "title" && known.contains($0.key) }
    for entry in entries
    where !known.contains(entry.key) && others[entry.key] == nil && !ignored.contains(entry.key) {
      let near = DidYouMean.suggestion(for: entry.key, among: known)
      guard isOurs || near != nil || elsewhere[entry.key] != nil else { continue }
      var listed: Set<String> = []
      let names = known.filter { listed.insert($0).inserted }
      let hint = near.map { "did you mean \($0.quoted)?" } ?? "expected \(names.listed(with: "or"))"
      report("unknown key \(entry.key.quoted); \(elsewhere[entry.key] ?? hint)", line: entry.line)
    }
  }

  func reportNames(others: [String: String]) {
    for entry in entries where !known.contains(entry.key) {
      guard let here = others[entry.key] else { continue }
      report("unknown key \(entry.key.quoted); here it is written `\(here)`", line: entry.line)
    }
  }
}
