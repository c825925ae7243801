package import AdEngine
import AdRendering

/// A page's file with other thresholds in its front matter, and nothing else changed.
package struct ThresholdWriting: Hashable, Sendable {
  /// The bytes of the new file.
  package let bytes: [UInt8]
  /// The lines that go, as they stand in the file, without their ends.
  package let removed: [String]
  /// The lines that come in their place.
  package let added: [String]

  /// Writes settings into the bytes of a page's file; `nil` where that cannot be done by replacing the value of
  /// `lazyLoad` or adding it, so that everything else of the page stays as it is.
  package init?(_ settings: LazyLoadingSettings, into file: [UInt8]) {
    guard file.count <= Page.longest else { return nil }
    let edit = FrontMatterLines(file)
      .replacing("lazyLoad", with: "lazyLoad: \(Self.yaml(settings))")
    bytes = edit.bytes
    removed = edit.removed.map { String(decoding: $0, as: UTF8.self) }
    added = edit.added.map { String(decoding: $0, as: UTF8.self) }
    let before = Page.read(file, name: "").page
    var after = Page.read(bytes, name: "").page
    guard after.settings.lazyLoading == settings else { return nil }
    after.settings.lazyLoading = before.settings.lazyLoading
    guard after.settings == before.settings, after.title == before.title,
      Self.withoutLines(after.slots) == Self.withoutLines(before.slots),
      after.document == before.document
    else { return nil }
  }

  /// Slots apart from where their blocks stand in the file.
  private static func withoutLines(_ slots: [PageSlot]) -> [PageSlot] {
    slots.map { slot in
      var slot = slot
      slot.line = 0
      return slot
    }
  }

  private static func yaml(_ settings: LazyLoadingSettings) -> String {
    let numbers = [
      ("fetchThreshold", settings.fetchThreshold), ("displayThreshold", settings.displayThreshold),
      ("unloadThreshold", settings.unloadThreshold),
    ]
    let parts =
      numbers.map { "\($0): \(JSONText.number($1).json)" }
      + ["unloadingEnabled: \(settings.unloadingEnabled)"]
    return "{ \(parts.joined(separator: ", ")) }"
  }
}

/// The lines of a page's file, the front matter's apart, as bytes with their ends.
private struct FrontMatterLines {
  /// What stands before the front matter: a byte order mark, or nothing.
  private let mark: ArraySlice<UInt8>
  private let lines: [ArraySlice<UInt8>]
  /// The lines between the fences; `nil` without front matter.
  private let inside: Range<Int>?

  init(_ file: [UInt8]) {
    let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    mark = file[..<start]
    lines = Self.lines(of: file[start...])
    let end = lines.dropFirst().firstIndex(where: Self.isFence)
    inside = lines.first.map(Self.isFence) == true ? end.map { 1..<$0 } : nil
  }

  /// The file with the value of a key replaced, or the key added at the end of the front matter.
  func replacing(
    _ key: String, with text: String
  ) -> (bytes: [UInt8], removed: [ArraySlice<UInt8>], added: [ArraySlice<UInt8>]) {
    let end = lines.first.map { $0.suffix(2).elementsEqual([13, 10]) } == true ? "\r\n" : "\n"
    guard let inside else {
      let added = ["---", text, "---"]
      let head = added.flatMap { Array(($0 + end).utf8) }
      return (mark + head + lines.joined(), [], added.map { Array($0.utf8)[...] })
    }
    let old = range(of: key, in: inside) ?? inside.upperBound..<inside.upperBound
    let new = Array((text + end).utf8)
    let bytes =
      mark + lines[..<old.lowerBound].joined() + new + lines[old.upperBound...].joined()
    return (Array(bytes), lines[old].map(Self.withoutEnd), [Array(text.utf8)[...]])
  }

  /// The lines of a key of the outermost level: its own, and those below that are indented or close its braces.
  private func range(of key: String, in inside: Range<Int>) -> Range<Int>? {
    let names = [key, "\"\(key)\"", "'\(key)'"].map { Array($0.utf8) }
    let first = inside.first { index in
      names.contains { name in
        lines[index].starts(with: name)
          && lines[index].dropFirst(name.count).first { $0 != 0x20 } == UInt8(ascii: ":")
      }
    }
    guard let first else { return nil }
    var end = first + 1
    while end < inside.upperBound, let byte = lines[end].first, " \t}".utf8.contains(byte) {
      end += 1
    }
    return first..<end
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

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    let line = withoutEnd(line)
    return line.starts(with: "---".utf8)
      && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private static func withoutEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
