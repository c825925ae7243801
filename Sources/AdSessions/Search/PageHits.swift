import AdEngine

/// The hits of a search on a page, in reading order.
///
/// Quotes, lists, code and the texts of images are searched; list marks, ads and labels are not. One letter may be found tens of
/// millions of times, so hits are not kept, but found again from the first one in the same stretch of text.
package struct PageHits: Hashable, Sendable {
  /// The number of bytes of a stretch.
  package static let stretch = 4096

  package let pattern: SearchPattern
  package private(set) var count = 0
  /// The first hit of each stretch that has one.
  fileprivate private(set) var anchors: [Anchor] = []
  private let stretch: Int

  fileprivate struct Anchor: Hashable, Sendable {
    var number: Int
    /// The first byte in the page's text.
    var start: Int
    /// The end of the stretch.
    var end: Int
  }

  fileprivate init(_ pattern: SearchPattern, stretch: Int) {
    self.pattern = pattern
    self.stretch = stretch
  }

  fileprivate mutating func append(_ start: Int) {
    if start >= anchors.last?.end ?? 0 {
      anchors.append(Anchor(number: count, start: start, end: (start / stretch + 1) * stretch))
    }
    count += 1
  }

  /// The index of the last anchor that is not behind what is looked for, or of the first.
  fileprivate func anchor(where isBehind: (Anchor) -> Bool) -> Int {
    max(0, anchors.indices.partitionPoint { isBehind(anchors[$0]) } - 1)
  }
}

extension PageLayout {
  /// Searches the page in one pass.
  package func hits(of pattern: SearchPattern, stretch: Int = PageHits.stretch) -> PageHits {
    var hits = PageHits(pattern, stretch: stretch)
    _ = eachMatch(of: pattern, 0..<page.document.text.count) {
      hits.append($0)
      return true
    }
    return hits
  }

  /// The top edge of the row of a hit, in points.
  package func top(ofHit number: Int, in hits: PageHits) -> Double {
    var top = 0.0
    eachHit(of: hits, from: hits.anchor { $0.number > number }) { found, start in
      guard found == number else { return true }
      top = self.top(ofByte: start)
      return false
    }
    return top
  }

  /// The index of the first hit on a row at or below a height; `nil` if there is none.
  package func firstHit(of hits: PageHits, atOrBelow y: Double) -> Int? {
    var first: Int?
    eachHit(of: hits, from: hits.anchor { top(ofByte: $0.start) >= y }) { number, start in
      guard top(ofByte: start) >= y else { return true }
      first = number
      return false
    }
    return first
  }

  /// The parts of a span that belong to hits, with the indices of the hits, from left to right.
  package func hits(
    _ hits: PageHits, in span: PageSpan
  ) -> [(number: Int, bytes: Range<Int>)] {
    let text = page.document.text
    let range = span.bytes.startIndex..<span.bytes.endIndex
    var found: [(Int, Range<Int>)] = []
    // A hit that begins before the span may reach into it.
    eachHit(of: hits, from: hits.anchor { $0.start > range.lowerBound }) { number, start in
      guard start < range.upperBound else { return false }
      let end = text.withUnsafeBufferPointer {
        hits.pattern.end(ofMatchAt: start, in: $0, before: text.count)
      }
      if let end {
        let part = (start..<end).clamped(to: range)
        if !part.isEmpty { found.append((number, part)) }
      }
      return true
    }
    return found
  }

  /// Calls `body` with the number and the first byte of each hit, from that of an anchor on, until it returns `false`.
  private func eachHit(of hits: PageHits, from first: Int, _ body: (Int, Int) -> Bool) {
    for anchor in hits.anchors.dropFirst(first) {
      var number = anchor.number
      let goesOn = eachMatch(of: hits.pattern, anchor.start..<anchor.end) {
        defer { number += 1 }
        return body(number, $0)
      }
      guard goesOn else { return }
    }
  }

  /// Calls `body` with the first byte of each match that begins in a range, until it returns `false`, and returns whether it
  /// never did.
  private func eachMatch(
    of pattern: SearchPattern, _ range: Range<Int>, _ body: (Int) -> Bool
  ) -> Bool {
    let blocks = page.document.blocks
    let first = blocks.indices.partitionPoint { Int(blocks[$0].end) > range.lowerBound }
    return page.document.text.withUnsafeBufferPointer { text in
      for block in blocks[first...] where block.kind != .slot {
        guard block.start < range.upperBound else { break }
        let bytes = Int(block.start)..<Int(block.end)
        let goesOn = pattern.eachMatch(in: text, bytes, startingIn: range.clamped(to: bytes)) {
          body($0.lowerBound)
        }
        guard goesOn else { return false }
      }
      return true
    }
  }

  /// The top edge of the row of a byte, in points.
  private func top(ofByte byte: Int) -> Double {
    let next = table.lines.indices.partitionPoint { table.lines[$0].start > byte }
    return top(ofLine: max(0, next - 1))
  }
}
