internal import AdSessions

/// The table of keys as a page of a manual, for those who read it outside the playground.
package enum KeyListing {
  /// The cells that the column of keys takes, its indentation included.
  private static let keyColumn = 20

  /// The whole page, in lines of at most 80 cells.
  package static let text: String = {
    var lines = ["NAME", "    adview keys: what the keys of the playground do"]
    for context in KeyContext.inReadingOrder {
      lines += ["", context.title.uppercased()]
      for binding in KeyMap.bindings where binding.context == context {
        let keys = "    " + binding.keyNames.joined(separator: " ")
        let help = binding.help.wrapped(to: 80 - keyColumn)
        for (number, line) in help.enumerated() {
          lines.append((number == 0 ? keys : "").padded(to: keyColumn) + line)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}
