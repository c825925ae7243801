import CNcurses
import Glibc
import Playground

/// A screen of ncurses: canvases go in, the bytes of what changed come out; only one may exist in the process.
struct CursesScreen: ~Copyable {
  private(set) var size: TerminalSize
  /// What the parts of the screen look like.
  let theme: Theme

  private let screen: OpaquePointer
  private let fitting: GlyphFitting
  private var pairs: ColorPairs
  private var drawn: Canvas?
  private var row: [cchar_t] = []

  private init(screen: OpaquePointer, size: TerminalSize, theme: Theme, encoding: TextEncoding) {
    (self.screen, self.size, self.theme) = (screen, size, theme)
    fitting = GlyphFitting(encoding: encoding) { Int(nc_width($0.value)) }
    pairs = ColorPairs(
      depth: theme.depth, limit: Int(nc_screen_pairs(screen)),
      hasDefaultColors: nc_screen_default_colors(screen))
    nc_screen_resize(screen, Int32(size.columns), Int32(size.rows))
  }

  deinit { nc_screen_close(screen) }

  static func open(
    terminal: String, size: TerminalSize, colors: Bool, background: Theme.Background = .dark,
    encoding: TextEncoding
  ) throws(TerminalError) -> CursesScreen {
    guard !terminal.isEmpty else { throw .unnamed }
    let limit = Int(nc_file_limit())
    let needed = max(1 << 16, size.columns * size.rows * 8)
    guard limit < 0 || limit >= needed else { throw .fileLimit(limit, needed: needed) }
    var refusal = nc_refusal_none
    guard let screen = nc_screen_open(terminal, colors, &refusal) else {
      switch refusal {
      case nc_refusal_unknown: throw .unknown(terminal)
      case nc_refusal_incapable: throw .incapable(terminal)
      default: throw .system(errno)
      }
    }
    let depth = ColorDepth(colors: Int(nc_screen_colors(screen)))
    return CursesScreen(
      screen: screen, size: size, theme: Theme(background, depth), encoding: encoding)
  }

  /// The bytes that give the terminal back.
  var leaving: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = nc_screen_leaving(&bytes, bytes.count)
    return Array(bytes.prefix(count))
  }

  /// Draws a canvas, cut off or filled with blanks, and appends the bytes of what changed.
  mutating func draw(_ canvas: Canvas, into frame: inout [UInt8]) {
    for row in 0..<size.rows where isChanged(row, in: canvas) { put(row, of: canvas) }
    drawn = canvas
    var bytes: UnsafePointer<UInt8>?
    let count = nc_screen_frame(screen, &bytes)
    frame.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Takes another size; the next frame paints every cell.
  mutating func resize(to size: TerminalSize) {
    self.size = size
    drawn = nil
    nc_screen_resize(screen, Int32(size.columns), Int32(size.rows))
  }

  /// Makes the next frame paint every cell.
  mutating func repaint() { nc_screen_repaint(screen) }

  /// The terminal has been given back; the next frame takes it again.
  mutating func leave() { nc_screen_leave(screen) }

  private func isChanged(_ row: Int, in canvas: Canvas) -> Bool {
    guard let drawn, drawn.width == canvas.width, drawn.height == canvas.height else { return true }
    guard row < canvas.height else { return false }
    let range = row * canvas.width..<(row + 1) * canvas.width
    return drawn.cells[range] != canvas.cells[range]
  }

  private mutating func put(_ row: Int, of canvas: Canvas) {
    let blank = nc_cell(0x20, 0, 0, 0)
    self.row.removeAll(keepingCapacity: true)
    let visible = row < canvas.height ? min(canvas.width, size.columns) : 0
    var column = 0
    while column < visible {
      let cell = canvas[column, row]
      let isWide = column + 1 < visible && canvas[column + 1, row].isContinuation
      column += append(cell, cells: isWide ? 2 : 1)
    }
    self.row.append(contentsOf: repeatElement(blank, count: size.columns - visible))
    nc_screen_put(Int32(row), self.row, Int32(self.row.count))
  }

  /// Appends a character and returns how many cells it took; the second half of one whose first is missing is blank.
  private mutating func append(_ cell: Cell, cells: Int) -> Int {
    let glyph = fitting.fit(cell.isContinuation ? " " : cell.base, mark: cell.mark, cells: cells)
    let style = cell.style(in: theme)
    let pair = pairs.number(for: style)
    let attributes = style.attributes.curses
    row.append(nc_cell(glyph.base.value, glyph.mark.value, attributes, pair))
    if glyph.width < cells { row.append(nc_cell(0x20, 0, attributes, pair)) }
    return cells
  }
}

extension TextAttributes {
  fileprivate var curses: attr_t {
    guard !isEmpty else { return 0 }
    var result: attr_t = 0
    if contains(.bold) { result |= nc_bold }
    if contains(.dim) { result |= nc_dim }
    if contains(.italic) { result |= nc_italic }
    if contains(.underline) { result |= nc_underline }
    if contains(.reverse) { result |= nc_reverse }
    return result
  }
}
