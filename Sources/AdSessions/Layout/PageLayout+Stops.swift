import AdEngine

/// Something on a page that can be acted on: a link or an ad.
public struct PageStop: Hashable, Sendable {
  /// What it is.
  public enum Target: Hashable, Sendable {
    /// A link, by its number.
    case link(Int)
    /// A slot, by its number.
    case slot(Int)
  }
  /// What it is.
  public var target: Target
  /// Where it begins, in points from the top of the page.
  public var y: Double
}

/// A link of a page.
public struct PageLink: Hashable, Sendable {
  /// Where it leads, as the page writes it; scrubbed.
  public var target: String
  /// The top of the row on which it begins, in points from the top of the page.
  public var y: Double
}

extension PageLayout {
  /// The links and slots of the page in reading order; an element is made when it is asked for.
  public var stops: Stops { Stops(layout: self) }

  /// The links of the page in reading order; an element is made when it is asked for.
  public var links: Links { Links(layout: self) }

  /// The stops of a page.
  public struct Stops: RandomAccessCollection, Sendable {
    fileprivate let layout: PageLayout

    /// The number of the first stop.
    public var startIndex: Int { 0 }
    /// The number behind that of the last stop.
    public var endIndex: Int { layout.table.stops.count }

    /// The stop with a number.
    public subscript(number: Int) -> PageStop {
      let stop = Int(layout.table.stops[number])
      return stop < 0
        ? PageStop(target: .slot(-1 - stop), y: layout.slotTops[-1 - stop])
        : PageStop(target: .link(stop), y: layout.top(ofLink: stop))
    }

    /// The number of the first stop at or below a height.
    public func first(atOrBelow y: Double) -> Int? {
      let first = indices.partitionPoint { self[$0].y >= y }
      return first < endIndex ? first : nil
    }
  }

  /// The links of a page.
  public struct Links: RandomAccessCollection, Sendable {
    fileprivate let layout: PageLayout

    /// The number of the first link.
    public var startIndex: Int { 0 }
    /// The number behind that of the last link.
    public var endIndex: Int { layout.table.linkLines.count }

    /// The link with a number.
    public subscript(number: Int) -> PageLink {
      PageLink(target: layout.page.document.links[number].target, y: layout.top(ofLink: number))
    }
  }

  private func top(ofLink link: Int) -> Double { top(ofLine: Int(table.linkLines[link])) }

  /// The top edge of the row on which a line begins, in points.
  func top(ofLine index: Int) -> Double {
    let segment = table.segment(of: index)
    return segmentTops[segment] + Double(table.lines[index].row) * Self.rowHeight
  }
}
