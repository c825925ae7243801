import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import ArgumentParser

/// `adview import csv`: a log of scroll positions.
struct ImportTableCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv",
    abstract: "Make a session of a table of times and scroll positions.",
    discussion: """
      The table is separated by commas, semicolons or tabs. Its header row names a column of times ('time', 'timestamp' or 't') \
      and one of scroll positions in points ('scroll', 'scrollY', 'scrollTop', 'pageYOffset' or 'y'), in any order and among others. Times count from the \
      beginning or from 1970. Without --page and --slots the session is a bare one that has no slots yet.
      """)

  @Argument(help: .value("file", "A table; '-' is standard input."), completion: .file())
  var file: String

  @Option(help: .value("page", "The page that was scrolled."), completion: .file())
  var page: String?

  @Option(
    help: .value(
      "file",
      "Where the ads of a page without a file are: a table with the columns slot, unit, y, width, height, in points."
    ), completion: .file())
  var slots: String?

  @Option(
    help: .value(
      "unit",
      "The unit of the times: \(TableTimeUnit.allCases.map(\.rawValue).joined(separator: " or ")).")
  )
  var timeUnit = TableTimeUnit.milliseconds

  @Option(
    help: .value(
      "name",
      "The column that says which visit a row belongs to; --output is a folder then, with a session for each."
    ))
  var sessionColumn: String?

  @OptionGroup var target: ImportTarget
  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    try target.validate(page, shared)
    try refuse(page != nil && slots != nil, "--page and --slots: expected one of them")
    if file == "-", slots == "-" {
      throw ValidationError("--slots -: expected a file; the table comes from standard input")
    }
    if sessionColumn != nil, target.output == nil || target.output == "-" {
      throw ValidationError("--session-column: expected --output with a folder for the sessions")
    }
  }

  private var name: String { file == "-" ? "standard input" : file }

  func execute(_ console: Console) throws(CommandError) {
    let table = try ScrollTable(unit: timeUnit, visitColumn: sessionColumn).read(file, console)
    let folder = sessionColumn == nil ? nil : target.output
    let (header, setup) = try beginning(table, console)
    if page == nil, slots == nil {
      console.complain("\(name): without --page and --slots the session has no ads to decide about")
    }
    func session(_ rows: [ScrollTable.Row]) -> [UInt8] {
      var recorded = RecordingRun(header, setup)
      for row in rows { recorded.apply(.scrolled(to: row.scroll), at: row.at) }
      return recorded.finish(at: rows.last?.at)
    }
    guard let folder else {
      console.complain("\(name): \(table.summary)")
      return try target.write(session(table.visits[0].rows), console)
    }
    try OutputFile.makeFolder(folder)
    let names = SessionNames.files(for: table.visits.map(\.name))
    for (visit, file) in zip(table.visits, names) {
      try OutputFile.write(
        session(visit.rows), to: "\(folder)/\(file)", isForced: target.force, console)
    }
    let count = table.visits.count
    console.complain("\(name): \(table.summary); \(count.counted("session")) in \(folder)")
  }

  private func beginning(
    _ table: ScrollTable, _ console: Console
  ) throws(CommandError) -> (SessionHeader, RunSetup) {
    guard let page else { return try bareSession(console) }
    let opened = try target.open(
      page, shared, isFolder: sessionColumn != nil, isMeasured: true, console)
    let height = opened.layout.height
    let lowest = max(0, height - opened.setup.engine.viewport.height)
    let beyond = table.visits.flatMap(\.rows).filter { $0.scroll > lowest }
    if let farthest = beyond.map(\.scroll).max() {
      let rows = beyond.count == 1 ? "1 row is" : "\(beyond.count) rows are"
      console.complain(
        "\(name): \(rows) below the end of \(page): scrolled to "
          + "\(farthest.text(digits: 0)) pt, the page can be scrolled to \(lowest.text(digits: 0)) pt"
      )
    }
    return (opened.header, opened.setup)
  }

  private func bareSession(_ console: Console) throws(CommandError) -> (SessionHeader, RunSetup) {
    let overrides = try shared.overrides(console)
    let slots =
      try slots.map { (path) throws(CommandError) in
        try SlotFrameTable().read(path, console).slots
      } ?? []
    var page = PageConfiguration(
      slots: slots.map { RunSlot($0.name, unit: $0.unit ?? $0.name, frame: $0.frame) })
    // The positions are measurements.
    page.settings.scrollAnchoring = false
    var setup = try orFail(try RunSetup(page: page, overrides: overrides)) { .usage("\($0)") }
    // Without slots nothing is requested, and there are no answers.
    setup.world = slots.isEmpty ? nil : AdServerSettings(seed: overrides.seed ?? 1)
    let header = SessionHeader(
      .slots(slots), answers: slots.isEmpty ? nil : .simulated, viewport: setup.engine.viewport,
      settings: SessionSettings(
        // What a table does not hold is not known.
        lazyLoading: overrides.lazyLoading == LazyLoadingChange()
          ? nil : setup.engine.lazyLoading.map { .settings(LazyLoadingChange(to: $0)) },
        consent: overrides.consent ?? .granted, policy: setup.engine.policy,
        seed: setup.world?.seed))
    return (header, setup)
  }
}

extension TableTimeUnit: ExpressibleByArgument {}

extension DelimitedTable {
  /// The table in a file; what is wrong with a row names its line.
  fileprivate func read(_ path: String, _ console: Console) throws(CommandError) -> Self {
    let input = try InputFile(path, console)
    var table = self
    while true {
      let bytes = try input.read()
      do throws(TableError) {
        guard bytes.isEmpty else {
          try table.append(bytes)
          continue
        }
        try table.finish()
        return table
      } catch {
        throw .data("\(input.name):\(error.line): \(error.sentence)")
      }
    }
  }
}

enum SessionNames {
  /// A file's name for each, in their order: letters, digits, `.`, `_` and `-` stay; no two are the same.
  static func files(for names: [String]) -> [String] {
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    return names.map { name in
      let kept = name.unicodeScalars.prefix(80).map { scalar -> Character in
        let isPlain = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
        return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      }
      var file = String(kept)
      // Hidden files are passed over, and so would these sessions be.
      if file.isEmpty || file.hasPrefix(".") || file.hasPrefix("-") { file = "visit" + file }
      // Some systems do not tell capital letters from small ones.
      let key = file.lowercased()
      var free = file
      while !taken.insert(free.lowercased()).inserted {
        numbers[key, default: 1] += 1
        free = "\(file)-\(numbers[key] ?? 1)"
      }
      return free + ".jsonl"
    }
  }
}
