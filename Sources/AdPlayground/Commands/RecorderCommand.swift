import AdEngine
import AdRendering
import ArgumentParser

/// `adview recorder`: the script that records a page in a browser.
struct RecorderCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "recorder",
    abstract: "Print a script that records your own page in a browser.",
    discussion: """
      Paste it into the browser's console, or load it from the page before its ads; AdView.stop() saves the session. \
      A bookmark (--bookmarklet) saves it by a second click. The server of --endpoint gets parts of a session as POST, \
      text/plain; parts with one parameter "session", put together by their parameter "from", are the session. It \
      keeps times, positions, sizes and the names of ad units: no address, text, cookie or consent string. Tried in \
      Chromium; Firefox and Safari are untried. 'adview record ADDRESS' does all of it in an installed Chromium.
      """)

  @OptionGroup var what: RecorderOptions

  @Option(
    help: .value(
      "url",
      "Send the session there in parts, the last one when the page is hidden, instead of saving it."
    ))
  var endpoint: String?

  @Option(
    help: .value(
      "share", "With --endpoint: record this share of the visits, such as 0.01. (default: 1)"))
  var sample: Double?

  @Flag(help: "Print a bookmark that runs the script on the page that is open.")
  var bookmarklet = false

  func validate() throws {
    if let sample, endpoint == nil || !(sample > 0 && sample <= 1) {
      throw ValidationError(
        "--sample \(sample): expected a share above 0, at most 1, with --endpoint")
    }
    if let endpoint, !Self.isAddress(endpoint) {
      throw ValidationError(
        "--endpoint \(endpoint): expected an address such as https://example.com/sessions")
    }
  }

  /// Whether a page can send to an address: one of HTTP, or a path on the page's own server.
  private static func isAddress(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else { return false }
    if text.hasPrefix("/") { return true }
    let address = try? URLReader.read(text)
    return ["http", "https"].contains(address?.scheme) && address?.host != nil
  }

  func execute(_ console: Console) throws(CommandError) {
    let script = what.script(sample: sample ?? 1, endpoint: endpoint, isBookmark: bookmarklet)
    try console.write(bookmarklet ? Self.bookmark(script) + "\n" : script)
  }

  /// The script as an address of the scheme `javascript`.
  private static func bookmark(_ script: String) -> String {
    "javascript:" + PercentEncoding.component(script)
  }
}

/// What is recorded of a page, and how it is named.
struct RecorderOptions: ParsableArguments {
  @Option(
    help: .value(
      "gpt|css",
      "Where the ads are: 'gpt' for the slots of Google Publisher Tag, or a CSS selector."))
  var slots = "gpt"

  @Flag(help: "Write a hash in place of the name of an ad unit.")
  var hashUnits = false

  @Flag(help: "Write the page's address, without query and fragment, as a caption.")
  var address = false

  func validate() throws {
    try refuse(
      slots.allSatisfy { $0 == " " }, "--slots: expected gpt or a CSS selector, such as '.ad'")
  }

  /// The recorder with its settings, an object literal that stays one in an inline script of a page.
  func script(sample: Double = 1, endpoint: String? = nil, isBookmark: Bool = false) -> String {
    var fields = ["slots: \(ScriptLiteral.text(slots))", "sample: \(sample)"]
    if let endpoint { fields.append("endpoint: \(ScriptLiteral.text(endpoint))") }
    if hashUnits { fields.append("hashUnits: true") }
    if address { fields.append("address: true") }
    if isBookmark { fields.append("isBookmark: true") }
    return "\(Self.source)({\(fields.joined(separator: ", "))});\n"
  }

  /// The recorder without indentation and comments but the first.
  private static let source: String = {
    let lines = BuiltInFiles.text(of: "recorder.js").split(separator: "\n")
    let head = lines.prefix { $0.hasPrefix("//") }
    let body = lines.dropFirst(head.count).map { $0.drop { $0 == " " } }
    return (head + body.filter { !$0.isEmpty && !$0.hasPrefix("//") }).joined(separator: "\n")
  }()
}
