/// The bounds of an ad's container: they shape the frame, never what is asked for (`S0.34`, `S0.71`, `S1.19`).
public struct ContainerConstraints: Hashable, Sendable {
  /// What becomes of an ad that does not fit the bounds (D24).
  public enum Overflow: String, CaseIterable, Sendable {
    /// The frame ends at the bound and cuts the ad, as the SDK's code does (`S1.23`).
    case clamp
    /// The frame takes the ad's own size beyond the greatest, as the SDK's guide promises (`S0.72`); the default.
    case preferFullAd
  }

  /// The size of the frame after its ad was released (D23).
  public enum Placeholder: String, CaseIterable, Sendable {
    /// That of the last ad, so that nothing below it jumps.
    case delivered
    /// That of the slot before its first ad.
    case initial
  }

  /// Whether the frame is without height while there is no ad (GPT, `collapseDiv`, "Collapse empty ad slots", November 2026).
  public enum Collapse: String, CaseIterable, Sendable {
    /// It never is.
    case never
    /// Once the ad server had no ad.
    case empty
    /// Until the first ad, and once the ad server had none.
    case before
  }

  /// The least width and height of the frame, in points; 0 where nothing is said.
  public let minSize: Size
  /// The greatest width and height of the frame, in points; infinity where nothing is said.
  public let maxSize: Size
  /// What becomes of an ad that does not fit.
  public var overflow = Overflow.preferFullAd
  /// The size of the frame after its ad was released.
  public var placeholder = Placeholder.delivered
  /// Whether the frame is without height while there is no ad.
  public var collapse = Collapse.never

  /// Bounds that leave every size as it is.
  public static let none = ContainerConstraints(
    minSize: Size(width: 0, height: 0), maxSize: Size(width: .infinity, height: .infinity))
}

extension ContainerConstraints {
  /// Makes bounds in points; `nil` leaves a side open.
  ///
  /// - Throws: ``ConstraintsError`` for a bound that no frame can have, or a greatest side below the least (D24).
  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil,
    overflow: Overflow = .preferFullAd,
    placeholder: Placeholder = .delivered
  ) throws(ConstraintsError) {
    for (name, bound) in [
      ("minWidth", minWidth), ("maxWidth", maxWidth), ("minHeight", minHeight),
      ("maxHeight", maxHeight),
    ] {
      guard let bound, !(bound > 0 && bound <= Size.maxSide) else { continue }
      throw ConstraintsError(
        description:
          "\(name) \(bound): expected more than 0 and at most \(Int(Size.maxSide)) points")
    }
    for (side, low, high) in [("Width", minWidth, maxWidth), ("Height", minHeight, maxHeight)] {
      guard let low, let high, low > high else { continue }
      throw ConstraintsError(
        description: "max\(side) \(high): expected at least min\(side), \(low)")
    }
    self.init(
      minSize: Size(width: minWidth ?? 0, height: minHeight ?? 0),
      maxSize: Size(width: maxWidth ?? .infinity, height: maxHeight ?? .infinity),
      overflow: overflow, placeholder: placeholder)
  }

  /// The frame of an ad: each side `min(max(side, least), greatest)` (`S1.23`), without the greatest where it is preferred.
  package func frame(for ad: Size) -> Size {
    let size = Size(width: max(ad.width, minSize.width), height: max(ad.height, minSize.height))
    switch overflow {
    case .clamp:
      return Size(width: min(size.width, maxSize.width), height: min(size.height, maxSize.height))
    case .preferFullAd: return size
    }
  }
}

/// Bounds of a container that cannot be kept.
public struct ConstraintsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the values.
  public let description: String
}
