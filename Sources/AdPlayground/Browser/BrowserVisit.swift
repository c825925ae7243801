import AdEngine
import AdRendering
import AdSimulation
import Glibc

/// A simulated reader's visit to a web page in a browser, in real time, and what the recorder took down of it.
struct BrowserVisit {
  /// How long a reader stays at the most, in seconds: some pages have no end.
  static let maxTime = 300
  /// How long the reader looks at the last screen, in milliseconds: twice as long as an ad needs to be viewable.
  private static let lastLook: Int64 = 2000
  /// How long the page may take to load before it is read as it is, in milliseconds.
  private static let loadingTime: Int64 = 15_000

  private let browser: Chromium
  private var reader: SimulatedReader
  private let depth: Double
  private let clock = ContinuousClock()
  /// The scroll position after the last step, and the greatest one, in points.
  private var position = 0.0
  private var bottom = 0.0

  /// Opens an address in a page of this size, with a script that runs before those of the page.
  init(
    _ address: String, _ script: String, size: Size, reader: SimulatedReader, depth: Double
  ) throws(CommandError) {
    browser = try Chromium()
    (self.reader, self.depth) = (reader, depth)
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
    let opened = try browser.call("Page.navigate", [("url", .text(address))])
    if let problem = opened["errorText"]?.text {
      throw .noInput("\(address): cannot be opened: \(problem)")
    }
  }

  /// Waits until the page has loaded, long enough, or until `goesOn` says no; returns whether its recorder runs.
  ///
  /// The recorder refuses selectors that are none.
  func load(while goesOn: () -> Bool) throws(CommandError) -> Bool {
    let end = clock.now + .milliseconds(Self.loadingTime)
    while clock.now < end, goesOn(), try browser.evaluate("document.readyState").text != "complete"
    {
      pause(until: clock.now + .milliseconds(100))
    }
    return try browser.evaluate("!!window.AdView") == .flag(true)
  }

  /// Reads the page until the reader leaves, or `goesOn`, which is told how far the page has been scrolled (0…1), says no.
  mutating func read(while goesOn: (Double) -> Bool) throws(CommandError) {
    try scroll(by: 0)
    let start = clock.now
    while let step = reader.next(bottom: bottom * depth) {
      let due = start + .milliseconds(step.at.milliseconds)
      while clock.now < due {
        guard goesOn(seen) else { return }
        pause(until: min(due, clock.now + .milliseconds(100)))
      }
      guard goesOn(seen), step.at.milliseconds < Int64(Self.maxTime) * 1000 else { return }
      try scroll(by: step.position - position)
    }
    pause(until: clock.now + .milliseconds(Self.lastLook))
  }

  /// Whether the page itself can be scrolled, and not only something in it.
  var canScroll: Bool { bottom > 0 }

  /// How far the page has been scrolled, 0…1.
  private var seen: Double { bottom > 0 ? min(1, position / bottom) : 1 }

  /// The session so far.
  func session() throws(CommandError) -> String {
    guard let text = try browser.evaluate("window.AdView?.session()").text else {
      throw .data("the page has left before its reader")
    }
    return text
  }

  /// Moves the page on; what the page has moved by itself since moves the reader.
  private mutating func scroll(by points: Double) throws(CommandError) {
    let answer = try browser.evaluate(
      """
      (() => {
        const page = document.scrollingElement ?? document.documentElement;
        scrollBy({top: \(points), behavior: 'instant'});
        return [scrollY, page.scrollHeight - page.clientHeight];
      })()
      """)
    guard case .list(let numbers) = answer, numbers.count == 2, let now = numbers[0].number,
      let last = numbers[1].number
    else { throw .inputOutput("Chromium: no scroll position: \(answer.json)") }
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
