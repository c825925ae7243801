import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import AdTuning
import ArgumentParser
import Glibc
import Playground

/// `adview record`: a web page, read by a simulated reader in an installed Chromium.
struct RecordCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract:
      "Open a web page in an installed Chromium, let a simulated reader scroll it, save the session.",
    discussion: """
      The browser has no window, a new profile without cookies, and the size of --viewport or --device (390x844); a \
      phone's has a phone's name. It loads the page and its ads from where they are, as a visit does. The reader, a skimmer by default, scrolls \
      in real time, at most \(BrowserVisit.maxMinutes) minutes, and answers no consent prompt; ^C leaves earlier. What is \
      recorded and what is not is as with 'adview recorder', whose script it runs before the page's own.
      """)

  @Argument(
    help: .value("address", "The page: http://…, https://… or a file of HTML."), completion: .file()
  )
  var page: String

  @OptionGroup var what: RecorderOptions

  @OptionGroup var reading: ReaderOptions

  @Option(
    help: .value(
      "n",
      """
      Record this many visits, one after the other, into the folder --output: slow readers, skimmers and flingers in \
      turn, who leave at 10% to 100% of the page.
      """))
  var readers: Int?

  @Option(help: .value("n", "The seed of the reader, or of all."))
  var seed: UInt64 = 1

  @OptionGroup var screen: ViewportOptions

  @Option(
    help: .value(
      "file",
      "Write the session to this file, or those of --readers into this folder. (default: standard output)"
    ),
    completion: .file())
  var output: String?

  @Flag(help: "Replace a session that has the name of the output.")
  var force = false

  func validate() throws {
    guard readers != nil else { return }
    try refuse("--readers", readers, outside: 1...1000)
    try refuse(
      reading.reader != nil || reading.leaves != nil,
      "--readers: take turns; expected no --reader and no --leaves")
    try refuse(
      output == nil || output == "-", "--readers: expected --output with the name of a folder")
  }

  func execute(_ console: Console) throws(CommandError) {
    let visits = visits
    if let path, let file = FileIdentity(path) { console.noteInput(file, at: page) }
    if readers != nil, let output { try OutputFile.makeFolder(output) }
    for (path, _) in visits { try OutputFile.expectWritable(path, isForced: force, console) }
    // Ended by any of these, it still closes the browser and removes its profile.
    var progress = Progress(console, endedBy: [SIGINT, SIGTERM, SIGHUP])
    for (index, (path, reader)) in visits.enumerated() {
      let name = visits.count > 1 ? "visit \(index + 1) of \(visits.count), " : ""
      let session = try session(of: reader, console) { progress.advance(name + $0) }
      if let session {
        try OutputFile.write(Array(session.utf8), to: path, isForced: force, console)
      }
      guard progress.isInterrupted, session == nil || visits.count > 1 else { continue }
      let end = session == nil ? "" : ", and one in part"
      console.complain("interrupted: \(index) of \(visits.count) visits were recorded\(end)")
      throw .ended(128 + SIGINT)
    }
    _ = consume progress
    guard let output, output != "-" else { return }
    let (name, file) = (console.app.name, output.quotedForShell)
    let play = "'\(name) play \(visits[0].path.quotedForShell)' shows it"
    console.complain(
      visits.count < Standing.minSessions
        ? "\(play), '\(name) compare --fetch 200 \(file)' tries a threshold; a verdict of 'tune' takes --readers \(Standing.minSessions)"
        : "\(play), '\(name) tune \(file)' compares all thresholds")
  }

  /// Who reads, and where the session of each goes.
  private var visits: [(path: String, reader: NumberedReader)] {
    guard let readers, let output else {
      return [
        (
          output ?? "-",
          NumberedReader(reading.reader ?? .skimmer, seed: seed, depth: reading.leaves ?? 1)
        )
      ]
    }
    return (1...readers).map { number in
      let name = "\(10_000 + number)".dropFirst()
      return ("\(output)/\(name).jsonl", NumberedReader(number - 1, seed: seed, leaves: 0.1...1))
    }
  }

  /// The session of a visit, which may be cut short; `nil` where it was interrupted before the page had loaded.
  private func session(
    of reader: NumberedReader, _ console: Console, while goesOn: (String) -> Bool
  ) throws(CommandError) -> String? {
    var isReading = true
    func advance(_ words: String) -> Bool {
      isReading = goesOn(words)
      return isReading
    }
    var visit = try BrowserVisit(
      try address, what.script(), size: screen.size ?? PageSettings.standardViewport,
      reader: SimulatedReader(reader.reader.habits, seed: reader.seed), depth: reader.depth)
    let isRecording = try visit.load { advance("loading") }
    guard isReading else { return nil }
    guard isRecording else {
      throw what.slots == "gpt"
        ? .data("\(page): is no page that scripts run in")
        : .usage("--slots \(what.slots): expected gpt or a CSS selector, such as '.ad'")
    }
    try visit.read { goesOn("\((100 * $0).text(digits: 0))% of the page read") }
    for warning in visit.warnings { console.complain("\(page): \(warning)") }
    guard visit.hasSlots else {
      let slots = what.slots == "gpt" ? "slots of Google Publisher Tag" : what.slots
      throw .data(
        "\(page): no \(slots) found; --slots names the boxes of its ads, as in --slots .ad")
    }
    return visit.session
  }

  /// The file that the page is, if it is one.
  var path: String? {
    guard page.hasPrefix("file://") else { return resolvedPath(page) }
    let bytes = PercentEncoding.decoded(Array(page.utf8).dropFirst(7))
    return resolvedPath(String(decoding: bytes, as: UTF8.self))
  }

  private var address: String {
    get throws(CommandError) {
      if let url = try? URLReader.read(page), ["http", "https"].contains(url.scheme) {
        return url.text
      }
      guard let path, !Folder.isThere(path) else {
        throw .noInput(
          "\(page): no such file; expected an address such as https://example.com/, or a file of HTML"
        )
      }
      let parts = path.split(separator: "/").map { PercentEncoding.component(String($0)) }
      return "file:///" + parts.joined(separator: "/")
    }
  }
}
