/// Reads the YAML of front matter and ad blocks: maps with keys of text.
enum YAMLMap {
  /// More bytes than this are refused: no settings are that long.
  static let maxLength = 65_536
  /// The same for an ad block, which may hold a few messages of the longest kind (`BridgeMessageReader.maxBytes`).
  static let maxAdBlockLength = 4 << 20
  /// More keys and values than this are refused.
  static let maxCount = 50_000

  /// The entries of `yaml` from line `line` of the file on; what is no YAML as a whole is read key by key, with a problem for each.
  static func entries(
    of yaml: String, line: Int, in place: String, atMost maxLength: Int = maxLength,
    _ problems: Problems
  ) -> [YAMLEntry]? {
    guard yaml.utf8.count <= maxLength else {
      problems.add("\(place): expected at most \(maxLength) bytes of YAML", line: line)
      return nil
    }
    let text = readable(yaml)
    var count = 0
    let whole = YAMLReader.read(text[...], line: line, count: &count)
    let isTooMuch = count > maxCount
    let parts =
      if !isTooMuch, case .failure = whole { outermostEntries(of: text) } else { [Part]() }
    let found =
      parts.count > 1
      ? entries(of: parts, line: line, in: place, problems)
      : entries(of: whole, in: place, problems)
    var seen: Set<String> = []
    return found?.filter { entry in
      if seen.insert(entry.key).inserted { return true }
      problems.add(
        "\(place): the key \(entry.key.quoted) is given twice; the first one counts",
        line: entry.line)
      return false
    }
  }

  private static func entries(
    of parts: [Part], line: Int, in place: String, _ problems: Problems
  ) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var read = 0
    for part in parts where read <= maxCount {
      guard read < maxCount else {
        problems.add("\(place): \(YAMLError.tooMany(line: line).sentence)", line: line + part.line)
        break
      }
      let value = YAMLReader.read(part.text, line: line + part.line, count: &read)
      switch value {
      // Its map is the block's.
      case .success: read -= 1
      // There is a sentence for it.
      case .failure where read < maxCount: read += 1
      case .failure: break
      }
      entries += Self.entries(of: value, in: place, problems) ?? []
    }
    return entries
  }

  private static func entries(
    of value: Result<YAMLValue?, YAMLError>, in place: String, _ problems: Problems
  ) -> [YAMLEntry]? {
    switch value {
    case .success(nil): return []
    case .success(let value?):
      if case .map(let entries) = value.content { return entries }
      problems.add("\(place): expected keys and their values, as in `key: value`", line: value.line)
      return nil
    case .failure(let error):
      problems.add("\(place): \(error.sentence)", line: error.line)
      return nil
    }
  }

  /// Lines that belong together; `line` counts from 0.
  private typealias Part = (line: Int, text: Substring)

  /// The entries of the outermost map as lines: each begins on a line that does not begin with a blank.
  private static func outermostEntries(of yaml: String) -> [Part] {
    var parts: [Part] = []
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if let part = parts.last, line.utf8.first.map({ " \t#-:}]".utf8.contains($0) }) ?? true {
        parts[parts.count - 1].text = yaml[part.text.startIndex..<line.endIndex]
      } else {
        parts.append((number, line))
      }
    }
    return parts
  }

  /// The text without what YAML does not allow, or would count as an end of a line where Markdown does not.
  private static func readable(_ yaml: String) -> String {
    let isFine = yaml.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x09) }
    guard !isFine else { return yaml }
    var scalars = String.UnicodeScalarView()
    for scalar in yaml.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20..<0x7F: scalars.append(scalar)
      case 0..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
