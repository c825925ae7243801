/// Looks at YAML as lines, where Yams cannot help.
enum YAMLParts {
  /// Some lines that belong together; `line` counts from 0.
  struct Part: Hashable {
    var line: Int
    var text: String
  }

  /// The entries of the outermost map: each begins on a line that does not begin with a blank.
  static func split(_ yaml: String) -> [Part] {
    var parts: [Part] = []
    var number = 0
    for line in yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let first = line.utf8.first, !" \t#-:}]".utf8.contains(first) || parts.isEmpty {
        parts.append(Part(line: number, text: String(line)))
      } else if !parts.isEmpty {
        parts[parts.count - 1].text += "\n" + line
      }
      number += 1
    }
    return parts
  }

  /// How many asterisks may be aliases: they stand where a value may begin.
  ///
  /// Aliases are refused when they are met, but what they stand for is multiplied before that; a few do no harm.
  static func asterisks(_ yaml: String) -> Int {
    var count = 0
    var before: UInt8 = 0x0A
    for byte in yaml.utf8 {
      if byte == 0x2A, " \t\r\n[{,:-?".utf8.contains(before) { count += 1 }
      before = byte
    }
    return count
  }
}
