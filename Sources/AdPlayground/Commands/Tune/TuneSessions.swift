import AdEngine
import AdRendering
import AdSessions
import AdTuning
import Glibc
import Playground

/// The sessions that are tuned for, and the settings that their page has now.
struct TuneSessions {
  /// The sessions, read, or the readers to be made.
  private(set) var source: TuningSource
  /// Whether the present settings are those of the page: a recording of slots need not hold them.
  private(set) var isPresentKnown = true
  /// The present settings of the sessions, in points, each once; empty where a page or `--now` gives them.
  private(set) var presents: [LazyLoadingSettings] = []
  let page: PageFile?
  let digest: String?
  /// What sessions they are, in words that follow their number.
  private let kind: String
  /// How they were made, for the JSON; `nil` for recorded ones.
  let readers: JSONText?
  /// What percentages are multiplied by on a phone, by the present settings.
  let mobileScaling: Double
  /// How many sessions there are of which only the first ones were read, since the user interrupted it.
  private(set) var plannedCount: Int?

  /// Reads the sessions that were named, or the page that readers read.
  init(_ command: TuneCommand, _ console: Console) throws(CommandError) {
    let first = command.files[0]
    // What can be read only once is taken for a session, unless readers need a page.
    let page =
      command.readers == nil && SessionPaths.isStream(first)
      ? nil : try Self.page(first, command.page, console)
    self.page = page?.session.file
    digest = page?.session.page.digest
    if let count = command.readers {
      guard let page else {
        throw .usage("\(first): is a session; --readers needs a page, from a file")
      }
      try Self.expectFew(page.layout.page.slots.count, first)
      let leaves = command.leaves ?? 0.1...1
      let seed = command.page.seed ?? 1
      var overrides = try command.page.overrides(console)
      overrides.seed = nil
      let setup = try RunSetup(
        page.session.page, under: overrides, named: page.session.file.name)
      source = TuningSource(
        .readers(
          TuningSource.Readers(
            count, of: page.session.file, page.layout, setup, leaves: leaves)),
        present: setup.engine.lazyLoading)
      mobileScaling = setup.engine.lazyLoading?.mobileScaling ?? 1
      Self.report(setup.engine.lazyLoading, in: source, console)
      let depth = [leaves.lowerBound, leaves.upperBound].map { ($0 * 100).rounded() }
      kind =
        "simulated reader\(count == 1 ? "" : "s") (slow, skimmer and flinger in turn, seed \(seed); habits chosen, not measured), "
        + "who leave the page at \(Int(depth[0]))% to \(Int(depth[1]))% of it"
      readers = .object([
        ("count", .number(count)), ("seed", .number(seed)),
        ("leaves", .list([.number(leaves.lowerBound), .number(leaves.upperBound)])),
      ])
      return
    }
    var paths: [SessionPaths.Found] = []
    for file in command.files.dropFirst(page == nil ? 0 : 1) {
      paths += try SessionPaths.sessions(at: file)
    }
    guard !paths.isEmpty else {
      throw .usage("\(first): expected sessions of the page after it, or --readers N")
    }
    let (readings, isComplete) = try Self.readings(
      of: paths, on: page?.session, command.page, console)
    if !isComplete { plannedCount = paths.count }
    let present = readings.first?.present
    if page == nil, let first = readings.first { isPresentKnown = first.holdsPresent }
    let simulated = readings.count { $0.isSimulated }
    if simulated > 0 {
      let verb = simulated == 1 ? "holds" : "hold"
      console.complain(
        "\(simulated) of \(paths.count.counted("session")) \(verb) no answers of an ad server: "
          + "when ads come, and in which size, is simulated")
    }
    let others = readings.compactMap(\.otherPage)
    if let page, let name = others.first {
      let were = "\(readings.count.counted("session")) \(others.count == 1 ? "was" : "were")"
      console.complain(
        "\(others.count) of \(were) recorded on another page than \(page.session.file.name), \(name)"
      )
    }
    let copies = readings.count - Set(readings.map(\.source.session.key)).count
    if copies > 0 {
      console.complain(
        "\(copies) of \(readings.count.counted("session")) \(copies == 1 ? "scrolls" : "scroll") as another does, at the same times: a copy is no further evidence"
      )
    }
    presents = (page == nil ? readings.compactMap(\.presentInPoints) : []).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    let settings = page.map { $0.session.page.settings.lazyLoading } ?? present
    source = TuningSource(.sessions(readings.map(\.source)), present: settings)
    mobileScaling = settings?.mobileScaling ?? 1
    Self.report(settings, in: source, console)
    kind = "session\(paths.count == 1 ? "" : "s")"
    readers = nil
  }

  /// Reads sessions, until the user interrupts it.
  private static func readings(
    of found: [SessionPaths.Found], on page: SessionPage?, _ options: OpeningOptions,
    _ console: Console
  ) throws(CommandError) -> (readings: [SessionReading], isComplete: Bool) {
    var readings: [SessionReading] = []
    let isComplete = try console.each(found, at: \.path, "read") {
      (found, console) throws(CommandError) in
      try SessionReading(found, on: page, options, console)
    } take: { (_, result, _) throws(CommandError) in
      readings.append(try result.get())
    }
    return (readings, isComplete)
  }

  fileprivate static func expectFew(_ slots: Int, _ name: String) throws(CommandError) {
    guard slots > TuningSession.maxSlots else { return }
    throw .data(
      "\(name): has \(slots) slots: settings are compared for at most \(TuningSession.maxSlots)")
  }

  mutating func setPresent(_ settings: LazyLoadingSettings) {
    source.setPresent(settings)
    isPresentKnown = true
    presents = []
  }

  /// Says what thresholds that depend on the viewport are taken for.
  private static func report(
    _ settings: LazyLoadingSettings?, in source: TuningSource, _ console: Console
  ) {
    guard let settings, let present = source.present else { return }
    if settings.isDirectional {
      return console.complain(
        "the present thresholds differ ahead and behind; where one number stands it is the one ahead"
      )
    }
    guard !settings.isInPoints else { return }
    let points = [present.fetchPoints, present.displayPoints].map { JSONText.number($0).json }
    console.complain(
      "the present thresholds, fetch \(settings.fetchThreshold) and display \(settings.displayThreshold), are compared as"
        + " \(points.joined(separator: "/")) pt: what they are at \(source.viewport.notation)"
    )
  }

  func origin(_ counted: Int) -> String {
    let all = plannedCount ?? source.count
    return counted < all ? "\(counted) of \(all) \(kind)" : "\(all) \(kind)"
  }

  /// Counts the sessions one by one, until the user interrupts it; returns those that were counted.
  func sum<Sum: SessionCounting>(
    into sum: inout Sum, _ plan: TuningPlan, _ console: Console
  ) throws(CommandError) -> (sessions: [TuningSession], isComplete: Bool) {
    var counted: [TuningSession] = []
    var progress = Progress(console)
    let (source, counter) = (source, sum)
    Workers.each(source.count) {
      progress.advance("\(counted.count) of \(source.count) sessions counted")
    } make: { number in
      let session = source.session(number, plan)
      return (session, counter.counts(of: session))
    } take: { session, counts in
      sum.add(counts)
      counted.append(session)
    }
    let isInterrupted = progress.isInterrupted
    _ = consume progress
    let all = plannedCount ?? source.count
    guard isInterrupted || plannedCount != nil else { return (counted, true) }
    guard !counted.isEmpty else { throw .ended(128 + SIGINT) }
    console.complain("interrupted: \(counted.count) of \(all) sessions were counted")
    return (counted, false)
  }

  /// The page at a path; `nil` for a folder or a session.
  private static func page(
    _ path: String, _ options: OpeningOptions, _ console: Console
  ) throws(CommandError) -> (session: SessionPage, layout: PageLayout)? {
    guard path != "-", !Folder.isThere(path) else { return nil }
    let input = try InputFile(path, console)
    let beginning = try input.readBeginning()
    guard !input.isSession(beginningWith: beginning) else { return nil }
    let opened = try ParsedDocument(
      input.readPage(after: beginning), name: input.name, options.opening, console)
    let layout = opened.layout(in: LayoutSpace(try options.overrides(console)))
    let page = PageConfiguration(layout)
    return (SessionPage(page: page, file: opened.file, hasChanged: false), layout)
  }
}

private struct SessionReading {
  let source: TuningSource.Session
  let present: LazyLoadingSettings?
  var presentInPoints: LazyLoadingSettings? {
    present?.inPoints(for: source.session.setup.engine.viewport)
  }
  /// Whether the recording holds these settings, or the page that it names.
  let holdsPresent: Bool
  /// Whether it is a bare session without answers.
  let isSimulated: Bool
  /// The page that it was recorded on, where another one is named.
  let otherPage: String?

  init(
    _ found: SessionPaths.Found, on page: SessionPage?, _ options: OpeningOptions,
    _ console: Console
  ) throws(CommandError) {
    var file = SessionFile(try found.open(console), after: [], console)
    let header = try file.header()
    isSimulated = header.answersWarning != nil
    holdsPresent = header.holdsThresholds
    let given = page?.file.name.split(separator: "/").last
    otherPage = given == nil || given == header.pageName ? nil : header.pageName.map(String.init)
    if case .lab = header.content {
      throw .data("\(file.name): is a session of the preload lab, which has no thresholds")
    }
    if page != nil, case .slots = header.content {
      throw .data(
        "\(file.name): is a bare session, which has slots of its own: expected it without a page before it"
      )
    }
    let overrides = try options.overrides(console)
    let own = try file.page(of: header, options.opening, under: overrides, instead: page)
    var lines = SessionLines()
    try file.drive(&lines)
    do throws(SessionPlayer.SetupError) {
      var session = try TuningSession(
        header, lines: lines.lines, page: own?.page, others: lines.pages.mapValues(\.page),
        overrides: overrides, name: file.name)
      // A page that is named is tuned under its own settings.
      if let page {
        session = session.under(
          page.page.settings.lazyLoading.map { .changed(LazyLoadingChange(to: $0)) } ?? .off)
      }
      source = TuningSource.Session(session, page: own?.file, others: lines.pages.mapValues(\.file))
      present = session.setup.engine.lazyLoading
    } catch {
      var failure = file.failure(error)
      if let otherPage { failure.reason? += "; it was recorded on another page, \(otherPage)" }
      throw failure
    }
    try TuneSessions.expectFew(source.session.slotCount, file.name)
    guard let sentence = source.session.missingSlots.sentence else { return }
    if let otherPage, let given {
      throw .data(
        "\(file.name): was recorded on another page, \(otherPage), with slots that \(given) does not have"
      )
    }
    file.complain(sentence)
  }
}
