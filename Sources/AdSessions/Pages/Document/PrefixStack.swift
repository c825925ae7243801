/// The open quotes and lists of a document, with their prefixes.
struct PrefixStack {
  struct Container {
    var prefix: UInt32 = 0
    /// Whether there are no blank rows between its blocks.
    var isTight = false
    var isQuote = false
    /// The number of the next item of an ordered list.
    var number: Int?
    var delimiter: UInt8 = 0x2E
  }

  /// The maximum width of a prefix, in columns; deeper containers are not indented further.
  static let widest = 16

  private var containers: [Container] = []
  private var quotes = 0
  /// The minimum number of open containers since the last block.
  var lowest = 0
  /// The mark of an item that has no row yet, which replaces the prefix of the next row.
  private var pending: UInt32?
  private var known: [Piece: UInt32] = [:]

  /// The container's part of the prefix, if it is cached.
  private struct Piece: Hashable {
    enum Kind: Hashable {
      case bar
      case bullet
      case task(isDone: Bool)
      case blanks(Int)
    }
    var kind: Kind
    var base: UInt32
  }

  mutating func enterQuote(in document: inout Document) {
    quotes += 1
    let inner = extend(prefix, by: .bar, in: &document)
    pending = pending.map { extend($0, by: .bar, in: &document) }
    containers.append(Container(prefix: inner, isQuote: true))
  }

  mutating func enterList(isTight: Bool, number: Int?, delimiter: UInt8) {
    containers.append(
      Container(prefix: prefix, isTight: isTight, number: number, delimiter: delimiter))
  }

  /// Enters an item, whose mark has a box if it is a task, done or not.
  mutating func enterItem(isDone: Bool?, in document: inout Document) {
    let outer = prefix
    var width = 2
    if let list = containers.indices.last, let number = containers[list].number {
      let mark = Array(String(number).utf8) + [containers[list].delimiter, 0x20]
      width = mark.count
      containers[list].number = number + 1
      pending = extend(pending ?? outer, by: mark, width: width, in: &document)
    } else if isDone == nil {
      pending = extend(pending ?? outer, by: .bullet, in: &document)
    } else {
      width = 0
    }
    if let isDone {
      width += 2
      pending = extend(pending ?? outer, by: .task(isDone: isDone), in: &document)
    }
    let inner = extend(outer, by: .blanks(width), in: &document)
    let isTight = containers.last?.isTight ?? false
    containers.append(Container(prefix: inner, isTight: isTight))
  }

  /// Whether an item's mark waits for its first row.
  var hasPendingMark: Bool { pending != nil }

  mutating func leave() {
    if containers.popLast()?.isQuote == true { quotes -= 1 }
    lowest = min(lowest, containers.count)
  }

  /// Sets the prefixes and the spacing of a block.
  mutating func place(_ block: inout Document.Block) {
    let shared = lowest > 0 ? containers[lowest - 1] : Container()
    block.isApart = !shared.isTight
    block.gapPrefix = shared.prefix
    block.isQuoted = quotes > 0
    block.prefix = prefix
    block.firstPrefix = pending ?? prefix
    pending = nil
    lowest = containers.count
  }

  private var prefix: UInt32 { containers.last?.prefix ?? 0 }

  private mutating func extend(
    _ base: UInt32, by kind: Piece.Kind, in document: inout Document
  ) -> UInt32 {
    let piece = Piece(kind: kind, base: base)
    if let prefix = known[piece] { return prefix }
    let (text, width) =
      switch kind {
      case .bar: (Array("│ ".utf8), 2)
      case .bullet: (Array("• ".utf8), 2)
      case .task(let isDone): (Array((isDone ? "☑ " : "☐ ").utf8), 2)
      case .blanks(let width): (Array(repeating: 0x20, count: width), width)
      }
    let prefix = extend(base, by: text, width: width, in: &document)
    known[piece] = prefix
    return prefix
  }

  private func extend(
    _ base: UInt32, by text: [UInt8], width: Int, in document: inout Document
  ) -> UInt32 {
    let old = document.prefixes[Int(base)]
    guard Int(old.width) + width <= Self.widest else { return base }
    let start = document.text.count
    document.text += Array(document.text[Int(old.start)..<Int(old.start) + Int(old.length)])
    document.text += text
    document.prefixes.append(
      Document.Prefix(
        start: UInt32(start), length: UInt16(document.text.count - start),
        width: old.width + UInt16(width)))
    return UInt32(document.prefixes.count - 1)
  }
}
