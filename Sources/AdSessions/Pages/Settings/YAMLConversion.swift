import Yams

/// Turns what Yams has composed into our values, and refuses aliases and depth.
struct YAMLConversion {
  /// The line of the file on which the YAML begins.
  let line: Int
  private var last = (line: 0, column: 0)
  /// Whether the next piece must lie behind the last: else it may begin where the piece around it begins.
  private var isBehind = false
  private var depth = 0

  init(line: Int) { self.line = line }

  mutating func value(_ node: Node) throws(YAMLSlip) -> YAMLValue {
    let here = fileLine(node)
    // What an alias stands for lies before the alias; everything else comes in order.
    if let mark = node.mark {
      let position = (line: mark.line, column: mark.column)
      guard isBehind ? position > last : position >= last else {
        throw .aliases(line: fileLine(last.line))
      }
      last = position
    }
    isBehind = false
    defer { isBehind = true }
    depth += 1
    defer { depth -= 1 }
    guard depth <= 8 else {
      throw YAMLSlip(sentence: "expected no more than 8 levels of maps and lists", line: here)
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      return YAMLValue(content: .text(scalar.string, isPlain: isPlain), line: here)
    case .sequence(let sequence):
      var list: [YAMLValue] = []
      for item in sequence { list.append(try value(item)) }
      return YAMLValue(content: .list(list), line: here)
    case .mapping(let mapping):
      var entries: [YAMLEntry] = []
      for (key, item) in mapping {
        let name = try value(key)
        guard let text = name.text else {
          throw YAMLSlip(sentence: "expected a text as key", line: name.line)
        }
        entries.append(YAMLEntry(key: text, value: try value(item), line: name.line))
      }
      return YAMLValue(content: .map(entries), line: here)
    case .alias: throw .aliases(line: here)
    }
  }

  private func fileLine(_ node: Node) -> Int { fileLine(node.mark?.line ?? 1) }

  private func fileLine(_ lineOfYAML: Int) -> Int { line + max(lineOfYAML, 1) - 1 }
}

/// Why a piece of YAML was not read.
struct YAMLSlip: Error {
  var sentence: String
  var line: Int

  init(sentence: String, line: Int) {
    self.sentence = sentence
    self.line = line
  }

  /// Aliases make YAML that grows without bounds (a billion laughs), and no page needs them.
  static func aliases(line: Int) -> YAMLSlip {
    YAMLSlip(sentence: "aliases (*name) are not supported: expected the value itself", line: line)
  }

  /// The slip behind an error of Yams; `line` is the line of the file on which the YAML begins.
  init(_ error: any Error, line: Int) {
    switch error as? YamlError {
    case .composer(_, _, let mark, _): self = .aliases(line: line + mark.line - 1)
    case .scanner(let context, let problem, let mark, let yaml),
      .parser(let context, let problem, let mark, let yaml):
      let isDepth = problem.hasPrefix("Maximum nesting level")
      // What is missed at the end of the YAML is told where it began.
      let isEnd = mark.line > yaml.utf8.dropLast().reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      self.init(
        sentence: isDepth
          ? "expected no more than 8 levels of maps and lists" : "not YAML: \(problem)",
        line: line + (isEnd ? context?.mark ?? mark : mark).line - 1)
    case .duplicatedKeysInMapping(let keys, let context):
      self.init(
        sentence: "the key \((keys.first ?? "").quoted) is given twice",
        line: line + context.mark.line - 1)
    default: self.init(sentence: "not YAML", line: line)
    }
  }
}
