package import AdEngine
import AdRendering
import AdSimulation

/// Something that stands on a page that is written in Swift.
package protocol PageElement: Sendable {
  /// Adds the element below what stands on the page.
  func add(to page: inout PageDraft)
}

/// A paragraph of a page that is written in Swift.
package struct Text: PageElement, Hashable {
  private let text: String

  /// Makes a paragraph; blanks and line ends are folded into one blank, as in Markdown.
  package init(_ text: String) { self.text = text }

  /// Adds the paragraph below what stands on the page.
  package func add(to page: inout PageDraft) { page.addBlock(.paragraph, text) }
}

/// A heading of a page that is written in Swift.
package struct Heading: PageElement, Hashable {
  private let text: String
  private let level: Int

  /// Makes a heading of this level, 1…6; levels outside count as the nearest.
  package init(_ text: String, level: Int = 1) {
    self.text = text
    self.level = min(max(level, 1), 6)
  }

  /// Adds the heading below what stands on the page.
  package func add(to page: inout PageDraft) { page.addBlock(.heading, text, level: level) }
}

/// A link on a line of its own, on a page that is written in Swift.
package struct Link: PageElement, Hashable {
  private let text: String
  private let destination: String

  /// Makes a link to a page's file, a heading (`#the-crossing`) or a URL.
  package init(_ text: String, destination: String) {
    self.text = text
    self.destination = destination
  }

  /// Adds the link below what stands on the page.
  package func add(to page: inout PageDraft) {
    page.addBlock(.paragraph, text, leadingTo: destination)
  }
}

extension WebAdView: PageElement {
  /// Shows the publisher's own label above the ad, or none (`S0.67`, D1).
  package func showAdLabel(_ isShown: Bool, font: LabelFont = .bold10) -> WebAdView {
    showAdLabel(isShown, text: DemoPublisher.label, font: font)
  }

  /// Adds the place for an ad below what stands on the page.
  package func add(to page: inout PageDraft) { page.addSlot(self) }
}

/// A page while its elements are added.
package struct PageDraft: Sendable {
  private(set) var slots: [PageSlot] = []
  private var builder = DocumentBuilder(capacity: 0)

  var document: Document { builder.document }

  mutating func addBlock(
    _ kind: Document.Block.Kind, _ text: String, level: Int = 0, leadingTo target: String? = nil
  ) {
    builder.open(kind, level: level)
    if let target { builder.enterLink(to: target) }
    var text = text.replacing("\0", with: "\u{FFFD}")
    text.withUTF8 { builder.add($0) }
    if target != nil { builder.leaveLink() }
    builder.close()
  }

  mutating func addSlot(_ ad: WebAdView) {
    let number = slots.count + 1
    var ad = ad
    ad.adUnitId = ad.adUnitId.scrubbed
    // A name that another slot has, or may be given by its number, would stand for two.
    let name = ad.id.map(\.scrubbed).flatMap { id in
      slots.contains { $0.name == id }
        || WrittenNumber.whole(id, in: Int.min ... .max).map { $0 != number } ?? id.isEmpty
        ? nil : id
    }
    slots.append(PageSlot(name: name ?? String(number), ad))
    builder.addSlot(number - 1)
  }
}
