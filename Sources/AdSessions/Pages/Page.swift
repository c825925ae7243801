package import AdEngine
package import AdRendering
import AdSimulation

/// A page: what it says, what its front matter sets, and its places for ads.
package struct Page: Hashable, Sendable {
  /// The title: of the front matter, else the first heading, else the file's name.
  package var title: String
  /// What the front matter sets.
  package var settings: PageSettings
  /// The places for ads, in page order.
  package internal(set) var slots: [DeclaredSlot]
  package let document: Document
  /// Shows whether the page's file has changed: 16 hexadecimal digits made from its bytes.
  package let digest: String

  /// What the ad server will not take of a slot's targeting as it was meant, hints about unknown keys included (`S0.26`).
  package func targetingProblems(ofSlot slot: Int) -> [TargetingProblem] {
    slots[slot].ad.targeting.problems(configured: settings.knownTargeting)
  }
}

package struct ReadingOptions: Hashable, Sendable {
  /// The rule by which a page without `ad` blocks gets ads, if one was asked for; ``AdRule/standard`` if none was.
  package var ads: AdRule?
  /// The responses that the page names; without them its ads are simulated.
  package var bids: BidFolder?
  /// The renderers and plug-ins of the program.
  package var catalog: PluginCatalog

  package init(ads: AdRule? = nil, bids: BidFolder? = nil, catalog: PluginCatalog = .standard) {
    (self.ads, self.bids, self.catalog) = (ads, bids, catalog)
  }
}

extension Page {
  /// Longer files are no pages, in bytes.
  package static let maxLength = 4 << 20

  /// Reads a page from any bytes; what is not as it should be becomes a problem under `name`, the file's name or a path.
  package static func read(
    _ bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) -> (page: Page, problems: [Problem]) {
    read(PageSource(bytes, name: name), options: options)
  }

  package static func read(
    _ source: PageSource, options: ReadingOptions = ReadingOptions()
  ) -> (page: Page, problems: [Problem]) {
    let problems = Problems(file: source.name, source.problems)
    let markdown = source.readMarkdown()
    var document = markdown.document
    let lines = source.frontMatter.lines
    if let (limit, line) = markdown.exceeded {
      problems.add("\(limit.sentence): the page ends there", line: line + lines, isLimit: true)
    }
    let supplier = source.settings.plugin(in: options.catalog, problems)
    let sizes = source.settings.namedSizes(of: supplier)
    var settings = source.settings.settings
    var slots =
      if let first = markdown.firstAd {
        SlotReader.slots(
          of: markdown.ads, below: lines, in: &document,
          rule: options.ads.map { ($0, first + lines) },
          sizes: sizes,
          settings: &settings, problems)
      } else {
        SlotReader.slots(
          by: options.ads ?? .standard, after: markdown.ends, in: &document, problems)
      }
    for index in slots.indices {
      let refresh = slots[index].refresh ?? settings.refresh
      slots[index].refresh = refresh == 0 ? nil : refresh
    }
    for slot in slots {
      for problem in slot.ad.targeting.problems(configured: settings.knownTargeting)
      where problem.severity != .warning {
        problems.add("ad block: targeting: \(problem)".scrubbed, line: slot.line)
      }
    }
    settings.adServer.catalog = options.catalog
    settings.adServer.supply = supplier.map { .plugin($0) }
    if let named = source.settings.bids, let bids = options.bids {
      let others = settings.screenAds.map(\.unit)
      let answers = bids.answers(
        named: named.path, line: named.line, units: slots.map(\.ad.adUnitId) + others, problems)
      if let answers { settings.adServer.supply = .bids(answers) }
    }
    let heading = document.blocks.first { $0.kind == .heading }.map(document.plainText)
    let title = source.settings.title.flatMap { $0.isEmpty ? nil : $0 } ?? heading
    let page = Page(
      title: title ?? String(source.name.split(separator: "/").last ?? "").scrubbed,
      settings: settings, slots: slots, document: document,
      digest: FileDigest.hex(source.file))
    return (page, problems.all)
  }
}
