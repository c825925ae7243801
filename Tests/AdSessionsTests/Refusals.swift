/// What is said about texts that are not as they should be, read from a table.
///
/// Each text is a line or several, then comes an arrow and the sentence: in the last line, or in a line of its own.
///
///     title: [a] → 2: front matter: title (a list): expected a text
///     title: T
///     titel: U
///       → 3: front matter: unknown key 'titel'; did you mean 'title'?
func refusals(_ table: String) -> [(text: String, sentence: String)] {
  var cases: [(text: String, sentence: String)] = []
  var text: [Substring] = []
  for line in table.split(separator: "\n", omittingEmptySubsequences: false) {
    guard let arrow = line.firstRange(of: "→ ") else {
      text.append(line)
      continue
    }
    let last = line[..<arrow.lowerBound]
    if last != "  " { text.append(last.dropLast()) }
    cases.append((text.joined(separator: "\n"), String(line[arrow.upperBound...])))
    text = []
  }
  return cases
}
