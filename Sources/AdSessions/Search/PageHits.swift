import AdEngine

/// The hits of a search on a page, in reading order.
///
/// Quotes, lists, code and the texts of images are searched; list marks, ads and labels are not.
package struct PageHits: Hashable, Sendable {
  /// No more hits are kept: one letter is found tens of millions of times in a long page.
  package static let maxCount = 1_000_000

  package let pattern: SearchPattern
  /// The first byte of each hit in the page's text.
  fileprivate let starts: [UInt32]
  /// Whether there are more.
  package let isCutOff: Bool

  package var count: Int { starts.count }
}

extension PageLayout {
  /// Searches the page in one pass.
  package func hits(of pattern: SearchPattern) -> PageHits {
    var starts: [UInt32] = []
    var isCutOff = false
    page.document.text.withUnsafeBufferPointer { text in
      for block in page.document.blocks where !isCutOff {
        pattern.eachMatch(in: text, Int(block.start)..<Int(block.end)) {
          if starts.count < PageHits.maxCount {
            starts.append(UInt32($0.lowerBound))
          } else {
            isCutOff = true
          }
        }
      }
    }
    return PageHits(pattern: pattern, starts: starts, isCutOff: isCutOff)
  }

  /// The top edge of the row of a hit, in points.
  package func top(ofHit number: Int, in hits: PageHits) -> Double {
    top(ofByte: hits.starts[number])
  }

  /// The index of the first hit on a row at or below a height; `nil` if there is none.
  package func firstHit(of hits: PageHits, atOrBelow y: Double) -> Int? {
    let number = hits.starts.indices.partitionPoint { top(ofByte: hits.starts[$0]) >= y }
    return number < hits.count ? number : nil
  }

  /// The parts of a span that belong to hits, with the indices of the hits, from left to right.
  package func hits(
    _ hits: PageHits, in span: PageSpan
  ) -> [(number: Int, bytes: Range<Int>)] {
    let text = page.document.text
    let stretch = span.bytes.startIndex..<span.bytes.endIndex
    var found: [(Int, Range<Int>)] = []
    // The hit before the first that begins in the span may reach into it.
    let first = hits.starts.indices.partitionPoint { Int(hits.starts[$0]) >= stretch.lowerBound }
    var number = max(0, first - 1)
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

  /// The top edge of the row of a byte, in points.
  private func top(ofByte byte: UInt32) -> Double {
    let next = table.lines.indices.partitionPoint { table.lines[$0].start > byte }
    return top(ofLine: max(0, next - 1))
  }
}
