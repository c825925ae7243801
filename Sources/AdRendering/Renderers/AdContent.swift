public import AdEngine

/// What an ad shows: a value that any front end can draw.
///
/// It holds text as it came: whoever shows it scrubs it.
public struct AdContent: Hashable, Sendable {
  /// The size, in points.
  public var size: Size
  /// The kind of ad; it decides how long the ad must be seen.
  public var media: AdMedia
  /// The lines of text, from top to bottom.
  public var lines: [AdLine]
  /// What stands on the button, if there is one.
  public var button: String?
  /// Where a click leads, if anywhere; the navigation policy decides on it.
  public var link: String?
  /// The background colour, if the ad has one of its own.
  public var color: RGB?

  /// Makes what an ad shows.
  public init(
    size: Size, media: AdMedia = .display, lines: [AdLine] = [], button: String? = nil,
    link: String? = nil, color: RGB? = nil
  ) {
    self.size = size
    self.media = media
    self.lines = lines
    self.button = button
    self.link = link
    self.color = color
  }
}

/// A line of an ad: runs of text in one style each.
public struct AdLine: Hashable, Sendable {
  /// The runs, from left to right.
  public var runs: [AdRun]

  /// Makes a line of runs.
  public init(_ runs: [AdRun]) {
    self.runs = runs
  }

  /// Makes a line in one style.
  public init(_ text: String, _ style: AdRun.Style = .plain) {
    self.init([AdRun(text, style)])
  }

  /// The words of the line.
  public var text: String { runs.map(\.text).joined() }
}

/// Text in one style.
public struct AdRun: Hashable, Sendable {
  /// How text looks.
  public enum Style: String, CaseIterable, Sendable {
    /// As it is.
    case plain
    /// Bold, as headings are too.
    case strong
    /// In italics.
    case emphasized
    /// A part that leads somewhere.
    case link
  }

  /// The text.
  public var text: String
  /// How it looks.
  public var style: Style

  /// Makes a run.
  public init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}
