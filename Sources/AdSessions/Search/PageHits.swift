import AdEngine

/// The hits of a search on a page, in reading order.
///
/// Quotes, lists, code and the texts of images are searched; list marks, ads and labels are not.
package struct PageHits: Hashable, Sendable {
  /// How many hits are kept.
  ///
  /// Of more than this every second is forgotten, and found again when it is asked for: one letter may be found tens of
  /// millions of times.
  package static let maxKept = 1 << 20

  package let pattern: SearchPattern
  package private(set) var count = 0
  /// The first byte in the page's text of each hit whose number is a multiple of ``stride``.
  fileprivate private(set) var starts: [UInt32] = []
  fileprivate private(set) var stride = 1
  private let maxKept: Int

  fileprivate init(_ pattern: SearchPattern, maxKept: Int) {
    self.pattern = pattern
    self.maxKept = maxKept
  }

  fileprivate mutating func append(_ start: Int) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    if starts.count == maxKept {
      starts = starts.indices.filter { $0.isMultiple(of: 2) }.map { starts[$0] }
      stride *= 2
    }
    starts.append(UInt32(start))
  }
}

extension PageLayout {
  /// Searches the page in one pass; `maxKept` is even.
  package func hits(of pattern: SearchPattern, maxKept: Int = PageHits.maxKept) -> PageHits {
    var hits = PageHits(pattern, maxKept: maxKept)
    eachHit(of: pattern) {
      hits.append($0)
      return true
    }
    return hits
  }

  /// The top edge of the row of a hit, in points.
  package func top(ofHit number: Int, in hits: PageHits) -> Double {
    top(ofByte: start(ofHit: number, in: hits))
  }

  /// The index of the first hit on a row at or below a height; `nil` if there is none.
  package func firstHit(of hits: PageHits, atOrBelow y: Double) -> Int? {
    let number = firstHit(of: hits) { top(ofByte: $0) >= y }
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
    var number = max(0, firstHit(of: hits) { Int($0) >= stretch.lowerBound } - 1)
    while number < hits.count {
      let start = Int(start(ofHit: number, in: hits))
      guard start < stretch.upperBound else { break }
      let end = text.withUnsafeBufferPointer {
        hits.pattern.end(ofMatchAt: start, in: $0, before: text.count)
      }
      if let end {
        let part = (start..<end).clamped(to: stretch)
        if !part.isEmpty { found.append((number, part)) }
      }
      number += 1
    }
    return found
  }

  /// The index of the first hit whose first byte satisfies a condition, which all hits after it satisfy; their number if none does.
  private func firstHit(of hits: PageHits, where isBehind: (UInt32) -> Bool) -> Int {
    let next = hits.starts.indices.partitionPoint { isBehind(hits.starts[$0]) }
    guard next > 0, hits.stride > 1 else { return next }
    var number = (next - 1) * hits.stride
    eachHit(of: hits.pattern, from: hits.starts[next - 1]) {
      if isBehind(UInt32($0)) { return false }
      number += 1
      return true
    }
    return number
  }

  private func start(ofHit number: Int, in hits: PageHits) -> UInt32 {
    let kept = hits.starts[number / hits.stride]
    var start = kept
    var left = number % hits.stride
    guard left > 0 else { return kept }
    eachHit(of: hits.pattern, from: kept) {
      start = UInt32($0)
      left -= 1
      return left >= 0
    }
    return start
  }

  /// Calls `body` with the first byte of each hit, from that at a byte on, until it returns `false`.
  private func eachHit(
    of pattern: SearchPattern, from byte: UInt32 = 0, _ body: (Int) -> Bool
  ) {
    let blocks = page.document.blocks
    let first = blocks.indices.partitionPoint { blocks[$0].end > byte }
    page.document.text.withUnsafeBufferPointer { text in
      for block in blocks[first...] {
        let goesOn = pattern.eachMatch(in: text, Int(max(block.start, byte))..<Int(block.end)) {
          body($0.lowerBound)
        }
        guard goesOn else { return }
      }
    }
  }

  /// The top edge of the row of a byte, in points.
  private func top(ofByte byte: UInt32) -> Double {
    let next = table.lines.indices.partitionPoint { table.lines[$0].start > byte }
    return top(ofLine: max(0, next - 1))
  }
}
