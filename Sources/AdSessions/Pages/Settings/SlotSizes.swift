import AdEngine
import AdRendering

/// A slot's sizes by viewport, as GPT's size mapping ("Ad sizes", November 2026): the largest rule that fits counts.
package struct SlotSizes: Hashable, Sendable {
  /// A size as a page writes it.
  enum AdSize: Hashable, Sendable {
    case fixed(Size)
    /// As wide as the column, and as high as the ad asks to be.
    case fluid
    /// As wide as the viewport, and as high as an anchored adaptive banner is there.
    case adaptive
  }

  /// The sizes for viewports of at least this size; without sizes the slot is left out.
  struct Rule: Hashable, Sendable {
    var least = Size.zero
    var sizes: [AdSize]

    fileprivate func fits(_ viewport: Size) -> Bool {
      least.width <= viewport.width && least.height <= viewport.height
    }
  }

  private var rules: [Rule]

  /// The sizes in a viewport, with a height of 0 for one that depends on the ad; `nil` where no rule fits.
  func sizes(in viewport: Size, column: Double) -> [Size]? {
    let largest = rules.filter { $0.fits(viewport) }.max { one, other in
      (one.least.width, one.least.height) < (other.least.width, other.least.height)
    }
    return largest?.sizes.map { size in
      switch size {
      case .fixed(let size): size
      case .fluid: Size(width: column, height: 0)
      case .adaptive: Size.anchoredAdaptive(in: viewport)
      }
    }
  }
}

extension SlotSizes.AdSize {
  /// The size that a text writes; `nil` for none.
  init?(_ text: String) {
    if let size = Measures.size(text) ?? Self.named[text] {
      self = .fixed(size)
    } else if ["fluid", "FLUID", "INLINE_ADAPTIVE_BANNER"].contains(text) {
      self = .fluid
    } else if ["ADAPTIVE_BANNER", "ANCHORED_ADAPTIVE_BANNER"].contains(text) {
      self = .adaptive
    } else {
      return nil
    }
  }

  /// The sizes that Google's SDK knows by name besides those of the tutorial (`AdSize`, Google Mobile Ads SDK 24,
  /// "Fixed size", October 2026).
  private static let named = [
    "LARGE_BANNER": Size(width: 320, height: 100), "FULL_BANNER": Size(width: 468, height: 60),
    "MEDIUM_RECTANGLE": Size(width: 300, height: 250),
    "LEADERBOARD": Size(width: 728, height: 90),
    "WIDE_SKYSCRAPER": Size(width: 160, height: 600),
  ]
}

extension SlotSizes {
  static let expectedList = "a list such as [320x50, 300x250, fluid]"

  /// The sizes of a list, as `300x250` or GPT's `[300, 250]`, which may stand alone; `nil` for what is none.
  static func list(_ value: YAMLValue) -> [AdSize]? {
    guard case .list(let items) = value.content else { return nil }
    if items.count == 2, let size = value.texts.flatMap({ AdSize($0.joined(separator: "x")) }) {
      return [size]
    }
    let sizes = items.map { item in
      (item.text ?? item.texts?.joined(separator: "x")).flatMap(AdSize.init)
    }
    return sizes.contains(nil) ? nil : sizes.compactMap(\.self)
  }

  /// Reads `sizes`, the size mapping of an `ad` block, with the sizes where none of its rules fits.
  init?(reading keys: KeyReader, otherwise others: [AdSize]?) {
    let expected = "a map of viewports, such as 768x0, each with a list of sizes"
    let entries = keys.value("sizes", expected: expected, \.entries)
    if entries == nil, others == nil { return nil }
    rules = []
    defer { rules += others.map { [Rule(sizes: $0)] } ?? [] }
    for entry in entries ?? [] {
      guard let least = Measures.least(entry.key), let sizes = Self.list(entry.value) else {
        keys.report(
          "sizes of \(entry.key.quoted): expected a viewport such as 768x0 with \(Self.expectedList), or [] for no ad",
          line: entry.line)
        continue
      }
      rules.append(Rule(least: least, sizes: sizes))
    }
  }
}

extension Size {
  /// An anchored adaptive banner: shaped like the banner for such a width, at least 50 points high and at most 15% of the
  /// screen's height or 90 ("Anchored adaptive banners", Google Mobile Ads SDK, November 2026; the steps are those that it was seen to take).
  fileprivate static func anchoredAdaptive(in viewport: Size) -> Size {
    let width = viewport.width
    let height: Double =
      switch width {
      case ...432: width / 320 * 50
      case ...526: 68
      case ...632: width / 468 * 60
      case ...655: 81
      default: width / 728 * 90
      }
    let most = min(90, viewport.height * 0.15)
    return Size(width: width, height: max(50, min(height.rounded(), most.rounded(.down))))
  }
}
