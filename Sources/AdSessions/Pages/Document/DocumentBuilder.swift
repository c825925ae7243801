import AdEngine

/// Builds a document from the events of a Markdown parser, block by block.
struct DocumentBuilder {
  private(set) var document = Document()
  var containers = PrefixStack()
  private var style: TextStyle = []
  private var link: Int32 = -1
  private var blockStart = 0
  private var cellStart = 0
  private var lowestBefore = 0

  /// Builds a document of about `capacity` bytes of text.
  init(capacity: Int) { document.text.reserveCapacity(capacity + capacity / 8) }

  mutating func enterQuote() { containers.enterQuote(in: &document) }

  /// Enters an item of a list; a task says whether it is done.
  mutating func enterItem(isDone: Bool?) { containers.enterItem(isDone: isDone, in: &document) }

  mutating func leaveItem() {
    if containers.hasPendingMark {
      open(.paragraph)
      close()
    }
    containers.leave()
  }

  // MARK: Blocks

  mutating func open(_ kind: Document.Block.Kind, level: Int = 0) {
    blockStart = document.text.count
    var block = Document.Block(
      kind: kind, level: UInt8(clamping: level), start: UInt32(blockStart),
      end: UInt32(blockStart), firstRun: UInt32(document.runs.count))
    lowestBefore = containers.lowest
    containers.place(&block)
    document.blocks.append(block)
    style = kind == .code ? .code : []
    link = -1
    beginRun()
  }

  mutating func close() {
    let last = document.blocks.count - 1
    if document.blocks[last].kind != .code, document.blocks[last].kind != .table {
      while document.text.count > blockStart, endsBlank { document.text.removeLast() }
    }
    document.blocks[last].end = UInt32(document.text.count)
    let block = document.blocks[last]
    if block.start == block.end, block.firstPrefix == block.prefix,
      block.kind == .paragraph || block.kind == .heading
    {
      // A block without content is dropped.
      document.blocks.removeLast()
      document.runs.removeSubrange(Int(block.firstRun)...)
      containers.lowest = lowestBefore
    }
  }

  // MARK: Tables

  mutating func openTable(_ alignments: [Document.Alignment]) {
    open(.table)
    document.blocks[document.blocks.count - 1].slot = UInt32(document.tables.count)
    document.tables.append(Document.Table(alignments: alignments))
  }

  mutating func enterCell() {
    if document.tables.last?.cells.isEmpty == false { document.text.append(0x0A) }
    cellStart = document.text.count
  }

  mutating func leaveCell() {
    while document.text.count > cellStart, endsBlank { document.text.removeLast() }
    document.tables[document.tables.count - 1].cells.append(
      UInt32(cellStart)..<UInt32(document.text.count))
  }

  // MARK: Inlines

  mutating func set(_ part: TextStyle, _ isOn: Bool) {
    if isOn { style.insert(part) } else { style.remove(part) }
    beginRun()
  }

  mutating func enterLink(to target: String) {
    document.links.append(
      Document.Link(target: target.scrubbed, start: UInt32(document.text.count)))
    link = Int32(document.links.count - 1)
    set(.link, true)
  }

  mutating func leaveLink() {
    // A link without text cannot be shown.
    if let last = document.links.last, document.text[Int(last.start)...].allSatisfy(isBlank) {
      document.links.removeLast()
      while let run = document.runs.last, run.link == link { document.runs.removeLast() }
    }
    link = -1
    set(.link, false)
  }

  /// Adds text of a paragraph; blanks are collapsed.
  mutating func add(_ text: UTF8Bytes) {
    var position = 0
    while position < text.count {
      // ASCII words with single blanks are copied as they are.
      var wasBlank = document.text.count == blockStart || endsBlank
      let end = asciiStretch(of: text, from: position) { byte in
        defer { wasBlank = byte == 0x20 }
        return byte != 0x20 || !wasBlank
      }
      if end > position {
        document.text.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<end]))
        position = end
      } else if isBlank(text[position]) {
        addBlank()
        position += 1
      } else if !skipInvisible(text, &position) {
        document.text.append(GlyphReader.next(text, &position))
      }
    }
  }

  /// Passes a character that nothing is drawn for, and notes where it allows a line to be broken (Unicode 17, UAX 14).
  private mutating func skipInvisible(_ text: UTF8Bytes, _ position: inout Int) -> Bool {
    guard text[position] >= 0x80 else { return false }
    var next = position
    let scalar = UTF8Reader.next(text, &next)
    guard Scrubbing.drawsNothing(scalar) else { return false }
    if scalar == 0xAD || scalar == 0x200B { addBreak(isHyphen: scalar == 0xAD) }
    position = next
    return true
  }

  private mutating func addBreak(isHyphen: Bool) {
    let position = UInt32(document.text.count)
    guard position > blockStart, document.breaks.last?.position != position else { return }
    document.breaks.append(Document.Break(position: position, isHyphen: isHyphen))
  }

  /// The end of the printable ASCII characters from `start` on that are accepted; a last one that a mark may follow is not among them.
  @inline(__always)
  private func asciiStretch(
    of text: UTF8Bytes, from start: Int, where isAccepted: (UInt8) -> Bool = { _ in true }
  ) -> Int {
    var end = start
    while end < text.count, text[end] >= 0x20, text[end] < 0x7F, isAccepted(text[end]) { end += 1 }
    return end > start && end < text.count && text[end] >= 0x80 ? end - 1 : end
  }

  mutating func add(_ text: StaticString) {
    document.text.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func addBlank() {
    if document.text.count > blockStart, !endsBlank { document.text.append(0x20) }
  }

  mutating func addLineBreak() {
    while document.text.count > blockStart, document.text.last == 0x20 {
      document.text.removeLast()
    }
    document.text.append(0x0A)
  }

  /// Adds the text of a code block: line feeds stay, tabs become blanks up to the next fourth column.
  mutating func addCode(_ code: UTF8Bytes) {
    var end = code.count
    if end > 0, code[end - 1] == 0x0A { end -= 1 }
    if end > 0, code[end - 1] == 0x0D { end -= 1 }
    let lines = UnsafeBufferPointer(rebasing: code[..<end])
    var position = 0
    var column = 0
    while position < lines.count {
      let stretch = asciiStretch(of: lines, from: position)
      if stretch > position {
        document.text.append(contentsOf: UnsafeBufferPointer(rebasing: lines[position..<stretch]))
        column += stretch - position
        position = stretch
        continue
      }
      switch lines[position] {
      case 0x0A:
        document.text.append(0x0A)
        column = 0
        position += 1
      case 0x0D:
        position += 1
        if position == lines.count || lines[position] != 0x0A {
          document.text.append(0x0A)
          column = 0
        }
      case 0x09:
        repeat {
          document.text.append(0x20)
          column += 1
        } while column % 4 != 0
        position += 1
      case _ where skipInvisible(lines, &position): break
      default:
        let glyph = GlyphReader.next(lines, &position)
        document.text.append(glyph)
        column += glyph.width
      }
    }
  }

  private mutating func beginRun() {
    let start = UInt32(document.text.count)
    let first = document.blocks.last.map { Int($0.firstRun) } ?? 0
    if document.runs.count > first, document.runs.last?.start == start {
      document.runs.removeLast()
    }
    document.runs.append(Document.Run(start: start, style: style, link: link))
  }

  /// Whether the open block has no text yet.
  var isEmptyBlock: Bool { document.text.count == blockStart }

  private var endsBlank: Bool { document.text.last.map(isBlank) ?? false }
}

/// Whether a byte is a blank or a line end.
private func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}
