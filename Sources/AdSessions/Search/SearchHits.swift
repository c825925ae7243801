import AdEngine

/// The hits of a search, in reading order: of quotes, lists, code and image texts, not of list marks, ads and labels.
package struct SearchHits: Hashable, Sendable {
  package let pattern: SearchPattern
  /// The first byte of each hit in the page's text, in ascending order.
  fileprivate let starts: [UInt32]

  package var count: Int { starts.count }
}

extension PageLayout {
  package func hits(of pattern: SearchPattern) -> SearchHits {
    var starts: [UInt32] = []
    page.document.text.withUnsafeBufferPointer { text in
      for block in page.document.blocks where block.kind != .slot {
        pattern.eachMatch(in: text, Int(block.start)..<Int(block.end)) {
          starts.append(UInt32($0.lowerBound))
        }
      }
    }
    return SearchHits(pattern: pattern, starts: starts)
  }

  /// The top edge of the row of a hit, in points.
  package func top(ofHit number: Int, in hits: SearchHits) -> Double {
    hits.starts.indices.contains(number) ? top(ofByte: hits.starts[number]) : 0
  }

  /// The index of the first hit on a row at or below a height; `nil` if there is none.
  package func firstHit(of hits: SearchHits, atOrBelow y: Double) -> Int? {
    let first = hits.starts.indices.partitionPoint { top(ofByte: hits.starts[$0]) >= y }
    return first < hits.count ? first : nil
  }

  /// The parts of a span that belong to hits, with the indices of the hits, from left to right.
  package func hits(_ hits: SearchHits, in span: LayoutSpan) -> [(number: Int, bytes: Range<Int>)] {
    let text = page.document.text
    let range = span.bytes.startIndex..<span.bytes.endIndex
    // A hit that begins before the span may reach into it.
    let first = max(
      0, hits.starts.indices.partitionPoint { hits.starts[$0] > range.lowerBound } - 1)
    var found: [(Int, Range<Int>)] = []
    for (number, start) in hits.starts.enumerated().dropFirst(first) {
      guard start < range.upperBound else { break }
      let end = text.withUnsafeBufferPointer {
        hits.pattern.end(ofMatchAt: Int(start), in: $0, before: text.count)
      }
      guard let end else { continue }
      let part = (Int(start)..<end).clamped(to: range)
      if !part.isEmpty { found.append((number, part)) }
    }
    return found
  }

  /// The top edge of the row of a byte, in points.
  private func top(ofByte byte: UInt32) -> Double {
    let next = table.lines.indices.partitionPoint { table.lines[$0].start > byte }
    return top(ofLine: max(0, next - 1))
  }
}
