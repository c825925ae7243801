/// Finds the YAML between two lines `---`, or the TOML between two lines `+++`, at the start of a page.
struct FrontMatter {
  /// The YAML, or the TOML; `nil` when the page begins without.
  var range: Range<Int>?
  /// Whether it is TOML, as Hugo has it; nothing of AdView is set there.
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

  /// Whether it is of a form that is not read, and AdView's own keys are in it; JSON in any case, which would be drawn.
  func isForeign(in bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: Array("{\n".utf8)) { return true }
    guard isTOML, let range else { return false }
    return bytes[range].split(separator: 0x0A).contains { line in
      ["lazyLoad", "adServer", "[lazyLoad", "[adServer"].contains { line.starts(with: $0.utf8) }
    }
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
