/// The word of `words` that `text` was most likely meant to be, if one is near: at most a third of it differs.
func nearest(to text: String, among words: [String]) -> String? {
  let letters = Array(text.lowercased().unicodeScalars.prefix(64))
  guard !letters.isEmpty else { return nil }
  var best: (word: String, distance: Int)?
  for word in words {
    let distance = editDistance(letters, Array(word.lowercased().unicodeScalars))
    if distance <= max(1, word.count / 3), distance < best?.distance ?? .max {
      best = (word, distance)
    }
  }
  return best?.word
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to get from one to the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var before: [Int] = []
  var previous = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var current = [i + 1]
    for (j, b) in right.enumerated() {
      var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1))
      if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
      current.append(cost)
    }
    before = previous
    previous = current
  }
  return previous[right.count]
}
