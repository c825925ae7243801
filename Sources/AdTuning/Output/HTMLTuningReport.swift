import AdRendering
import AdSessions

/// A report as HTML that stands alone, without scripts: map, table and sentences.
package struct HTMLTuningReport {
  private let report: TuningReport
  private let origin: String
  private var map: TuningMap { report.map }

  package init(_ report: TuningReport, origin: String) {
    (self.report, self.origin) = (report, origin)
  }

  package var html: String {
    HTMLReport.page(
      title: "Lazy-loading thresholds",
      body: """
        <p><strong>\(report.verdict.escapedForXML)</strong></p>
        <p>\(report.premises(origin).joined(separator: " ").escapedForXML)</p>
        \(report.sentences.map { "<p>\($0.escapedForXML)</p>" }.joined(separator: "\n"))
        <h2>Settings</h2>
        \(HTMLReport.table(report.tableRows, head: settingsHead, texts: 1))
        <h2>Value of a session, by fetch and display threshold</h2>
        \(picture)
        <p class="legend">\(legend)</p>
        \(losses)
        """
    )
  }

  private var settingsHead: [String] {
    [
      "a session", "setting", "requests", "wasted requests", "viewable",
      "blank time, pt·s", "value", "value against now (95%)",
    ]
  }

  private var losses: String {
    guard !report.slots.isEmpty else { return "" }
    return "<h2>Viewable ads that larger thresholds would bring back, by slot</h2>\n"
      + HTMLReport.table(report.slots.map(\.cells), head: TuningReport.slotColumns, texts: 2)
  }

  /// From the best to the worst.
  private static let shades = ["#2f9e6b", "#e8b84a", "#dd8a3c", "#b3543a"]
  private static let cell = (width: 16, height: 22, left: 64, bottom: 44)

  private var legend: String {
    let names = [
      map.isSampleLarge
        ? "as good as the best, within sampling error" : "best of too few sessions to tell",
      "worse", "worse still", "worst",
    ]
    return zip(Self.shades, names).map { color, name in
      "<span class=\"s\" style=\"background:\(color)\"></span> \(name)"
    }.joined(separator: " &nbsp; ") + " &nbsp; ● present setting &nbsp; ◆ tried"
      + (map.star == nil ? "" : " &nbsp; ★ best")
  }

  private var picture: String {
    let (fetches, displays) = (map.grid.fetches, map.grid.displays)
    let width = Self.cell.left + fetches.count * Self.cell.width
    let height = displays.count * Self.cell.height + Self.cell.bottom
    let others = map.cells.filter { map.isOpen($0) != true }.compactMap { map.toBest($0)?.mean }
    let range = (others.min() ?? 0)...(others.max() ?? 0)
    var parts: [String] = []
    for cell in map.cells {
      let x = Self.cell.left + cell.fetch * Self.cell.width
      let y = (displays.count - 1 - cell.display) * Self.cell.height
      let isBest = map.isOpen(cell) ?? (map.toBest(cell)?.mean == 0)
      let color = Self.shades[isBest ? 0 : shade(cell, range)]
      parts.append(
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(Self.cell.width - 1)\" height=\"\(Self.cell.height - 1)\" "
          + "fill=\"\(color)\"><title>\(title(of: cell).escapedForXML)</title></rect>")
      let mark = cell == map.star ? "★" : cell == present ? "●" : tried.contains(cell) ? "◆" : nil
      if let mark {
        parts.append(
          "<text x=\"\(x + 7)\" y=\"\(y + 15)\" text-anchor=\"middle\" style=\"fill:#000\">\(mark)</text>"
        )
      }
    }
    for (index, display) in displays.enumerated() {
      let y = (displays.count - 1 - index) * Self.cell.height + 15
      parts.append(
        "<text x=\"\(Self.cell.left - 6)\" y=\"\(y)\" text-anchor=\"end\">\(display.points)</text>")
    }
    for (index, fetch) in fetches.enumerated() where index % 4 == 0 {
      let x = Self.cell.left + index * Self.cell.width
      parts.append("<text x=\"\(x)\" y=\"\(height - 28)\">\(fetch.points)</text>")
    }
    let middle = (
      x: Self.cell.left + (width - Self.cell.left) / 2, y: (height - Self.cell.bottom) / 2
    )
    parts += [
      "<text x=\"\(middle.x)\" y=\"\(height - 8)\" text-anchor=\"middle\">fetch threshold, pt</text>",
      "<text transform=\"translate(14 \(middle.y)) rotate(-90)\" text-anchor=\"middle\">display threshold, pt</text>",
    ]
    return
      "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" role=\"img\" "
      + "aria-label=\"Value of a session by fetch threshold (to the right) and display threshold (upwards)\">\n"
      + parts.joined(separator: "\n") + "\n</svg>"
  }

  private var present: TuningMap.Cell? {
    report.rows.first { $0.role == .present }?.settings.flatMap(map.cell)
  }

  private var tried: [TuningMap.Cell] {
    report.rows.filter { $0.role == .tried }.compactMap { $0.settings.flatMap(map.cell) }
  }

  /// Which third of the range of the settings that are not as good as the best a cell lies in, from 1 on.
  private func shade(_ cell: TuningMap.Cell, _ range: ClosedRange<Double>) -> Int {
    let width = range.upperBound - range.lowerBound
    guard width > 0, let toBest = map.toBest(cell)?.mean else { return 1 }
    return max(1, min(3, 1 + Int((range.upperBound - toBest) / width * 3)))
  }

  private func title(of cell: TuningMap.Cell) -> String {
    let words = map.words(of: cell, blank: "blank pt·s")
    guard let isOpen = map.isOpen(cell) else { return words }
    return words
      + (isOpen ? "; as good as the best, within sampling error" : "; worse than the best (95%)")
  }
}
