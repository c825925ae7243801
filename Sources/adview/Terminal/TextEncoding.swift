import Glibc

/// How characters reach the terminal.
enum TextEncoding: Hashable, Sendable {
  /// As they are.
  case utf8
  /// As stand-ins of ASCII; see `asciiStandIn(for:)`.
  case ascii

  /// Adopts the locale of the environment for characters, and for nothing else: numbers stay
  /// as they are everywhere.
  ///
  /// A missing locale counts as C, and under C ncurses drops whatever is not ASCII. Terminals of
  /// today are not so old as their locales, so C.UTF-8 comes before giving up.
  ///
  /// `ADVIEW_ASCII=1` asks for stand-ins whatever the locale, for a font without frames and signs.
  static func adopt() -> TextEncoding {
    if getenv("ADVIEW_ASCII").map({ String(cString: $0) }) == "1" {
      _ = setlocale(LC_CTYPE, "")
      return .ascii
    }
    for name in ["", "C.UTF-8", "C.utf8"] {
      if setlocale(LC_CTYPE, name) != nil, isUTF8 { return .utf8 }
    }
    return .ascii
  }

  private static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
}
