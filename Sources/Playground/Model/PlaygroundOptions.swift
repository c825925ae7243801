public import AdSessions

/// What was asked for when the playground was started; what is `nil` is left to the page, the settings, the terminal.
public struct PlaygroundOptions: Hashable, Sendable {
  /// The rule by which a page without `ad` blocks gets ads.
  public var ads: AdRule?
  /// Settings that beat the page's, the remembered ones and the terminal's.
  public var overrides = SettingOverrides()
  /// How fast time goes at first, in session time per real time.
  public var speed = 1.0
  /// What a rendered ad takes of a phone's memory, in megabytes: nothing here measures it, so it is the person's to say.
  public var megabytesPerAd = 10.0
  /// The day on which choices are made, counted from 1970-01-01; TC strings say it.
  public var today = 0
  /// Whether the shell opens addresses; else it is only told which would be opened.
  public var opensAddresses = true
  /// Whether what happens is told in sentences, the ladybug on or off.
  var tellsNews = false

  /// Makes options that ask for nothing.
  public init() {}
}

/// A file that was opened as a page.
public struct PageFile: Hashable, Sendable {
  /// Where it was found; links of the page start from here.
  public var location: String
  /// The name that titles and problems show.
  public var name: String
  /// What is in it.
  public var bytes: [UInt8]
  /// The responses that it names, if it names any.
  public var bids: BidFolder?
  /// Whether it is a file of the person's, and no page that is built in or came from standard input.
  public var isFile: Bool

  /// Makes a file.
  public init(
    location: String, name: String, bytes: [UInt8], bids: BidFolder? = nil, isFile: Bool = true
  ) {
    self.location = location
    self.name = name
    self.bytes = bytes
    self.bids = bids
    self.isFile = isFile
  }
}
