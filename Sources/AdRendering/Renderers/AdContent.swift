public import AdEngine

/// The content of an ad for any front end to draw, which removes the control characters of the untrusted text.
public struct AdContent: Hashable, Sendable {
  /// The size of the ad, in points.
  public var size: Size
  /// The kind of ad; it decides how long the ad must be in view to count as viewed.
  public var media: AdMedia
  /// The lines of text, from top to bottom.
  public var lines: [AdLine]
  /// The text of the button, if there is one.
  public var button: String?
  /// The target of a click, if there is one; the navigation policy decides on it.
  public var link: String?
  /// The background colour, if the ad has one of its own.
  public var color: RGB?

  /// Creates the content of an ad.
  public init(
    size: Size, media: AdMedia = .display, lines: [AdLine] = [], button: String? = nil,
    link: String? = nil, color: RGB? = nil
  ) {
    (self.size, self.media, self.lines, self.button, self.link) = (size, media, lines, button, link)
    self.color = color
  }
}

extension AdContent {
  /// The content without what nothing is drawn for, such as soft hyphens.
  var drawn: AdContent {
    var content = self
    content.lines = lines.map { line in
      AdLine(line.runs.map { AdRun(Scrubbing.withoutInvisible($0.text), $0.style) })
    }
    content.button = button.map(Scrubbing.withoutInvisible)
    return content
  }
}

/// A line of text in an ad.
public struct AdLine: Hashable, Sendable {
  /// The runs of text in one style each, from left to right.
  public var runs: [AdRun]

  /// Creates a line from runs, left to right.
  public init(_ runs: [AdRun]) { self.runs = runs }

  /// Creates a line in one style.
  public init(_ text: String, _ style: AdRun.Style = .plain) { self.init([AdRun(text, style)]) }

  /// The text of the line without styles.
  public var text: String { runs.map(\.text).joined() }
}

/// A part of a line in one style.
public struct AdRun: Hashable, Sendable {
  /// The style of a run, which a front end maps to its own.
  public enum Style: String, CaseIterable, Sendable {
    /// Text without emphasis.
    case plain
    /// Bold text, also for headings.
    case strong
    /// Text in italics.
    case emphasized
    /// The text of a link.
    case link
  }

  /// The characters, unscrubbed.
  public var text: String
  /// The style of all characters.
  public var style: Style

  /// Creates a run of text in one style.
  public init(_ text: String, _ style: Style = .plain) {
    (self.text, self.style) = (text, style)
  }
}
