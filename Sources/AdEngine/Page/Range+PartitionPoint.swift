extension Range<Int> {
  /// The first number for which `isReached`, which stays true once it is; the end if there is none; O(log count).
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
