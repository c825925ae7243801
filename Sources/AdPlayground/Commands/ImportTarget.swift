import AdEngine
import AdSessions
import ArgumentParser

/// Where an imported session goes, and how it finds its page from there.
struct ImportTarget: ParsableArguments {
  @Option(
    help: .value(
      "file",
      "Write the session to this file. (default: standard output, with the page's path from this folder)"
    ),
    completion: .file())
  var output: String?

  @Flag(help: "Replace a session, or the file that is imported, if it has the name of the output.")
  var force = false

  /// A page that an imported session scrolls over.
  struct Opened {
    let layout: PageLayout
    let header: SessionHeader
    let setup: RunSetup
  }

  /// Refuses what a session could not say.
  func validate(_ page: String?, _ shared: SharedOptions) throws {
    try refuse(page == "-", "-: expected the path of a page, since the session names it")
    try refuse(
      shared.page.ads != nil, "--ads: a session cannot say where ads are; put them into the page")
  }

  /// Opens the page, and says what a session on it begins with; measured positions are not adjusted unless asked for.
  func open(
    _ path: String, _ shared: SharedOptions, isFolder: Bool = false, isMeasured: Bool = false,
    _ console: Console
  ) throws(CommandError) -> Opened {
    let input = try InputFile(path, console)
    let opened = try ParsedDocument(input.readPage(), name: path, shared.page.opening, console)
    if isFolder, let output { try OutputFile.makeFolder(output) }
    let place = isFolder ? output.map { $0 + "/session.jsonl" } : output == "-" ? nil : output
    let onDisk = SessionPaths.path(to: path, fromFolderOf: place)
    guard let reference = input.isAdded ? DocumentLibrary.builtIn + path : onDisk
    else { throw .noInput("\(output ?? ""): there is no such folder") }
    let overrides = try shared.overrides(console)
    let layout = opened.layout(in: LayoutSpace(overrides))
    var page = PageConfiguration(layout)
    if isMeasured { page.settings.scrollAnchoring = false }
    let setup = try RunSetup(page, under: overrides, named: path)
    let header = SessionHeader(
      recording: reference, digest: opened.page.digest, setup, choice: overrides.consent,
      columns: layout.columns)
    return Opened(layout: layout, header: header, setup: setup)
  }

  func write(_ bytes: [UInt8], _ console: Console) throws(CommandError) {
    try OutputFile.write(bytes, to: output ?? "-", isForced: force, console)
  }
}
