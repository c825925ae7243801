/// How well what a user types fits a text, and where.
///
/// Each word of the query has to occur in the text as a subsequence, in upper or lower case; their order is free.
/// Letters at the beginnings of words and letters that stand together count more than letters that lie about.
struct FuzzyMatch: Hashable, Sendable {
  let score: Int
  /// The numbers of the text's characters that were meant.
  let positions: Set<Int>

  private static let letter = 1
  private static let startOfWord = 8
  private static let startOfText = 4
  private static let adjacent = 13

  /// Matches a query with a text; `nil` when a word of the query does not occur in it.
  ///
  /// Nothing is in every text, with a score of 0. The cost grows with the lengths of both.
  init?(_ query: String, in text: String) {
    let letters = Array(text.lowercased())
    var score = 0
    var positions: Set<Int> = []
    for word in query.lowercased().split(separator: " ") {
      guard let best = Self.match(Array(word), in: letters) else { return nil }
      score += best.score
      positions.formUnion(best.positions)
    }
    self.score = score
    self.positions = positions
  }

  /// The best way to find a word in a text.
  ///
  /// Row by row, a row for each letter of the word: `best[i]` is the best score of the word so far with its last letter
  /// at `i`, and `steps` says where the letter before it was then.
  private static func match(
    _ word: [Character], in text: [Character]
  ) -> (score: Int, positions: [Int])? {
    var best = [Int?](repeating: nil, count: text.count)
    var steps: [[Int]] = []
    for (number, letter) in word.enumerated() {
      var next = [Int?](repeating: nil, count: text.count)
      var step = [Int](repeating: -1, count: text.count)
      // The best of all places before the one that is looked at.
      var earlier: (score: Int, place: Int)?
      for place in text.indices {
        if text[place] == letter {
          var before = number == 0 ? (score: 0, place: -1) : earlier
          if place > 0, let score = best[place - 1], score + adjacent > before?.score ?? .min {
            before = (score + adjacent, place - 1)
          }
          if let before {
            next[place] = before.score + value(of: place, in: text)
            step[place] = before.place
          }
        }
        if let score = best[place], score > earlier?.score ?? .min { earlier = (score, place) }
      }
      best = next
      steps.append(step)
    }
    guard var place = best.indices.filter({ best[$0] != nil }).max(by: { isWorse(best, $0, $1) }),
      let score = best[place]
    else { return nil }
    var positions: [Int] = []
    for step in steps.reversed() {
      positions.append(place)
      place = step[place]
    }
    return (score, positions)
  }

  /// Of two equally good places the first is the better.
  private static func isWorse(_ scores: [Int?], _ one: Int, _ other: Int) -> Bool {
    let one = (scores[one] ?? .min, -one)
    let other = (scores[other] ?? .min, -other)
    return one < other
  }

  private static func value(of place: Int, in text: [Character]) -> Int {
    guard place > 0 else { return letter + startOfWord + startOfText }
    let isStart = isPartOfWord(text[place]) && !isPartOfWord(text[place - 1])
    return letter + (isStart ? startOfWord : 0)
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "'"
  }
}
