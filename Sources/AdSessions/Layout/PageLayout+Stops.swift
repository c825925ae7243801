import AdEngine

/// A link or an ad, which the user can act on.
package struct FocusStop: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case link(Int)
    case slot(Int)
  }
  package var target: Target
  /// The top edge, in points from the top of the page.
  package var y: Double
}

extension PageLayout {
  /// The links and slots of the page in reading order, made on access.
  package var stops: Stops { Stops(layout: self) }

  package struct Stops: RandomAccessCollection, Sendable {
    fileprivate let layout: PageLayout

    package var startIndex: Int { 0 }
    package var endIndex: Int { layout.table.stops.count }

    package subscript(number: Int) -> FocusStop {
      let stop = Int(layout.table.stops[number])
      return stop < 0
        ? FocusStop(target: .slot(-1 - stop), y: layout.slotTops[-1 - stop])
        : FocusStop(target: .link(stop), y: layout.top(ofLink: stop))
    }

    package func first(atOrBelow y: Double) -> Int? {
      guard !layout.isPlaced else {
        let below = indices.filter { layout.contains(slot: $0) && self[$0].y >= y }
        return below.min { (self[$0].y, $0) < (self[$1].y, $1) }
      }
      let first = indices.partitionPoint { self[$0].y >= y }
      return first < endIndex ? first : nil
    }
  }

  /// Where a link leads; links are numbered in reading order.
  package func target(ofLink link: Int) -> String { page.document.links[link].target }

  /// The top edge of the first row of a link, in points from the top of the page.
  package func top(ofLink link: Int) -> Double { top(ofLine: Int(table.linkLines[link])) }

  /// The top edge of the row on which a line begins, in points.
  func top(ofLine index: Int) -> Double {
    let segment = table.segment(of: index)
    return segmentTops[segment] + Double(table.lines[index].row) * Self.rowHeight
  }
}
