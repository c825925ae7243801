/// Finds what someone may have meant who wrote something unknown.
package enum DidYouMean {
  /// The word of `known` nearest to `word`, if one is near: at most two edits, and fewer than half its letters.
  package static func suggestion(for word: String, among known: [String]) -> String? {
    guard word.utf8.count <= 40 else { return nil }
    let word = word.lowercased()
    var best: (word: String, slips: Int)?
    for candidate in known where abs(candidate.utf8.count - word.utf8.count) <= 2 {
      let slips = distance(word, candidate.lowercased())
      guard slips <= 2, slips * 2 < candidate.count else { continue }
      // Of equally near ones the one that the word begins.
      let isBegun = slips == best?.slips && candidate.hasPrefix(word)
      if isBegun || slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.word
  }

  /// The number of letters to add, drop, change, or swap with their neighbour that leads from one word to another.
  static func distance(_ from: String, _ to: String) -> Int {
    let (from, to) = (Array(from), Array(to))
    guard !to.isEmpty else { return from.count }
    var before: [Int] = []
    var row = Array(0...to.count)
    for i in 0..<from.count {
      var next = [i + 1]
      for j in 0..<to.count {
        var least = min(row[j + 1], next[j]) + 1
        least = min(least, row[j] + (from[i] == to[j] ? 0 : 1))
        if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[to.count]
  }
}
