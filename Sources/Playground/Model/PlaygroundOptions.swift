package import AdRendering
package import AdSessions

/// What was asked for when the playground was started; what is `nil` is left to the page, the settings, the terminal.
package struct PlaygroundOptions: Hashable, Sendable {
  /// The name by which the program was called, for the commands that it names.
  package var program = "adview"
  package var ads: AdRule?
  /// Settings that beat the page's, the remembered ones and the terminal's.
  package var overrides = SettingOverrides()
  /// How fast time goes at first, in session time per real time.
  package var speed = 1.0
  /// How many simulated readers the tuning screen makes of a page.
  package var readers = 100
  /// The day on which choices are made, counted from 1970-01-01; TC strings say it.
  package var today = 0
  package var launch = ConsentLaunch.ready
  /// Whether the shell opens addresses; else they are only named.
  package var opensAddresses = true
  /// Whether log entries are kept for linear mode, the ladybug on or off.
  var printsNews = false

  /// Makes options that ask for nothing.
  package init() {}
}

package struct PageFile: Hashable, Sendable {
  /// Where it was found; links of the page start from here.
  package var location: String
  /// What is in it, its front matter read.
  package var source: PageSource
  /// The responses that it names, if it names any.
  package var bids: BidFolder?
  /// The renderers and plug-ins of the program.
  package var catalog: PluginCatalog
  /// Whether it is a file of the user's, and no page that is built in or came from standard input.
  package var isFile: Bool

  package init(
    location: String, name: String, bytes: [UInt8], bids: BidFolder? = nil,
    catalog: PluginCatalog = .standard, isFile: Bool = true
  ) {
    self.init(
      PageSource(bytes, name: name), location: location, bids: bids, catalog: catalog,
      isFile: isFile)
  }

  /// Makes a file whose front matter is read.
  package init(
    _ source: PageSource, location: String, bids: BidFolder? = nil,
    catalog: PluginCatalog = .standard, isFile: Bool = true
  ) {
    (self.source, self.location, self.bids, self.catalog) = (source, location, bids, catalog)
    self.isFile = isFile
  }

  /// How its Markdown is read; a page without ads gets some by the rule.
  package func reading(ads: AdRule?) -> ReadingOptions {
    ReadingOptions(ads: ads, bids: bids, catalog: catalog)
  }

  /// The name that titles and problems show.
  package var name: String { source.name }
  package var bytes: [UInt8] { source.file }
}
