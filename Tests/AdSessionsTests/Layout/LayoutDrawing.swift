import AdEngine
import Testing

@testable import AdSessions

/// A layout as text: one line for each row of text, for each box and for each blank row.
func drawing(of layout: PageLayout) -> String {
  var lines: [String] = []
  var y = 0.0
  for row in layout.allRows {
    while y + 20 <= row.y {
      lines.append("")
      y += 20
    }
    y = row.maxY
    let prefix = row.prefix.map(\.text).joined()
    var line = prefix + drawing(of: row.content, in: layout)
    while line.last == " " { line.removeLast() }
    lines.append(line)
  }
  return lines.joined(separator: "\n")
}

private func drawing(of content: LayoutRow.Content, in layout: PageLayout) -> String {
  switch content {
  case .text(let spans, _): return spans.map(\.text).joined()
  case .rule: return "────"
  case .image(let alt, let link): return "[image \(alt)\(link.map { " → \($0)" } ?? "")]"
  case .label(let slot): return "(label \(layout.page.slots[slot].ad.label?.text ?? ""))"
  case .slot(let slot):
    let frame = layout.frame(ofSlot: slot)
    return "[ad \(layout.page.slots[slot].name): \(frame.width) × \(frame.height)]"
  case .caption(let slot): return "(caption \(slot))"
  }
}

/// The drawing of a page, laid out in so many columns.
func drawing(_ text: String, columns: Int = 48) -> String {
  drawing(of: layout(text, columns: columns))
}

/// A page laid out in so many columns.
func layout(_ text: String, columns: Int = 48) -> PageLayout {
  PageLayout(
    read(text, ads: text.contains("```ad") ? nil : .every(1_000_000)).page,
    in: LayoutSpace(columns: columns))
}

extension PageLayout {
  /// Checks what must hold for every page.
  func expectSound(_ source: SourceLocation = #_sourceLocation) {
    let all = allRows
    var y = 0.0
    var isFit = true
    var isSafe = true
    var isInOrder = true
    for row in all {
      isInOrder = isInOrder && row.y >= y && row.height > 0
      y = row.maxY
      guard case .text(let spans, _) = row.content else { continue }
      let texts = (row.prefix + spans).map(\.text)
      isFit = isFit && texts.reduce(0) { $0 + Glyphs.cells($1) } <= columns
      isFit = isFit && row.prefix.reduce(0) { $0 + Glyphs.cells($1.text) } == row.indent
      isSafe = isSafe && texts.allSatisfy { $0.scrubbed == $0 }
    }
    #expect(isInOrder, "rows lie one below the other", sourceLocation: source)
    #expect(isFit, "no row is wider than the column", sourceLocation: source)
    #expect(isSafe, "all text is scrubbed", sourceLocation: source)
    #expect(height == y, sourceLocation: source)
    #expect(table.linkLines.count == page.document.links.count, sourceLocation: source)
    #expect(stops.count == page.slots.count + table.linkLines.count, sourceLocation: source)
    #expect(zip(stops, stops.dropFirst()).allSatisfy { $0.y <= $1.y }, sourceLocation: source)
    for part in 0..<20 {
      let top = height * Double(part) / 19 - 50
      let bottom = top + Double(part * 37)
      #expect(
        rows(from: top, to: bottom) == all.filter { $0.y < bottom && $0.maxY > top },
        sourceLocation: source)
    }
  }
}

extension LayoutRow {
  /// The bottom edge, in points from the top of the page.
  var maxY: Double { y + height }

  /// The stretches of a row of text; none of any other row.
  var spans: [LayoutSpan] { if case .text(let spans, _) = content { spans } else { [] } }
}

extension PageLayout {
  /// All rows, from the top of the page.
  var allRows: [LayoutRow] { rows(from: -.infinity, to: .infinity) }

  var targets: [String] { table.linkLines.indices.map(target(ofLink:)) }

  var linkTops: [Double] { table.linkLines.indices.map(top(ofLink:)) }
}
