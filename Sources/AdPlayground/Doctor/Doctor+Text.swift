import AdEngine
import AdSessions
import CNcurses
import Glibc

extension Doctor {
  /// Characters: how they reach the terminal, and how wide they are there.
  func textFindings() -> [Finding] {
    let encoding = TextEncoding.adopt()
    return [locale(encoding), widths(encoding)]
  }

  private func locale(_ encoding: TextEncoding) -> Finding {
    let wanted = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG")
    let current = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    if environment("ADVIEW_ASCII") == "1" { return .ok("locale", "ASCII, as ADVIEW_ASCII asks") }
    guard encoding == .utf8 else {
      return .note(
        "locale", "only ASCII: neither \(wanted ?? "C") nor C.UTF-8 gives UTF-8",
        "install a UTF-8 locale and set LANG to it; until then frames are made of + - |")
    }
    guard let wanted else {
      return .note(
        "locale", "UTF-8 by \(current): none is set",
        "set LANG=C.UTF-8 if characters come out wrong")
    }
    if wanted == current {
      return .ok("locale", "\(current), UTF-8; ADVIEW_ASCII=1 draws with ASCII alone")
    }
    return .note(
      "locale", "\(wanted) is not installed or is not UTF-8; using \(current)",
      "set LC_ALL=\(current)")
  }

  /// What AdView itself draws.
  private static let ownCharacters = "┌─┐│└┘╌╎▛▀▜▌▐▙▄▟█▓▒░━●○◐◌▸▶▏…·×→↑↓←−–🐞"

  private func widths(_ encoding: TextEncoding) -> Finding {
    guard encoding == .utf8 else {
      return .ok("character widths", "all one cell: there is only ASCII")
    }
    let own = Self.ownCharacters.unicodeScalars.filter(Self.isDisputed)
    guard own.isEmpty else {
      return .note(
        "character widths",
        "the C library disagrees about \(own.count) characters that AdView draws: "
          + own.map { String($0) }.joined(),
        "they are shown as \u{FFFD}; another locale (LANG=C.UTF-8) may know them")
    }
    return .ok("character widths", "the C library agrees about the characters that AdView draws")
  }

  /// Whether the layout gives the character cells, and the C library another number of them.
  private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
    let cells = CharacterWidth.cells(scalar)
    return cells > 0 && !Scrubbing.isUnsafe(scalar) && Int(nc_width(scalar.value)) != cells
  }
}
