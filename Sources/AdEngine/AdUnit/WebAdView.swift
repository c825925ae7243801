/// A place for an ad, declared as in the SDK guide: the unit, the container's sizes, the label, the targeting
/// (`S0.61`–`S0.86`, `S1.16`–`S1.30`).
///
///     WebAdView(adUnitId: "div-gpt-ad-mobile_1", initialHeight: 320)
///       .customTargeting("section", "homepage")
///       .showAdLabel(true, text: "Sponsored", font: .caption.bold())
///
/// Each modifier returns a changed copy. Bounds shape the page alone: the ad server decides what it delivers (`S0.60`).
public struct WebAdView: Hashable, Sendable {
  /// The text above an ad, and its font.
  public struct Label: Hashable, Sendable {
    /// The text, as it was given: what is shown of it must be scrubbed.
    public var text: String
    /// The font of the text; where fonts have one size only its weight shows.
    public var font: LabelFont

    /// Makes a label; without a font, the SDK's default: system, bold, 10 points.
    public init(_ text: String, font: LabelFont = .bold10) {
      (self.text, self.font) = (text, font)
    }
  }

  /// The ad unit id; two places may carry the same (D16).
  public var adUnitId: String
  /// The size of the container before an ad is there, in points; no request names it (`S0.60`, `S0.70`).
  public var initialSize: Size
  /// The bounds of the container; none where those that were given cannot be kept.
  public var constraints = ContainerConstraints.none
  /// What cannot be kept of the bounds that were given.
  public private(set) var problem: ConstraintsError?
  /// The label above the ad, if there is one.
  public var label: Label?
  /// What campaigns are chosen by.
  public var targeting = CustomTargeting()
  /// What the place is called, if it was given a name; under another name it is another place, with a new ad (`S0.73`).
  public private(set) var id: String?

  /// Makes a place without label and targeting.
  ///
  /// Sizes are in points; a `nil` bound is open. An initial side that no ad can have becomes 320.
  public init(
    adUnitId: String,
    initialWidth: Double = 320,
    initialHeight: Double = 320,
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil
  ) {
    self.adUnitId = adUnitId
    let initial = Size(width: initialWidth, height: initialHeight)
    initialSize = initial.isPlausible ? initial : Size(width: 320, height: 320)
    do {
      constraints = try ContainerConstraints(
        minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight)
    } catch {
      problem = error
    }
  }

  /// The size of the container before an ad is there: the initial size within the bounds.
  package var initialFrame: Size {
    var size = constraints.frame(for: initialSize)
    if constraints.collapse == .before { size.height = 0 }
    return size
  }
}

extension WebAdView {
  /// Shows a label above the ad, or none (`S0.67`–`S0.69`).
  public func showAdLabel(_ isShown: Bool, text: String, font: LabelFont = .bold10) -> WebAdView {
    with { $0.label = isShown ? Label(text, font: font) : nil }
  }

  /// Sets a targeting key to one value, in place of those it had (`S0.21`, `S1.25`).
  public func customTargeting(_ key: String, _ value: String) -> WebAdView {
    with { $0.targeting.set(key, to: value) }
  }

  /// Sets a targeting key to these values, in place of those it had; an empty list changes nothing (`S0.22`, `S1.27`).
  public func customTargeting(_ key: String, _ values: [String]) -> WebAdView {
    with { $0.targeting.set(key, to: values) }
  }

  /// Names the place; another name makes it another place, whose ad is loaded again (`S0.73`).
  public func id(_ id: some CustomStringConvertible) -> WebAdView {
    with { $0.id = id.description }
  }

  /// Says what becomes of an ad that is larger than the bounds (D24).
  public func overflow(_ overflow: ContainerConstraints.Overflow) -> WebAdView {
    with { $0.constraints.overflow = overflow }
  }

  /// Says which size the container takes when its ad was released (D23).
  public func placeholder(_ placeholder: ContainerConstraints.Placeholder) -> WebAdView {
    with { $0.constraints.placeholder = placeholder }
  }

  /// Says whether the container is without height while there is no ad.
  public func collapse(_ collapse: ContainerConstraints.Collapse) -> WebAdView {
    with { $0.constraints.collapse = collapse }
  }

  private func with(_ change: (inout WebAdView) -> Void) -> WebAdView {
    var copy = self
    change(&copy)
    return copy
  }
}
