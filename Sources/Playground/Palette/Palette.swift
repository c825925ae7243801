internal import AdSessions

/// The command palette: a line of text, and the commands that fit it.
struct Palette: Hashable, Sendable {
  /// More characters than this are not taken.
  static let longestText = 60

  /// What was typed so far, made safe.
  private(set) var text = ""
  /// The number of the entry that would be run; it may lie beyond the last.
  private(set) var choice = 0

  /// Takes a character; one that would not be shown as it is, is no part of any command.
  mutating func type(_ character: Character) {
    guard text.count < Self.longestText, String(character).scrubbed == String(character) else {
      return
    }
    text.append(character)
    choice = 0
  }

  mutating func erase() {
    text = String(text.dropLast())
    choice = 0
  }

  mutating func clear() {
    text = ""
    choice = 0
  }

  /// Chooses an entry so many below, or above, of so many; it stays at the ends.
  mutating func move(by entries: Int, of count: Int) {
    choice = max(0, min(count - 1, min(choice, count - 1) + entries))
  }

  /// The entries that fit the text, the best first, seen from a place.
  ///
  /// Thresholds can be set on a page that is live.
  func entries(in context: KeyContext, on stage: Stage? = nil) -> [PaletteEntry] {
    let stage = stage ?? context.stage
    let commands = PaletteEntry.commands(in: context, on: stage)
    guard !text.isEmpty else { return commands }
    let fitting = commands.compactMap { entry in
      FuzzyMatch(text, in: entry.name).map { match in
        (
          entry: entry, match: match,
          placesMeant: match.positions.count { $0 >= entry.wordsCount }
        )
      }
    }
    // Of two that fit equally well, what a command does counts more than where it counts, and less is left over of
    // the shorter.
    let sorted = fitting.sorted { one, other in
      (other.match.score, one.placesMeant, one.entry.name.count)
        < (one.match.score, other.placesMeant, other.entry.name.count)
    }
    let order = stage == .page ? ThresholdOrder(text) : nil
    return (order.map { [PaletteEntry($0)] } ?? [])
      + sorted.map { found in
        var entry = found.entry
        entry.matched = found.match.positions
        return entry
      }
  }
}
