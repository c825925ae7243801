import TestSupport

/// Pages made of pieces of Markdown that were thrown together.
enum RandomMarkdown {
  static func page(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    return (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static let pieces = [
    "word ", "a longer stretch of words that is wider than the column of a page is ", "\n", "\n\n",
    "# ", "### Heading\n", "> ", ">> ", "- ", "  - ", "1. ", "12) ", "    ", "\t", "*", "**", "_",
    "`", "``", "```\n", "```ad\nunit: u\n```\n", "```ad\nunit: u\nlabel: true\nsize: 320x50\n```\n",
    "```ad\nsize: 1x1\n```\n", "~~~\n", "---\n", "***\n", "[", "](a.md)", "[text](other.md)", "![",
    "![picture](p.png)", "[![badge](b.svg)](c.md)\n\n", "<b>", "<br>", "<!-- c -->\n\n",
    "<div>\nx\n</div>\n\n", "  \n", "\\\n", "漢字かな交じり文", "🐞", "👨‍👩‍👧", "🇩🇰", "e\u{301}", "\u{301}",
    "\u{202E}", "\u{1B}[31m", "&amp;", "&#0;", "https://example.test/", "<https://example.test/>",
    "x\r\ny", "é", "-", "=", "===\n",
    "|", " | ", "| a | b |\n", "| --- | :-: |\n", "|-|\n", "~", "~~", "[^n]", "\n[^n]: ", "- [ ] ",
    "- [x] ",
    "a_very_long_word_without_any_blank_in_it_that_is_wider_than_the_column_of_a_page",
  ]

  /// A page whose front matter and ad blocks are pieces of YAML that were thrown together.
  static func yaml(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    func some(_ count: Int) -> String {
      (0..<count).map { _ in scraps.randomElement(using: &random) ?? "" }.joined()
    }
    return "---\n\(some(12))\n---\n```ad\nunit: u\n\(some(8))\n```\n~~~ad\n\(some(8))\n~~~\n"
  }

  private static let scraps = [
    "title", "lazyLoad", "unit", "size", ": ", ":", "\n", "\n  ", "\n- ", "- ", "? ", "[", "]", "{",
    "}", ", ", "&a ", "*a", "*a ", "!!map ", "!!binary ", "!<x> ", "|\n  ", ">-\n  ", "'", "\"",
    "\\e", "\\0", "\\uD800", "\\x", "%YAML 1.1\n", "---\n", "...\n", "# c\n", "320x50", "off",
    "1e999", "~", "<<: ", "\t", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{FEFF}", "\0", "é", "漢", "@",
    "`", "null",
  ]
}
