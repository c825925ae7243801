import AdEngine
import AdRendering
import AdSessions
import ArgumentParser
import Playground

/// `adview compare`: two sessions, or a session and the same under other settings, side by side.
struct CompareCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two sessions, or one with itself under other settings.",
    discussion: """
      The first line says which metrics are better and worse in the second, and how many decisions differ; below it are \
      the settings that differ, the first decision that does, and all metrics side by side. Two folders are compared \
      session by session, by their names, and in sum. Settings (--fetch …) are those of the second; without a second \
      the first is compared with itself under them.

      Differences below one percent or one frame (17 ms) do not count, and rates of fewer than five ads are not compared. \
      The exit code is 0 also where sessions differ; 'adview check' fails.
      """)

  @Argument(
    help: "A session, or a folder of sessions (*.jsonl); '-' is standard input.",
    completion: .file())
  var first: String

  @Argument(help: "What it is compared with.", completion: .file())
  var second: String?

  @Flag(help: "Print one line of JSON.")
  var json = false

  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    if second == nil, shared.optionsGiven.isEmpty {
      throw ValidationError("expected a second session, or a setting such as --fetch 600")
    }
    try refuse(
      SessionPaths.isStream(first) && (second == nil || second == first),
      "\(first): can be read once; expected an ordinary file")
  }

  func execute(_ console: Console) throws(CommandError) {
    let other = second ?? first
    let areFolders = [first, other].map { $0 != "-" && Folder.isThere($0) }
    if areFolders[0] != areFolders[1] {
      let file = areFolders[0] ? other : first
      // Where there is none, that is what is said.
      if file != "-" { _ = try InputFile(file, console) }
      throw .noInput("\(file): expected a folder, as the other one is")
    }
    let overrides = try shared.overrides(console)
    let lefts = try SessionPaths.sessions(at: first)
    let rights = try SessionPaths.sessions(at: other)
    guard areFolders[0] else {
      guard let comparison = try compare(lefts[0], rights[0], overrides, console) else {
        throw .data("\(first), \(other): \(Self.ofLab)")
      }
      return try print(comparison, [], console)
    }
    var comparisons: [SessionComparison] = []
    var left = Dictionary(uniqueKeysWithValues: lefts.map { ($0.name(in: first), $0) })
    for found in rights {
      let name = found.name(in: other)
      guard let old = left.removeValue(forKey: name) else {
        console.complain("\(name): is only in \(other)")
        continue
      }
      guard var comparison = try compare(old, found, overrides, console) else {
        console.complain("\(name): \(Self.ofLab)")
        continue
      }
      comparison.name = name
      comparisons.append(comparison)
    }
    for name in left.keys.sorted() { console.complain("\(name): is only in \(first)") }
    guard var sum = comparisons.first else {
      throw .data("\(first), \(other): expected sessions of the same names in both folders")
    }
    for comparison in comparisons.dropFirst() { sum.add(comparison) }
    sum.name = comparisons.count.counted("session")
    try print(sum, comparisons, console)
  }

  private static let ofLab = "a session of the preload lab has no such metrics"

  /// - Returns: `nil` for sessions of the lab.
  private func compare(
    _ old: SessionPaths.Found, _ new: SessionPaths.Found, _ overrides: SettingOverrides,
    _ console: Console
  ) throws(CommandError) -> SessionComparison? {
    guard let before = try ComparedRun(old, shared, under: SettingOverrides(), console),
      let after = try second == nil
        ? console.silently({ (console) throws(CommandError) in
          try ComparedRun(new, shared, under: overrides, console)
        }) : ComparedRun(new, shared, under: overrides, console)
    else { return nil }
    return SessionComparison(from: before, to: after, name: second ?? first)
  }

  private func print(
    _ whole: SessionComparison, _ parts: [SessionComparison], _ console: Console
  ) throws(CommandError) {
    if json { return try console.write(whole.json(parts) + "\n") }
    var lines = [whole.sentence]
    lines += whole.settings.map { "  \($0)" }
    if let first = whole.firstDifference { lines.append("  first, \(first)") }
    for part in parts where parts.count > 1 && part.differing > 0 {
      lines.append("  \(part.name): \(part.decisions); first, \(part.firstDifference ?? "")")
    }
    try console.write(
      prose: lines.map { $0.scrubbed + "\n" }.joined() + "\n" + whole.metrics.table)
  }
}

private struct ComparedRun: SessionPlaying {
  var player: SessionPlayer
  private(set) var decisions: [DecisionComparison.Decision] = []
  private(set) var metrics = MetricsReport()
  /// The lazy-loading settings that it begins with; `nil` without lazy loading.
  let settings: LazyLoadingSettings?
  let page: String

  /// Runs a session; `nil` of one of the lab.
  init?(
    _ found: SessionPaths.Found, _ options: SharedOptions, under overrides: SettingOverrides,
    _ console: Console
  ) throws(CommandError) {
    var file = SessionFile(try found.open(console), after: [], console)
    let header = try file.header()
    if case .lab = header.content { return nil }
    player = try SessionRunner.player(header, &file, options, under: overrides, console)
    settings = player.run.engine.lazyLoading
    page = header.pageName.map(String.init) ?? "none"
    try file.drive(&self)
    if let sentence = player.missingSlots.sentence { file.complain(sentence) }
    player.advance(to: player.countedUntil)
    report()
    metrics = player.run.report
  }

  mutating func report() {
    decisions += player.drainHistory().compactMap {
      DecisionComparison.Decision($0, in: player.slots)
    }
  }
}

/// What two runs of sessions differ in.
private struct SessionComparison {
  var name: String
  private var before: MetricsReport
  private var after: MetricsReport
  /// The pages, where they are two.
  private var pages: String?
  /// The settings that differ: `fetchThreshold 800 → 600`.
  private(set) var settings: [String]
  /// How many decisions the first made, and how many differ.
  private var count: Int
  private(set) var differing: Int
  private(set) var firstDifference: String?

  init(from old: ComparedRun, to new: ComparedRun, name: String) {
    let comparison = DecisionComparison(old.decisions, new.decisions)
    self.name = name
    (before, after) = (old.metrics, new.metrics)
    pages = old.page == new.page ? nil : "\(old.page) → \(new.page)"
    settings = LazyLoadingOverride(all: old.settings).changes(to: new.settings)
    count = max(old.decisions.count, new.decisions.count)
    differing = max(comparison.missing, comparison.added)
    firstDifference = comparison.sentence
  }

  /// Adds another session; settings are named where they differ in the same way.
  mutating func add(_ other: SessionComparison) {
    before.add(other.before)
    after.add(other.after)
    count += other.count
    differing += other.differing
    settings = settings.filter(other.settings.contains)
    if pages != other.pages { pages = nil }
    firstDifference = nil
  }

  var metrics: ComparisonText { ComparisonText(from: before, to: after) }

  var decisions: String { "\(differing) of \(count) decisions differ" }

  var sentence: String {
    let clause = metrics.clause
    let name = name + (pages.map { ", another page (\($0))" } ?? "")
    guard differing > 0 else {
      return "\(name): no difference in \(count.counted("decision"))"
        + (clause.isEmpty ? " and all metrics" : "; \(clause)")
    }
    return "\(name): " + (clause.isEmpty ? "no metric is better or worse" : clause)
      + "; \(decisions)"
  }

  func json(_ parts: [SessionComparison]) -> String {
    let text = metrics
    var fields: JSONText.Fields =
      [
        ("sentence", .text(sentence)), ("pages", .optional(pages)), ("settings", .texts(settings)),
        ("better", .texts(text.better)), ("worse", .texts(text.worse)),
      ] + counts + [("before", .object(before.fields)), ("after", .object(after.fields))]
    if !parts.isEmpty {
      fields.append(
        ("sessions", .list(parts.map { .object([("name", .text($0.name))] + $0.counts) })))
    }
    return JSONText.object(fields).json
  }

  private var counts: JSONText.Fields {
    [
      ("decisions", .number(count)), ("decisionsDiffering", .number(differing)),
      ("first", .optional(firstDifference)),
    ]
  }
}
