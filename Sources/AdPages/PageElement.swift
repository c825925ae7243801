public import AdEngine

/// Something that stands on a page.
public enum PageElement: Hashable, Sendable {
  /// A paragraph; blanks and line ends are folded into one blank.
  case text(String)
  /// A heading of a level, 1…6.
  case heading(String, level: Int)
  /// A link on a line of its own, to a page's file, a heading (`#the-crossing`) or a URL.
  case link(String, destination: String)
  /// A place for an ad.
  case ad(WebAdView)
}

/// A paragraph of a page; blanks and line ends are folded into one blank, as in Markdown.
public struct Text: Hashable, Sendable {
  let element: PageElement

  /// Makes a paragraph.
  public init(_ text: String) { element = .text(text) }
}

/// A heading of a page.
public struct Heading: Hashable, Sendable {
  let element: PageElement

  /// Makes a heading of this level, 1…6; a level outside counts as the nearest.
  public init(_ text: String, level: Int = 1) {
    element = .heading(text, level: min(max(level, 1), 6))
  }
}

/// A link on a line of its own.
public struct Link: Hashable, Sendable {
  let element: PageElement

  /// Makes a link to a page's file, a heading (`#the-crossing`) or a URL.
  public init(_ text: String, destination: String) {
    element = .link(text, destination: destination)
  }
}

extension WebAdView {
  /// The text of a label that is not given one: the SDK's default (`S0.78`).
  public static let defaultLabelText = "annonce"

  /// Shows the SDK's label above the ad, or none (`S0.67`, D1).
  public func showAdLabel(_ isShown: Bool, font: LabelFont = .bold10) -> WebAdView {
    showAdLabel(isShown, text: Self.defaultLabelText, font: font)
  }
}

/// Lets a page be written as a list of its elements.
@resultBuilder
public enum PageBuilder {
  /// A paragraph as an element.
  public static func buildExpression(_ text: Text) -> [PageElement] { [text.element] }
  /// A heading as an element.
  public static func buildExpression(_ heading: Heading) -> [PageElement] { [heading.element] }
  /// A link as an element.
  public static func buildExpression(_ link: Link) -> [PageElement] { [link.element] }
  /// A place for an ad as an element.
  public static func buildExpression(_ ad: WebAdView) -> [PageElement] { [.ad(ad)] }
  /// Elements that were made before.
  public static func buildExpression(_ elements: [PageElement]) -> [PageElement] { elements }

  /// Elements one below the other.
  public static func buildBlock(_ parts: [PageElement]...) -> [PageElement] {
    parts.flatMap { $0 }
  }
  /// The elements of a loop.
  public static func buildArray(_ parts: [[PageElement]]) -> [PageElement] { parts.flatMap { $0 } }
  /// The elements of a condition, if it holds.
  public static func buildOptional(_ part: [PageElement]?) -> [PageElement] { part ?? [] }
  /// The elements of a choice where its first condition holds.
  public static func buildEither(first: [PageElement]) -> [PageElement] { first }
  /// The elements of a choice where its first condition does not hold.
  public static func buildEither(second: [PageElement]) -> [PageElement] { second }
}
