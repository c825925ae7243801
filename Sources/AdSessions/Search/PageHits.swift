/// Where a text occurs on a page, in reading order.
///
/// Words of quotes, lists, code and images count; the marks left of them, ads and labels do not.
public struct PageHits: Hashable, Sendable {
  /// What was searched for.
  public let pattern: SearchPattern
  /// The first byte of each hit in the page's text.
  fileprivate let starts: [UInt32]

  /// How many there are.
  public var count: Int { starts.count }
}

extension PageLayout {
  /// Finds a text on the page; looks at every byte once.
  public func hits(of pattern: SearchPattern) -> PageHits {
    var starts: [UInt32] = []
    page.document.text.withUnsafeBufferPointer { text in
      for block in page.document.blocks {
        pattern.eachMatch(in: text, Int(block.start)..<Int(block.end)) {
          starts.append(UInt32($0.lowerBound))
        }
      }
    }
    return PageHits(pattern: pattern, starts: starts)
  }

  /// The top edge of the row on which a hit begins, in points.
  public func top(ofHit number: Int, in hits: PageHits) -> Double {
    top(ofByte: hits.starts[number])
  }

  /// The number of the first hit on a row at or below a height; `nil` if there is none.
  public func firstHit(of hits: PageHits, atOrBelow y: Double) -> Int? {
    let number = Self.first(in: hits.starts) { top(ofByte: $0) >= y }
    return number < hits.count ? number : nil
  }

  /// The parts of a span that belong to hits, and the numbers of those, from left to right.
  public func hits(
    _ hits: PageHits, in span: PageSpan
  ) -> [(number: Int, bytes: Range<Int>)] {
    let text = page.document.text
    let stretch = span.bytes.startIndex..<span.bytes.endIndex
    var found: [(Int, Range<Int>)] = []
    // The hit before the first that begins in the span may reach into it.
    var number = max(0, Self.first(in: hits.starts) { Int($0) >= stretch.lowerBound } - 1)
    text.withUnsafeBufferPointer { text in
      while number < hits.count, Int(hits.starts[number]) < stretch.upperBound {
        let start = Int(hits.starts[number])
        if let end = hits.pattern.end(ofMatchAt: start, in: text, before: text.count) {
          let part = (start..<end).clamped(to: stretch)
          if !part.isEmpty { found.append((number, part)) }
        }
        number += 1
      }
    }
    return found
  }

  /// The index of the first element that satisfies a condition which all after it satisfy too.
  private static func first(in starts: [UInt32], where isReached: (UInt32) -> Bool) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The top edge of the row on which a byte of the text stands, in points.
  private func top(ofByte byte: UInt32) -> Double {
    var low = 0
    var high = table.lines.count
    while low < high {
      let middle = (low + high) / 2
      if table.lines[middle].start <= byte { low = middle + 1 } else { high = middle }
    }
    return top(ofLine: max(0, low - 1))
  }
}
