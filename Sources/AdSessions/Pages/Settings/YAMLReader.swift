import CLibyaml

/// Makes a value of libyaml's events; aliases, further documents and too much depth are refused where they are met.
struct YAMLReader {
  private static let maxDepth = 8

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UTF8Bytes
  private let firstLine: Int
  private var depth = 0
  /// The number of keys and values so far.
  private var count: Int

  /// The value of a text from line `line` of the file on; `count` are the keys and values so far, up to ``YAMLMap/maxCount``.
  static func read(
    _ text: Substring, line: Int, count: inout Int
  ) -> Result<YAMLValue?, YAMLError> {
    var text = text
    return text.withUTF8 { text in
      if let directive = firstDirective(in: text) {
        return .failure(
          YAMLError(
            sentence: "directives (%name) are not supported",
            line: line + text[..<directive].count { $0 == 0x0A }))
      }
      // libyaml keeps the address of its parser, so that it cannot be a value that moves.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { parser.deallocate() }
      guard yaml_parser_initialize(parser) == 1 else {
        return .failure(YAMLError(sentence: "not YAML", line: line))
      }
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      var reader = YAMLReader(parser: parser, text: text, firstLine: line, count: count)
      defer { count = reader.count }
      do throws(YAMLError) { return .success(try reader.document()) } catch {
        return .failure(error)
      }
    }
  }

  /// Where a line begins with `%`: libyaml compares each directive with all before it, and no page needs them.
  private static func firstDirective(in text: UTF8Bytes) -> Int? {
    text.indices.first { index in
      text[index] == UInt8(ascii: "%") && (index == 0 || [0x0A, 0x0D].contains(text[index - 1]))
    }
  }

  private init(
    parser: UnsafeMutablePointer<yaml_parser_t>, text: UTF8Bytes, firstLine: Int,
    count: Int
  ) {
    (self.parser, self.text, self.firstLine, self.count) = (parser, text, firstLine, count)
  }

  private mutating func document() throws(YAMLError) -> YAMLValue? {
    // The stream begins; then comes a document, or the end.
    _ = try next()
    guard case .other = try next().kind else { return nil }
    let root = try value(of: next())
    _ = try next()
    let rest = try next()
    guard case .end = rest.kind else {
      throw YAMLError(sentence: "expected one document of YAML, not a second", line: rest.line)
    }
    return root
  }

  private mutating func value(of event: Event) throws(YAMLError) -> YAMLValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else {
      throw YAMLError(
        sentence: "expected no more than \(Self.maxDepth) levels of maps and lists",
        line: event.line)
    }
    count += 1
    guard count <= YAMLMap.maxCount else { throw .tooMany(line: event.line) }
    switch event.kind {
    case .scalar(let text, let isPlain):
      return YAMLValue(content: .text(text, isPlain: isPlain), line: event.line)
    case .list: return YAMLValue(content: .list(try list()), line: event.line)
    case .map: return YAMLValue(content: .map(try entries()), line: event.line)
    case .alias:
      // Aliases make YAML that grows without bounds (a billion laughs), and no page needs them.
      throw YAMLError(
        sentence: "aliases (*name) are not supported: expected the value itself", line: event.line)
    case .end, .other: throw YAMLError(sentence: "not YAML", line: event.line)
    }
  }

  private mutating func list() throws(YAMLError) -> [YAMLValue] {
    var list: [YAMLValue] = []
    while true {
      let event = try next()
      if case .end = event.kind { return list }
      list.append(try value(of: event))
    }
  }

  /// The entries of a map; a key that comes again is refused, except in the outermost map.
  private mutating func entries() throws(YAMLError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try next()
      if case .end = event.kind { return entries }
      let key = try value(of: event)
      guard let name = key.text else {
        throw YAMLError(sentence: "expected a text as key", line: key.line)
      }
      if depth > 1, let line = lines.updateValue(key.line, forKey: name) {
        throw YAMLError(sentence: "the key \(name.quoted) is given twice", line: line)
      }
      entries.append(YAMLEntry(key: name, value: try value(of: next()), line: key.line))
    }
  }

  /// What of libyaml's events is used.
  private struct Event {
    enum Kind {
      case scalar(String, isPlain: Bool)
      case list
      case map
      case alias
      /// The end of a list, a map or the stream.
      case end
      /// The start of the stream, and both ends of a document.
      case other
    }
    var kind: Kind
    /// The line of the file, counted from 1.
    var line: Int
  }

  private func next() throws(YAMLError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    let kind: Event.Kind =
      switch event.type {
      case YAML_SCALAR_EVENT:
        .scalar(
          String(
            decoding: UnsafeBufferPointer(
              start: event.data.scalar.value, count: event.data.scalar.length), as: UTF8.self),
          isPlain: event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
      case YAML_SEQUENCE_START_EVENT: .list
      case YAML_MAPPING_START_EVENT: .map
      case YAML_ALIAS_EVENT: .alias
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT, YAML_STREAM_END_EVENT: .end
      default: .other
      }
    return Event(kind: kind, line: firstLine + Int(event.start_mark.line))
  }

  /// Why libyaml cannot go on.
  private var problem: YAMLError {
    let parser = parser.pointee
    guard let problem = parser.problem,
      parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR
    else { return YAMLError(sentence: "not YAML", line: firstLine) }
    // What is missing at the end of the text is reported where it began.
    let lineFeeds = text.dropLast().count { $0 == 0x0A }
    let isAtEnd = parser.problem_mark.line > lineFeeds && parser.context != nil
    let mark = isAtEnd ? parser.context_mark : parser.problem_mark
    return YAMLError(
      sentence: "not YAML: \(String(cString: problem))", line: firstLine + Int(mark.line))
  }
}

/// Why a piece of YAML was not read.
struct YAMLError: Error {
  var sentence: String
  /// The line of the file, counted from 1.
  var line: Int

  static func tooMany(line: Int) -> YAMLError {
    YAMLError(sentence: "expected at most \(YAMLMap.maxCount) keys and values", line: line)
  }
}
