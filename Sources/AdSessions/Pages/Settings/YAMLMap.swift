import Yams

/// Reads the YAML of front matter and ad blocks: maps with keys of text.
enum YAMLMap {
  /// More than this is refused: no settings are that long.
  static let longest = 65_536
  /// The same for an ad block, which may hold a few messages of the longest kind (`BridgeMessageReader.maxBytes`).
  static let longestAdBlock = 4 << 20

  /// The entries of `yaml`, whose first line is line `line` of the file; what cannot be read becomes a problem.
  ///
  /// YAML that cannot be read as a whole is read key by key, so that one slip costs one key.
  static func entries(
    of yaml: String, line: Int, in place: String, atMost longest: Int = longest,
    _ problems: inout Problems
  ) -> [YAMLEntry]? {
    guard yaml.utf8.count <= longest else {
      problems.add("\(place): expected at most \(longest) bytes of YAML", line: line)
      return nil
    }
    let text = readable(yaml)
    switch compose(text, line: line) {
    case .success(let value?):
      guard case .map(let entries) = value.content else {
        problems.add(
          "\(place): expected keys and their values, as in `key: value`", line: value.line)
        return nil
      }
      return entries
    case .success(nil): return []
    case .failure(let slip):
      let parts = YAMLParts.split(text)
      guard parts.count > 1 else {
        problems.add("\(place): \(slip.sentence)", line: slip.line)
        return nil
      }
      return entries(of: parts, line: line, in: place, &problems)
    }
  }

  private static func entries(
    of parts: [YAMLParts.Part], line: Int, in place: String, _ problems: inout Problems
  ) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var seen: Set<String> = []
    for part in parts {
      switch compose(part.text, line: line + part.line) {
      case .success(let value):
        guard case .map(let some)? = value?.content else {
          if let value {
            problems.add(
              "\(place): expected keys and their values, as in `key: value`", line: value.line)
          }
          continue
        }
        for entry in some {
          if seen.insert(entry.key).inserted {
            entries.append(entry)
          } else {
            problems.add(
              "\(place): the key \(entry.key.quoted) is given twice; the first one counts",
              line: entry.line)
          }
        }
      case .failure(let slip): problems.add("\(place): \(slip.sentence)", line: slip.line)
      }
    }
    return entries
  }

  private static func compose(_ text: String, line: Int) -> Result<YAMLValue?, YAMLSlip> {
    guard YAMLParts.asterisks(text) <= 16 else { return .failure(.aliases(line: line)) }
    do {
      // The encoding is named because Yams else looks for it in the environment, at every call.
      guard let node = try Yams.compose(yaml: text, .basic, .default, .utf8) else {
        return .success(nil)
      }
      var conversion = YAMLConversion(line: line)
      return .success(try conversion.value(node))
    } catch let slip as YAMLSlip {
      return .failure(slip)
    } catch {
      return .failure(YAMLSlip(error, line: line))
    }
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
