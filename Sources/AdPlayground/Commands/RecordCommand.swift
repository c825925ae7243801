import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import ArgumentParser
import Glibc

/// `adview record`: a web page, read by a simulated reader in an installed Chromium.
struct RecordCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract:
      "Open a web page in an installed Chromium, let a simulated reader scroll it, save the session.",
    discussion: """
      The browser has no window, a new profile without cookies, and the size of --viewport or --device (390x844); a \
      phone's has a phone's name. It loads the page and its ads from where they are, as a visit does. The reader scrolls \
      in real time, at most \(BrowserVisit.maxMinutes) minutes, and answers no consent prompt; ^C leaves earlier. What is \
      recorded and what is not is as with 'adview recorder', whose script it runs before the page's own.
      """)

  @Argument(
    help: .value("address", "The page: http://…, https://… or a file of HTML."), completion: .file()
  )
  var page: String

  @OptionGroup var what: RecorderOptions

  @Option(help: "Who reads.")
  var reader: Reader = .skimmer

  @Option(
    help: .value("%", "How much of the page the reader sees before leaving. (default: 100%)"),
    transform: OptionReader.depth)
  var leaves: Double = 1

  @Option(help: .value("n", "The seed of the reader."))
  var seed: UInt64 = 1

  @OptionGroup var screen: ViewportOptions

  @Option(
    help: .value("file", "Write the session to this file. (default: standard output)"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace a session that has the name of the output.")
  var force = false

  func execute(_ console: Console) throws(CommandError) {
    try OutputFile.expectWritable(output ?? "-", isForced: force, console)
    var progress = Progress(console)
    var visit = try BrowserVisit(
      try address, what.script(), size: screen.size ?? PageSettings.standardViewport,
      reader: SimulatedReader(reader.habits, seed: seed), depth: leaves)
    let isRecording = try visit.load { progress.advance("loading") }
    guard !progress.isInterrupted else { throw .ended(128 + SIGINT) }
    guard isRecording else {
      throw what.slots == "gpt"
        ? .data("\(page): is no page that scripts run in")
        : .usage("--slots \(what.slots): expected gpt or a CSS selector, such as '.ad'")
    }
    try visit.read { progress.advance("\((100 * $0).text(digits: 0)) % of the page read") }
    _ = consume progress
    for warning in visit.warnings { console.complain("\(page): \(warning)") }
    guard visit.hasSlots else {
      let slots = what.slots == "gpt" ? "slots of Google Publisher Tag" : what.slots
      throw .data(
        "\(page): no \(slots) found; --slots names the boxes of its ads, as in --slots .ad")
    }
    try OutputFile.write(Array(visit.session.utf8), to: output ?? "-", isForced: force, console)
    guard let output, output != "-" else { return }
    let (name, file) = (console.app.name, output.quotedForShell)
    console.complain(
      "'\(name) play \(file)' shows it, '\(name) tune \(file)' compares all thresholds")
  }

  /// The address of the page, also of a file.
  private var address: String {
    get throws(CommandError) {
      if let url = try? URLReader.read(page), ["http", "https"].contains(url.scheme) {
        return url.text
      }
      guard let path = resolvedPath(page), !Folder.isThere(path) else {
        throw .noInput(
          "\(page): expected an address such as https://example.com/, or a file of HTML")
      }
      let parts = path.split(separator: "/").map { PercentEncoding.component(String($0)) }
      return "file:///" + parts.joined(separator: "/")
    }
  }
}
