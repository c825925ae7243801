import AdEngine

/// Writes a page so that every text reads back as it is: marks are escaped, texts of YAML are literals.
enum MarkdownWriter {
  static func page(_ page: Page) -> String {
    ([frontMatter(of: page)] + page.elements.map(block)).filter { !$0.isEmpty }
      .joined(separator: "\n\n") + "\n"
  }

  private static func frontMatter(of page: Page) -> String {
    let title = page.title.isEmpty ? [] : ["title: \(literal(page.title))"]
    let lazyLoad =
      switch page.lazyLoading {
      case nil: ["lazyLoad: off"]
      case .standard?: [String]()
      case let settings?:
        [
          "lazyLoad: { fetchThreshold: \(threshold(settings.fetchThreshold)),"
            + " displayThreshold: \(threshold(settings.displayThreshold)),"
            + " unloadThreshold: \(threshold(settings.unloadThreshold)),"
            + " unloadingEnabled: \(settings.unloadingEnabled) }"
        ]
      }
    let lines = title + lazyLoad
    return lines.isEmpty ? "" : (["---"] + lines + ["---"]).joined(separator: "\n")
  }

  private static func threshold(_ threshold: Threshold) -> String {
    guard threshold.isDirectional else { return side(threshold.ahead) }
    return "{ ahead: \(side(threshold.ahead)), behind: \(side(threshold.behind)) }"
  }

  private static func side(_ side: Threshold.Side) -> String {
    if case .points(let points) = side { number(points) } else { "\(side)" }
  }

  private static func block(_ element: PageElement) -> String {
    switch element {
    case .text(let text): paragraph(text)
    case .heading(let text, let level):
      String(repeating: "#", count: level) + " " + escaped(folded(text))
    case .link(let text, let destination):
      "[\(escaped(folded(text)))](<\(address(destination))>)"
    case .ad(let ad): adBlock(ad)
    }
  }

  /// A text as a literal of YAML; of what is invisible beyond the first plane nothing is kept, as its escapes are not YAML's.
  private static func literal(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.value > 0xFFFF && Scrubbing.isUnsafe(scalar) ? "\u{FFFD}" : scalar
    }
    return ScriptLiteral.text(String(String.UnicodeScalarView(scalars)))
  }

  private static func folded(_ text: String) -> String {
    text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { written, character in
      if "\\`*_[]<>&#!~|".contains(character) { written.append("\\") }
      written.append(character)
    }
  }

  /// A paragraph; what would begin a list, a rule or a heading at its start is escaped.
  private static func paragraph(_ text: String) -> String {
    let text = escaped(folded(text))
    guard let first = text.first else { return "" }
    if "+-=:".contains(first) { return "\\" + text }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard !digits.isEmpty, let mark = rest.first, mark == "." || mark == ")" else { return text }
    return digits + "\\" + rest
  }

  private static func address(_ destination: String) -> String {
    destination.reduce(into: "") { written, character in
      guard !character.isNewline, character != "\0" else { return }
      if "\\<>&".contains(character) { written.append("\\") }
      written.append(character)
    }
  }

  private static func adBlock(_ ad: WebAdView) -> String {
    let bounds = ad.constraints
    var lines = ["unit: \(literal(ad.adUnitId))"]
    if let id = ad.id { lines.append("id: \(literal(id))") }
    if ad.initialSize != WebAdView(adUnitId: "").initialSize {
      lines.append("size: \(size(ad.initialSize))")
    }
    if bounds.minSize != ContainerConstraints.none.minSize {
      lines.append("min: \(size(bounds.minSize))")
    }
    if bounds.maxSize != ContainerConstraints.none.maxSize {
      lines.append("max: \(size(bounds.maxSize))")
    }
    if bounds.overflow != .preferFullAd { lines.append("overflow: \(bounds.overflow.rawValue)") }
    if bounds.placeholder != .delivered {
      lines.append("placeholder: \(bounds.placeholder.rawValue)")
    }
    if bounds.collapse != .never { lines.append("collapse: \(bounds.collapse.rawValue)") }
    if let label = ad.label {
      lines.append("label: \(literal(label.text))")
      if label.font != .bold10 { lines.append("font: \(label.font.name)") }
    }
    if !ad.targeting.isEmpty {
      let entries = ad.targeting.entries.map { entry in
        let values =
          entry.values.count == 1
          ? literal(entry.values[0]) : "[\(entry.values.map(literal).joined(separator: ", "))]"
        return "\(literal(entry.key)): \(values)"
      }
      lines.append("targeting: { \(entries.joined(separator: ", ")) }")
    }
    return "```ad\n" + lines.joined(separator: "\n") + "\n```"
  }

  /// A size whose open sides are 0 or infinite.
  private static func size(_ size: Size) -> String {
    func side(_ points: Double) -> String { points > 0 && points.isFinite ? number(points) : "_" }
    return "\(side(size.width))x\(side(size.height))"
  }

  private static func number(_ points: Double) -> String {
    Int(exactly: points).map(String.init) ?? "\(points)"
  }
}
