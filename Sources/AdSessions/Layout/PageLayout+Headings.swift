import AdEngine

extension PageLayout {
  /// The top of the heading for a fragment, in points, by GitHub's names: lower case, hyphens, duplicates with a number.
  package func top(ofHeading fragment: String) -> Double? {
    let wanted = fragment.lowercased()
    var seen: [String: Int] = [:]
    for (number, block) in page.document.blocks.enumerated() where block.kind == .heading {
      let name = Self.headingName(page.document.plainText(of: block))
      let count = seen[name, default: 0]
      seen[name] = count + 1
      if wanted == (count == 0 ? name : "\(name)-\(count)") { return top(ofBlock: number) }
    }
    return nil
  }

  private static func headingName(_ text: String) -> String {
    String(
      text.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }

  private func top(ofBlock block: Int) -> Double? {
    let first = table.lines.indices.partitionPoint { table.lines[$0].block >= block }
    // A gap row belongs to the next block.
    return table.lines[first...].firstIndex { $0.kind != .gap }.map(top(ofLine:))
  }
}
