package import AdEngine
import AdRendering
import AdSimulation

/// A page's file with other thresholds in its front matter, and nothing else changed.
package struct ThresholdWriting: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The lines that go, as they stand in the file, without their ends.
  package let removed: [String]
  /// The lines that come in their place.
  package let added: [String]

  /// Writes settings into a page's file by its values of `lazyLoad` and `auction` alone; `nil` where that cannot be done.
  package init?(_ settings: LazyLoadingSettings, into page: PageSource) {
    let edit = page.replacing("lazyLoad", with: "lazyLoad: \(Self.yaml(settings))")
    let before = page.settings
    var written = PageSource(edit.bytes, name: page.name)
    var removed = edit.removed.map { String(decoding: $0, as: UTF8.self) }
    var added = edit.added.map { String(decoding: $0, as: UTF8.self) }
    if written.settings.settings.lazyLoading?.auction != settings.auction {
      let auction = Self.yaml(settings.auction, latency: before.settings.adServer.bidLatency)
      let edit = written.replacing("auction", with: "auction: \(auction)")
      removed += edit.removed.map { String(decoding: $0, as: UTF8.self) }
      // Into the front matter, where that is new.
      let lines = edit.added.map { String(decoding: $0, as: UTF8.self) }
      added.insert(contentsOf: lines, at: added.last == "---" ? added.count - 1 : added.count)
      written = PageSource(edit.bytes, name: page.name)
    }
    (bytes, self.removed, self.added) = (written.file, removed, added)
    var after = written.settings
    guard after.settings.lazyLoading == settings else { return nil }
    // Where there are no auctions any more, nothing says how long bidders take.
    if settings.auction == .off {
      after.settings.adServer.bidLatency = before.settings.adServer.bidLatency
    }
    after.settings.lazyLoading = before.settings.lazyLoading
    guard after.settings == before.settings, after.title == before.title,
      after.bids?.path == before.bids?.path, written.markdown == page.markdown
    else { return nil }
  }

  private static func yaml(_ settings: LazyLoadingSettings) -> String {
    let change = LazyLoadingChange(recording: settings, over: .standard)
    let values: [(key: String, text: String?)] = [
      ("fetchThreshold", change.fetchThreshold?.notation),
      ("displayThreshold", change.displayThreshold?.notation),
      ("unloadThreshold", change.unloadThreshold?.notation),
      ("unloadingEnabled", change.unloadingEnabled?.description),
      ("mobileScaling", change.mobileScaling.map { JSONText.number($0).json }),
      ("requests", change.requests?.rawValue), ("fetchAfter", change.fetchAfter.map { "\($0)ms" }),
      ("horizontalMargin", change.horizontalMargin.map { JSONText.number($0).json }),
    ]
    let parts = values.compactMap { value in value.text.map { "\(value.key): \($0)" } }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func yaml(_ rule: AuctionRule, latency: ClosedRange<Int64>) -> String {
    guard let settings = rule.settings else { return "off" }
    let (low, high) = (latency.lowerBound, latency.upperBound)
    let latency = low == high ? "\(low)ms" : "\(low)ms..\(high)ms"
    return "{ threshold: \(settings.threshold.notation), latency: \(latency),"
      + " timeout: \(settings.timeout)ms, expires: \(settings.expires)ms }"
  }
}

extension PageSource {
  /// The file with a key of its front matter replaced or added; besides it the lines that go and come, without ends.
  fileprivate func replacing(
    _ key: String, with text: String
  ) -> (bytes: [UInt8], removed: [ArraySlice<UInt8>], added: [ArraySlice<UInt8>]) {
    let firstLine = file.prefix { $0 != 0x0A }
    let end = firstLine.last == 0x0D && firstLine.count < file.count ? "\r\n" : "\n"
    guard let yaml = frontMatter.range else {
      let added = ["---", text, "---"]
      let head = added.flatMap { Array(($0 + end).utf8) }
      let start = frontMatter.markdown
      return (Array(file[..<start] + head + file[start...]), [], added.map { Array($0.utf8)[...] })
    }
    let lines = Self.lines(of: file[yaml])
    let old = Self.lines(of: key, in: lines)
    let first = old.first.map(\.startIndex) ?? yaml.upperBound
    let new = Self.lines(text, keepingCommentsOf: old.map(Self.withoutEnd))
    let bytes =
      file[..<first] + new.flatMap { $0 + Array(end.utf8) }
      + file[(old.last.map(\.endIndex) ?? first)...]
    return (Array(bytes), old.map(Self.withoutEnd), new.map { $0[...] })
  }

  /// A line in place of others, with the comment of the first behind it and the other comments on lines of their own.
  private static func lines(
    _ text: String, keepingCommentsOf old: [ArraySlice<UInt8>]
  ) -> [[UInt8]] {
    let comments = old.map(comment).map { $0.map(Array.init) }
    let first = Array(text.utf8) + (comments.first.flatMap(\.self).map { [0x20, 0x20] + $0 } ?? [])
    return [first] + comments.dropFirst().compactMap { $0.map { [0x20, 0x20] + $0 } }
  }

  /// The comment at the end of a line of YAML, from its number sign on.
  private static func comment(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var quote: UInt8?
    var before: UInt8 = 0x20
    for index in line.indices {
      let byte = line[index]
      if let open = quote {
        if byte == open, !(open == 0x22 && before == 0x5C) { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        if " \t:,[{".utf8.contains(before) { quote = byte }
      } else if byte == 0x23, before == 0x20 || before == 0x09 {
        return line[index...]
      }
      before = byte
    }
    return nil
  }

  /// The lines of a key of the outermost level: its own, and those below that are indented or close its braces.
  private static func lines(
    of key: String, in lines: [ArraySlice<UInt8>]
  ) -> ArraySlice<ArraySlice<UInt8>> {
    let names = [key, "\"\(key)\"", "'\(key)'"].map { Array($0.utf8) }
    let first = lines.firstIndex { line in
      names.contains { name in
        line.starts(with: name)
          && line.dropFirst(name.count).first { $0 != 0x20 } == UInt8(ascii: ":")
      }
    }
    guard let first else { return [] }
    func begins(_ line: ArraySlice<UInt8>, with any: String) -> Bool {
      line.first.map { any.utf8.contains($0) } ?? false
    }
    // Empty lines and comments between them are theirs, too.
    let rest = lines[(first + 1)...].prefix { begins($0, with: " \t}\r\n#") }
    return lines[first...(rest.lastIndex { begins($0, with: " \t}") } ?? first)]
  }

  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  private static func withoutEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
