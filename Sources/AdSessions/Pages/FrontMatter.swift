/// Finds the YAML between two lines `---`, or the TOML between two lines `+++`, at the start of a page.
struct FrontMatter {
  /// The YAML, or the TOML; `nil` when the page begins without.
  var range: Range<Int>?
  /// Whether it is TOML, as Hugo has it; of AdView's settings it can hold those of one value.
  var isTOML = false
  var markdown: Int
  /// The number of lines before the Markdown.
  var lines = 0
  /// Whether it begins and never ends; then all of the page is Markdown.
  var isUnfinished = false

  init(in bytes: ArraySlice<UInt8>) {
    markdown = bytes.startIndex
    var position = bytes.startIndex
    let mark: UInt8 = bytes.first == 0x2B ? 0x2B : 0x2D
    isTOML = mark == 0x2B
    guard Self.isFence(bytes, &position, of: mark) else { return }
    let start = position
    var count = 1
    while position < bytes.endIndex {
      let line = position
      count += 1
      if Self.isFence(bytes, &position, of: mark) {
        range = start..<line
        markdown = position
        lines = count
        return
      }
    }
    isUnfinished = true
  }

  /// TOML as YAML on the same lines: the texts, numbers and switches before its first table; what is more is named.
  static func yaml(ofTOML toml: String) -> String {
    var keys: Set<String> = []
    var isTop = true
    return toml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let isTable = line.hasPrefix("[")
      let sign = line.firstIndex { "=.]".contains($0) }
      guard isTop || isTable, let end = sign else { return "" }
      isTop = !isTable && isTop
      let key = line[..<end].drop { "[ ".contains($0) }.prefix { $0 != " " }
      guard keys.insert(String(key)).inserted else { return "" }
      let value = isTable ? "[" : line[line.index(after: end)...].drop { $0 == " " }
      return "\(key): " + (scalar(value) ?? "a table of TOML, not read")
    }.joined(separator: "\n")
  }

  /// The value of TOML without a comment behind it, where it is one of YAML, too.
  private static func scalar(_ value: Substring) -> Substring? {
    var text = value.prefix { $0.isLetter || $0.isNumber || "+-.:_".contains($0) }
    if let mark = value.first, "\"'".contains(mark) {
      guard let end = value.dropFirst().firstIndex(of: mark) else { return nil }
      text = value[...end]
    }
    let rest = value[text.endIndex...].drop { $0 == " " || $0 == "\t" }
    // Behind an escaped quotation mark the text goes on; between apostrophes nothing is escaped.
    let isEscaped = text.first == "\"" && text.dropLast().last == "\\"
    let isWhole = rest.isEmpty || rest.first == "#" && !isEscaped
    return isWhole ? text : nil
  }

  /// Whether the line at `position` is three marks, blanks aside; steps behind the line.
  private static func isFence(
    _ bytes: ArraySlice<UInt8>, _ position: inout Int, of mark: UInt8
  ) -> Bool {
    var dashes = 0
    var isFence = true
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x0D:
        if position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
        return isFence && dashes == 3
      case 0x0A: return isFence && dashes == 3
      case mark where dashes < 3: dashes += 1
      case 0x20 where dashes == 3: break
      case 0x09 where dashes == 3: break
      default: isFence = false
      }
    }
    return isFence && dashes == 3
  }
}
