/// A character that is drawn, not written, in a picture; coordinates are shares of a cell, from its top left.
enum LineArt: Hashable {
  /// Filled rectangles: x, y, width, height; and how much of the colour covers what is behind, 0…1.
  case blocks([[Double]], opacity: Double)
  /// Lines from the middle of the cell to its edges: how thick each is, 0 for none, and the gaps within.
  case lines(left: Int, right: Int, up: Int, down: Int, dashes: Int)

  /// How a character is drawn; `nil` for one that is written.
  init?(_ scalar: Unicode.Scalar) {
    if let art = Self.lineTable[scalar] ?? Self.blockTable[scalar] {
      self = art
    } else {
      return nil
    }
  }

  private static let blockTable: [Unicode.Scalar: LineArt] = {
    let quarters: [[Double]] = [
      [0, 0, 0.5, 0.5], [0.5, 0, 0.5, 0.5], [0, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5],
    ]
    func part(_ kept: Int...) -> LineArt { .blocks(kept.map { quarters[$0] }, opacity: 1) }
    var table: [Unicode.Scalar: LineArt] = [
      "▀": .blocks([[0, 0, 1, 0.5]], opacity: 1), "▐": .blocks([[0.5, 0, 0.5, 1]], opacity: 1),
      "█": .blocks([[0, 0, 1, 1]], opacity: 1), "▓": .blocks([[0, 0, 1, 1]], opacity: 0.75),
      "▒": .blocks([[0, 0, 1, 1]], opacity: 0.5), "░": .blocks([[0, 0, 1, 1]], opacity: 0.25),
      "▖": part(2), "▗": part(3), "▘": part(0), "▝": part(1), "▚": part(0, 3), "▞": part(1, 2),
      "▙": part(0, 2, 3), "▛": part(0, 1, 2), "▜": part(0, 1, 3), "▟": part(1, 2, 3),
    ]
    for (index, scalar) in "▁▂▃▄▅▆▇".unicodeScalars.enumerated() {
      let height = Double(index + 1) / 8
      table[scalar] = .blocks([[0, 1 - height, 1, height]], opacity: 1)
    }
    for (index, scalar) in "▏▎▍▌▋▊▉".unicodeScalars.enumerated() {
      table[scalar] = .blocks([[0, 0, Double(index + 1) / 8, 1]], opacity: 1)
    }
    return table
  }()

  private static let lineTable: [Unicode.Scalar: LineArt] = {
    func lines(_ left: Int, _ right: Int, _ up: Int, _ down: Int, _ dashes: Int = 1) -> LineArt {
      .lines(left: left, right: right, up: up, down: down, dashes: dashes)
    }
    return [
      "─": lines(1, 1, 0, 0), "━": lines(2, 2, 0, 0), "│": lines(0, 0, 1, 1),
      "┃": lines(0, 0, 2, 2), "┌": lines(0, 1, 0, 1), "┐": lines(1, 0, 0, 1),
      "└": lines(0, 1, 1, 0), "┘": lines(1, 0, 1, 0), "├": lines(0, 1, 1, 1),
      "┤": lines(1, 0, 1, 1), "┬": lines(1, 1, 0, 1), "┴": lines(1, 1, 1, 0),
      "┼": lines(1, 1, 1, 1), "╌": lines(1, 1, 0, 0, 2), "╎": lines(0, 0, 1, 1, 2),
      "┄": lines(1, 1, 0, 0, 3), "┆": lines(0, 0, 1, 1, 3),
    ]
  }()
}
