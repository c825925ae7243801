import AdSessions

/// What the pages of reports have in common: a page of HTML that stands alone, without scripts and without a network.
package enum HTMLReport {
  /// A page of a title, which is scrubbed, and of elements of HTML.
  package static func page(title: String, body: String) -> String {
    let title = title.scrubbed.escapedForXML
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(body)
      </body>
      </html>

      """
  }

  private static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
      color: #1c1c1c; background: #fff; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
    th, td { padding: .15rem .8rem .15rem 0; text-align: right; border-bottom: 1px solid #ddd; }
    td { white-space: nowrap; }
    th.t, td.t { text-align: left; white-space: normal; }
    svg, img { max-width: 100%; height: auto; }
    svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
    .s { display: inline-block; width: .9em; height: .9em; border: 1px solid #8888; vertical-align: -.1em; }
    @media (prefers-color-scheme: dark) { body { color: #ddd; background: #16181c; } th, td { border-color: #444; } }
    """

  /// A table; in the first `texts` columns are texts, in the others numbers.
  package static func table(_ rows: [[String]], head: [String], texts: Int) -> String {
    func line(_ cells: [String], _ tag: String) -> String {
      let cells = cells.enumerated().map { index, cell in
        "<\(tag)\(index < texts ? " class=\"t\"" : "")>\(cell.escapedForXML)</\(tag)>"
      }
      return "<tr>" + cells.joined() + "</tr>"
    }
    return "<table>\n" + ([line(head, "th")] + rows.map { line($0, "td") }).joined(separator: "\n")
      + "\n</table>"
  }
}
