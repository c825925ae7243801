extension Canvas {
  /// The screen in stand-ins of ASCII; characters two cells wide have a blank beside them.
  package var ascii: Canvas {
    var canvas = self
    canvas.cells = cells.map {
      Cell($0.isContinuation ? " " : asciiStandIn(for: $0.base), style: $0.style)
    }
    return canvas
  }
}

/// The ASCII character for another: frames stay frames, letters lose accents, all else is a question mark.
package func asciiStandIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar {
  case " "..."~": scalar
  case "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{3000}": " "
  default: standIns[scalar] ?? blockStandIn(for: scalar)
  }
}

/// Stand-ins for whole blocks of characters.
private func blockStandIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar {
  // Corners and crossings of frames, double and rounded ones too.
  case "\u{250C}"..."\u{254B}", "\u{2552}"..."\u{2570}": "+"
  // Braille: dots of a chart.
  case "\u{2800}": " "
  case "\u{2801}"..."\u{28FF}": ":"
  // Eighths of a block.
  case "\u{2580}"..."\u{259F}": "#"
  // Pictures.
  case "\u{1F000}"..."\u{1FAFF}": "*"
  default: "?"
  }
}

private let standIns: [Unicode.Scalar: Unicode.Scalar] = {
  let groups: [(Unicode.Scalar, String)] = [
    ("-", "─┄┈╌╴╶╼‐‑‒–—―−░"), ("|", "│┃┆┇┊┋╎╏╵╷╹╻╽╿║▏▎▍▌▐▕¦"), ("=", "═━┅┉╍╸╺╾▓"),
    ("/", "╱"), ("\\", "╲"), ("X", "╳"), ("x", "×"),
    ("_", "▁▂◌☐"), (".", "·∙•⋅▖▗▘▝◦"), (":", "▒"),
    ("*", "☆●⬤♦✱✳"), ("@", "◉"), ("o", "○◯°"), ("%", "◐◑◒◓"), ("#", "■▪◼"), ("O", "□▫◻◇"),
    ("<", "←◀◂◁‹«≤"), (">", "→▶▸▷›»≥"), ("^", "↑▲△▴↕★"), ("v", "↓▼▽▾"), ("~", "≈∼…±"),
    ("'", "‘’‚′´`"), ("\"", "“”„″"), ("+", "✓✔⇧◆"), ("x", "✗✘☑"), ("!", "⚠"), ("u", "µμ"),
    ("A", "ÀÁÂÃÄÅÆĀĂĄ"), ("C", "ÇĆĈĊČ©"), ("D", "ÐĎĐ"), ("E", "ÈÉÊËĒĔĖĘĚ€"),
    ("G", "ĜĞĠĢ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("L", "ĹĻĽŁ£"), ("N", "ÑŃŅŇ"), ("O", "ÒÓÔÕÖØŌŎŐŒ"),
    ("R", "ŔŖŘ®"), ("S", "ŚŜŞŠ§"), ("T", "ŢŤÞ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"),
    ("a", "àáâãäåæāăąª"), ("c", "çćĉċč¢"), ("d", "ðďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
    ("i", "ìíîïĩīĭįı"), ("l", "ĺļľł"), ("n", "ñńņň"), ("o", "òóôõöøōŏőœº"), ("r", "ŕŗř"),
    ("s", "śŝşšß"), ("t", "ţťþ"), ("u", "ùúûüũūŭůűų"), ("y", "ýÿŷ"), ("z", "źżž"),
  ]
  var table: [Unicode.Scalar: Unicode.Scalar] = [:]
  for (standIn, originals) in groups {
    for original in originals.unicodeScalars { table[original] = standIn }
  }
  return table
}()
