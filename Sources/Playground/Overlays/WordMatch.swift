/// Where the words of a query stand in a text, whatever their order and their case.
struct WordMatch: Hashable, Sendable {
  /// Greater the more words of the query begin words of the text, most at its beginning.
  let score: Int
  /// The numbers of the text's characters that were meant.
  let positions: Set<Int>

  /// `nil` when a word of the query does not occur; the empty query is in every text, with score 0.
  init?(_ query: String, in text: String) {
    let letters = Array(text.lowercased())
    var score = 0
    var positions: Set<Int> = []
    for word in query.lowercased().split(separator: " ") {
      let found = letters.indices.filter { letters[$0...].starts(with: word) }
        .map { (place: $0, rank: Self.rank(of: $0, in: letters)) }
      guard let best = found.max(by: { $0.rank < $1.rank }) else { return nil }
      score += best.rank
      positions.formUnion(best.place..<best.place + word.count)
    }
    self.score = score
    self.positions = positions
  }

  private static func rank(of place: Int, in text: [Character]) -> Int {
    guard place > 0 else { return 3 }
    return text[place - 1].isLetter || text[place - 1].isNumber || text[place - 1] == "'" ? 1 : 2
  }
}
