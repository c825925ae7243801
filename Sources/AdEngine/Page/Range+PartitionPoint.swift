extension Range<Int> {
  /// The first number for which `isReached` is true, given that it is false for all before and true for all after; the
  /// end of the range when it is true for none.
  ///
  /// Halves what is left at each step: O(log count).
  @inlinable
  package func partitionPoint(_ isReached: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
