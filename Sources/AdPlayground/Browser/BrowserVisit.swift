import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import Glibc

/// A simulated reader's visit to a web page in a browser, in real time, and what the recorder took down of it.
struct BrowserVisit {
  /// How long a reader stays at the most, in minutes: some pages have no end.
  static let maxMinutes = 5
  /// How long the reader looks at the last screen: twice as long as an ad needs to be viewable.
  private static let lastLook = Duration.seconds(2)
  /// How long the page may take to load before it is read as it is.
  private static let loadingTime = Duration.seconds(15)
  /// How long a page without slots is read: some make them later.
  private static let patience = Duration.seconds(10)

  private let browser: Chromium
  private var reader: SimulatedReader
  private let depth: Double
  private let size: Size
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  /// The scroll position after the last step, and the greatest one, in points.
  private var position = 0.0
  private var bottom = 0.0
  /// When the session is to be kept next: the page may be gone at any time.
  private var nextCopy: ContinuousClock.Instant
  /// The session as it was kept last; empty before.
  private(set) var session = ""
  private var keptAt: ContinuousClock.Instant
  /// Whether the session holds a slot that had a place on the page.
  private(set) var hasSlots = false
  /// What the user should know about the visit.
  private(set) var warnings: [String] = []

  /// Opens an address in a page of this size, with a script that runs before those of the page.
  init(
    _ address: String, _ script: String, size: Size, reader: SimulatedReader, depth: Double
  ) throws(CommandError) {
    browser = try Chromium()
    (self.reader, self.depth, self.size) = (reader, depth, size)
    let isPhone = LazyLoadingSettings.isPhone(size)
    let agent = try browser.call("Browser.getVersion")["userAgent"]?.text ?? ""
    try browser.openPage()
    try browser.call(
      "Emulation.setDeviceMetricsOverride",
      [
        ("width", .number(size.width)), ("height", .number(size.height)),
        ("deviceScaleFactor", .number(isPhone ? 3 : 1)), ("mobile", .flag(isPhone)),
      ])
    // Pages, and Publisher Tag, know a phone by its name.
    let name = agent.replacing("HeadlessChrome", with: "Chrome")
    try browser.call(
      "Emulation.setUserAgentOverride",
      [("userAgent", .text(isPhone ? name.replacing(" Safari", with: " Mobile Safari") : name))])
    try browser.call("Page.enable")
    try browser.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [("source", .text("if (window === top) {\n\(script)}"))])
    (start, nextCopy, keptAt) = (clock.now, clock.now, clock.now)
    let opened = try browser.call("Page.navigate", [("url", .text(address))])
    if let problem = opened["errorText"]?.text {
      throw .noInput("\(address): cannot be opened: \(problem)")
    }
  }

  /// Waits until the page has loaded, long enough, or until `goesOn` says no; returns whether its recorder runs.
  ///
  /// The recorder refuses selectors that are none.
  func load(while goesOn: () -> Bool) throws(CommandError) -> Bool {
    let end = clock.now + Self.loadingTime
    while clock.now < end, goesOn(), try browser.evaluate("document.readyState").text != "complete"
    {
      pause(until: clock.now + .milliseconds(100))
    }
    // The mark tells the page from one that takes its place.
    return try browser.evaluate("!!window.AdView && (AdView.isRead = true)") == .flag(true)
  }

  /// Reads the page until the reader leaves, or `goesOn`, which is given the share that was scrolled (0…1), says no.
  ///
  /// Where the page goes away or stops responding, what was recorded until then stays.
  mutating func read(while goesOn: (Double) -> Bool) throws(CommandError) {
    do throws(CommandError) {
      try readOn(while: goesOn)
      nextCopy = clock.now
      try keep()
      if bottom <= 0 { warnings.append("the page does not scroll, so thresholds hardly matter") }
    } catch {
      guard !session.isEmpty, let reason = error.reason else { throw error }
      let seconds = ((keptAt - start) / .seconds(1)).text(digits: 0)
      warnings.append("\(reason): the recording ends there, after \(seconds) s")
    }
  }

  private mutating func readOn(while goesOn: (Double) -> Bool) throws(CommandError) {
    try scroll(by: 0)
    let start = clock.now
    while let step = reader.next(bottom: bottom * depth) {
      let due = start + .milliseconds(step.at.milliseconds)
      // Once for each step at least: a slow page is late for all of them.
      repeat {
        try keep()
        guard goesOn(seen), hasSlots || clock.now < start + Self.patience else {
          return
        }
        pause(until: min(due, clock.now + .milliseconds(100)))
      } while clock.now < due
      guard clock.now < start + .seconds(60 * Self.maxMinutes) else {
        return warnings.append("the reader left after \(Self.maxMinutes) minutes")
      }
      try scroll(by: step.position - position)
    }
    pause(until: clock.now + Self.lastLook)
  }

  /// How far the page has been scrolled, 0…1.
  private var seen: Double { bottom > 0 ? min(1, position / bottom) : 1 }

  /// Takes the session so far out of the page, about once a second.
  private mutating func keep() throws(CommandError) {
    let now = clock.now
    guard now >= nextCopy else { return }
    guard let text = try browser.evaluate("window.AdView?.isRead ? AdView.session() : null").text
    else { throw Chromium.pageWasLeft }
    (session, keptAt) = (text, now)
    hasSlots = hasSlots || text.contains("\"slots\":[{") || text.contains("\"in\":{\"slot\":")
    // A long one takes its time.
    nextCopy = clock.now + max(.seconds(1), (clock.now - now) * 20)
  }

  /// Moves the page on; what the page has moved by itself since moves the reader.
  private mutating func scroll(by points: Double) throws(CommandError) {
    let answer = try browser.evaluate(
      """
      (() => {
        const page = document.scrollingElement ?? document.documentElement;
        if (!window.AdView?.isRead || !page) return null;
        scrollBy({top: \(points), behavior: 'instant'});
        return [scrollY, page.scrollHeight - page.clientHeight, page.clientWidth];
      })()
      """)
    guard case .list(let numbers) = answer, numbers.count == 3, let now = numbers[0].number,
      let last = numbers[1].number, let width = numbers[2].number
    else { throw Chromium.pageWasLeft }
    if width != size.width, warnings.isEmpty {
      warnings.append(
        "the page is laid out \(width.text(digits: 0)) pt wide, not \(size.width.text(digits: 0)):"
          + " it has no <meta name=\"viewport\" content=\"width=device-width\">, or is too wide")
    }
    position += points
    // A browser rounds positions.
    bottom = last.rounded(.down) - 1
    guard abs(now - position) >= 1 else { return }
    reader.adjust(by: now - position)
    position = now
  }

  private func pause(until end: ContinuousClock.Instant) {
    let rest = (end - clock.now) / .milliseconds(1)
    if rest > 0 { poll(nil, 0, Int32(rest.rounded(.up))) }
  }
}
