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

/// What stands in the braces of a page, one below the other.
public protocol PageContent {
  /// The elements, from the top on.
  var elements: [PageElement] { get }
}

extension PageContent {
  /// Keeps the content as it is: the column of a page has the margins of the device (`S0.75`).
  public func padding(_ length: Double? = nil) -> Self { self }

  /// Keeps the content as it is: a page has one column, and an ad stands in its middle (`S0.65`).
  public func frame(maxWidth: Double? = nil, alignment: PageAlignment = .center) -> Self { self }
}

/// Where content lies in its frame, in SwiftUI's names.
public enum PageAlignment: Sendable {
  case top, center, bottom, leading, trailing
}

/// A paragraph of a page; blanks and line ends are folded into one blank, as in Markdown.
public struct Text: Hashable, Sendable, PageContent {
  /// The paragraph.
  public let elements: [PageElement]

  /// Makes a paragraph.
  public init(_ text: String) { elements = [.text(text)] }
}

/// A heading of a page.
public struct Heading: Hashable, Sendable, PageContent {
  /// The heading.
  public let elements: [PageElement]

  /// Makes a heading of this level, 1…6; a level outside counts as the nearest.
  public init(_ text: String, level: Int = 1) {
    elements = [.heading(text, level: min(max(level, 1), 6))]
  }
}

/// A link on a line of its own.
public struct Link: Hashable, Sendable, PageContent {
  /// The link.
  public let elements: [PageElement]

  /// Makes a link to a page's file, a heading (`#the-crossing`) or a URL.
  public init(_ text: String, destination: String) {
    elements = [.link(text, destination: destination)]
  }
}

/// Content one below the other, as SwiftUI writes it; the space between is the page's own (`S0.75`).
public struct VStack: Hashable, Sendable, PageContent {
  /// What it stacks.
  public let elements: [PageElement]

  /// Makes a stack.
  public init(
    alignment: PageAlignment = .center, spacing: Double? = nil,
    @PageBuilder _ elements: () -> [PageElement]
  ) {
    self.elements = elements()
  }
}

/// A page as SwiftUI writes a screen that scrolls, with `lazyLoadAd` behind it (`S0.75`): every page scrolls.
public typealias ScrollView = Page

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the page in it, as SwiftUI writes the first screen of an app (`S0.75`).
public func NavigationView(_ page: () -> Page) -> Page { page() }

extension WebAdView {
  /// The text of a label that is not given one: the SDK's default (`S0.78`).
  public static let defaultLabelText = "annonce"

  /// Shows the SDK's label above the ad, or none (`S0.67`, D1).
  public func showAdLabel(_ isShown: Bool, font: LabelFont = .bold10) -> WebAdView {
    showAdLabel(isShown, text: Self.defaultLabelText, font: font)
  }
}

extension WebAdView: PageContent {
  /// The place for the ad.
  public var elements: [PageElement] { [.ad(self)] }
}

/// Lets a page be written as a list of its elements.
@resultBuilder
public enum PageBuilder {
  /// The elements of a content.
  public static func buildExpression(_ content: some PageContent) -> [PageElement] {
    content.elements
  }
  /// Elements that were made before.
  public static func buildExpression(_ elements: [PageElement]) -> [PageElement] { elements }

  /// Elements one below the other.
  public static func buildBlock(_ parts: [PageElement]...) -> [PageElement] { parts.flatMap { $0 } }
  /// The elements of a loop.
  public static func buildArray(_ parts: [[PageElement]]) -> [PageElement] { parts.flatMap { $0 } }
  /// The elements of a condition, if it holds.
  public static func buildOptional(_ part: [PageElement]?) -> [PageElement] { part ?? [] }
  /// The elements of a choice where its first condition holds.
  public static func buildEither(first: [PageElement]) -> [PageElement] { first }
  /// The elements of a choice where its first condition does not hold.
  public static func buildEither(second: [PageElement]) -> [PageElement] { second }
}
