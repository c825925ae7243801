import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import AdTuning
import ArgumentParser
import Glibc
import Playground

/// `adview tune`: which thresholds, at what cost, and how sure that is.
struct TuneCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Compare thresholds over sessions: whether to change them, what it saves and costs.",
    discussion: """
      Each session is run under all pairs of thresholds: what its user did stays as it was recorded, and metrics are \
      counted up to its last line. A session is answered by the answers that it holds, each as long after its request as \
      the ad server took in the recording; what it never requested, by the ad server of its page. The first line is the \
      verdict. A setting is called better where the difference is beyond sampling error; else the present one is kept.

      Where there are no recorded sessions, --readers makes some: a slow reader, a skimmer and a flinger in turn, each of \
      whom leaves the page at a depth drawn from --leaves.
      """)

  @Argument(
    help: .value(
      "file",
      """
      A page, and sessions of it, which are run on it; or sessions alone. A folder means its sessions (*.jsonl); '-' is \
      standard input. (default: the page and the sessions of adview.yml in this folder)
      """),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("try"),
    help: .value(
      SettingArgument.form,
      "Compare this setting with the present one, in points or percent of the viewport; may be repeated."
    ),
    transform: SettingArgument.init)
  var tries: [SettingArgument] = []

  @Option(
    help: .value(
      SettingArgument.form,
      "The present setting, where the page or the recording does not hold it."),
    transform: SettingArgument.init)
  var now: SettingArgument?

  @Option(
    help: .value("a..b", "The range of fetch thresholds, in points."),
    transform: OptionReader.points)
  var fetch = usualFetch

  @Option(
    help: .value("a..b", "The range of display thresholds, in points."),
    transform: OptionReader.points)
  var display = usualDisplay

  @Option(help: .value("pt", "The step between fetch thresholds, in points."))
  var step = usualStep

  @Option(
    help: .value(
      "name=number,…",
      """
      What one of each is worth or costs: \(Objective.Price.allCases.map(\.rawValue).joined(separator: ", ")); blank is \
      for 1000 pt·s, live for an ad·s; what is not named is free. (default: view=1,request=0.08,blank=0.5)
      """),
    transform: OptionReader.costs)
  var cost: [Objective.Price: Double]?

  @Option(
    help: .value(
      "price",
      "The price of 1000 viewable ads, in any currency: also say the value of 1000 sessions."))
  var cpm: Double?

  @Option(
    help: .value("price", "With --cpm: the price of 1000 requests, in place of that in --cost."))
  var requestCpm: Double?

  @Option(
    help: .value(
      "page|xN|a..bms",
      """
      How long answers take: as the page or the recording has it (page), so many times as long (x2), or a range. \
      (default: page)
      """),
    transform: LatencyArgument.init)
  var latency: LatencyArgument?

  @Option(
    help: .value(
      "name,…", "Print the recommended thresholds on each of these devices, as a table."),
    transform: {
      try $0.split(separator: ",", omittingEmptySubsequences: false)
        .map { try OptionReader.device(String($0)) }
    })
  var devices: [Device] = []

  @Option(help: .value("n", "Make so many readers instead of reading sessions."))
  var readers: Int?

  @Option(
    help: .value("a%..b%", "How deep into the page the readers come."),
    transform: OptionReader.shares)
  var leaves: ClosedRange<Double>?

  @Flag(help: "Print the report as one line of JSON.")
  var json = false

  @Flag(help: "Print every setting that is compared, as comma-separated values.")
  var csv = false

  @Option(
    help: """
      Print one setting for an app or a page: the one that is tried, or that of the verdict, which is the present one where \
      no other is better beyond sampling error.
      """)
  var export: CopyForm?

  @Option(
    help: .value("file", "Also write the report with its map as a page of HTML."),
    completion: .file())
  var html: String?

  @Option(
    help: .value(
      "file",
      """
      Write what --merge adds up instead of a report: whole numbers for every setting, on one line. '-' is standard output.
      """),
    completion: .file())
  var summary: String?

  @Flag(
    help: """
      The files are summaries of parts of the sessions: add them up. The sum is the same however the sessions were split.
      """)
  var merge = false

  @Flag(help: "Replace a session that has the name of the HTML file or of the summary.")
  var force = false

  @Flag(help: "Open the tuning screen of the playground: a map of all settings. (T opens it there)")
  var screen = false

  @Option(help: .value("dark|light", "The terminal's background, for --screen."))
  var theme: Theme.Background?

  @OptionGroup var page: OpeningOptions

  static let usualFetch = 0.0...2550
  static let usualDisplay = 0.0...800
  static let usualStep = 50.0

  func execute(_ console: Console) throws(CommandError) {
    guard !files.isEmpty else { return try ofProject(console).execute(console) }
    if merge { return try printSum(console) }
    if !devices.isEmpty {
      if let stream = files.first(where: SessionPaths.isStream) {
        throw .usage("\(stream): can be read once; with --devices expected ordinary files")
      }
      return try printDevices(devices, console)
    }
    let sessions = try sessions(console)
    if screen { return try open(sessions, console) }
    if let summary { return try summarise(sessions, to: summary, console) }
    let (study, counted, isComplete) = try study(sessions, console)
    let report = try report(of: study, on: counted, sessions, console)
    try write(
      report, origin: sessions.origin(counted.count), readers: sessions.readers,
      viewports: counted.map(\.viewport), mobileScaling: sessions.mobileScaling, console)
    guard isComplete else {
      try console.flush()
      throw .ended(128 + SIGINT)
    }
  }

  /// The command with what `adview.yml` names.
  private func ofProject(_ console: Console) throws(CommandError) -> TuneCommand {
    let project = try ProjectFile.here(insteadOf: "a page, sessions, or both", console)
    var command = self
    command.files = (project.page.map { [$0] } ?? []) + project.sessions
    guard cost == nil, let prices = project.cost else { return command }
    command.cost = try orFail(try OptionReader.costs(prices)) {
      .data("\(ProjectFile.name): cost: \(($0 as? ValidationError)?.message ?? "\($0)")")
    }
    try orFail(try command.validatePrices()) {
      .data("\(ProjectFile.name): \(($0 as? ValidationError)?.message ?? "\($0)")")
    }
    return command
  }

  /// The sessions, with the present settings where they were given.
  func sessions(_ console: Console) throws(CommandError) -> TuneSessions {
    var sessions = try TuneSessions(self, console)
    if let now {
      let source = sessions.source
      sessions.setPresent(
        try now.settings(
          over: source.present ?? .standard, in: source.viewport,
          mobileScaling: sessions.mobileScaling, "--now"))
    }
    return sessions
  }

  func write(
    _ report: TuningReport, origin: String, readers: JSONText? = nil, viewports: [Size] = [],
    mobileScaling: Double = 1, _ console: Console
  ) throws(CommandError) {
    var report = report
    report.cpm = cpm
    if let html {
      let page = HTMLTuningReport(report, origin: origin).html
      try OutputFile.write(Array(page.utf8), to: html, isForced: force, console)
    }
    if json {
      try console.write(report.json(readers: readers) + "\n")
    } else if csv {
      try console.write(report.map.csv)
    } else if let export {
      let settings = try exported(report, console)
      try console.write(
        try export.text(
          settings.unloadingOutsideFetch, viewports, mobileScaling: mobileScaling))
    } else {
      try console.write(prose: report.text(origin: origin))
    }
  }

  /// The setting that was tried, or else that of the verdict, which is printed on standard error.
  private func exported(
    _ report: TuningReport, _ console: Console
  ) throws(CommandError) -> LazyLoadingSettings {
    if let tried = report.rows.first(where: { $0.role == .tried })?.settings { return tried }
    console.complain("--export: \(report.verdict) --try FETCH/DISPLAY exports one of your own")
    if report.chosen == nil, report.presents.count > 1 {
      throw .usage("--export: the sessions have thresholds of their own; expected --try or --now")
    }
    // A page without lazy loading has no thresholds to be kept.
    guard let settings = (report.chosen ?? report.rows.first)?.settings else { throw .ended(1) }
    return settings
  }

  private func summarise(
    _ sessions: TuneSessions, to file: String, _ console: Console
  ) throws(CommandError) {
    let seed = page.seed ?? 1
    var summary = TuningSummary(
      TuningSummary.Terms(
        engine: BuiltVersion.version, page: sessions.digest,
        world: try world(seed: seed, console),
        present: sessions.source.present, fetches: fetches, displays: displays,
        metrics: TuningStudy.metrics(of: goal)))
    guard try sessions.sum(into: &summary, plan, console).isComplete else {
      // A part that lacks sessions looks like a whole one once it is added to others.
      throw .ended(128 + SIGINT)
    }
    try OutputFile.write(Array(summary.line.utf8), to: file, isForced: force, console)
  }

  /// Everything that changes the counts beside page and settings, in words.
  private func world(seed: UInt64, _ console: Console) throws(CommandError) -> String {
    let conditions = try conditions(console)
    let latency = latency?.latency == nil ? ["latency page"] : []
    return (latency + conditions + ["seed \(seed)"]).joined(separator: ", ")
  }

  /// What the sessions are run under beside what they and their pages say, in words.
  private func conditions(_ console: Console) throws(CommandError) -> [String] {
    let overrides = try page.overrides(console)
    var parts = latency?.latency == nil ? [] : ["latency \(latency?.text ?? "")"]
    if let network = overrides.network { parts.append("network \(network.rawValue)") }
    if let isOn = overrides.scrollAnchoring {
      parts.append("scroll anchoring \(isOn ? "on" : "off")")
    }
    if let size = overrides.viewport { parts.append("viewport \(size.notation)") }
    switch overrides.consent {
    case .status(let status)?: parts.append("consent \(status)")
    // A summary is passed on: it does not hold the string, but says whether it is the same.
    case .tcString(let string)?: parts.append("consent \(FNV1a.hash(string.text))")
    case nil: break
    }
    if let policy = overrides.policy { parts.append("policy \(policy)") }
    if let columns = overrides.columns { parts.append("columns \(columns)") }
    if let ads = page.ads { parts.append("ads \(ads)") }
    return parts
  }

  /// Counts the sessions under all settings; when the user interrupts it, those that were counted by then.
  func study(
    _ sessions: TuneSessions, _ console: Console
  ) throws(CommandError) -> (TuningStudy, sessions: [TuningSession], isComplete: Bool) {
    let source = sessions.source
    var study = TuningStudy(
      fetches: fetches, displays: displays, objective: goal, present: source.present,
      tries: try tries.map { (argument) throws(CommandError) in
        let settings = try argument.settings(
          over: source.present ?? .standard, in: source.viewport,
          mobileScaling: sessions.mobileScaling)
        if argument.text.contains("%") {
          let pair = [settings.fetchPoints, settings.displayPoints].map { $0.text(upTo: 1) }
          let height = source.viewport.height.text(upTo: 1)
          console.complain(
            "--try \(argument.text): is \(pair.joined(separator: "/")) in a viewport \(height) pt high"
          )
        }
        return settings
      },
      sessions: source.count, seed: page.seed ?? 1)
    let (counted, isComplete) = try sessions.sum(into: &study, plan, console)
    return (study, counted, isComplete)
  }

  func report(
    of study: TuningStudy, on counted: [TuningSession], _ sessions: TuneSessions,
    _ console: Console
  ) throws(CommandError) -> TuningReport {
    let haveSlots = counted.contains { session in
      session.slotCount > 0 || session.fork.setups.contains { !$0.slots.isEmpty }
    }
    guard haveSlots else {
      throw .data("\(files[0]): there are no slots, and so nothing to compare")
    }
    var report = study.report { details in
      let counter = details
      Workers.each(
        counted.count, make: { counter.counts(of: counted[$0]) }, take: { details.add($0) })
    }
    report.isPresentAssumed = !sessions.isPresentKnown
    report.presents = sessions.presents
    report.conditions = try conditions(console)
    return report
  }

  private func open(_ sessions: TuneSessions, _ console: Console) throws(CommandError) {
    var options = PlaygroundOptions()
    options.overrides = try page.overrides(console)
    options.today = WallClock.today
    options.program = console.app.name
    let shell = try PlaygroundShell(
      .tuning(sessions.source, plan, over: sessions.page),
      on: DocumentLibrary(besidePage: files[0], page.opening, console), options: options,
      features: TerminalFeatures(background: theme), recording: nil, lab: nil)
    try shell.runToEnd(console)
  }

  private var plan: TuningPlan {
    var plan = TuningPlan()
    plan.fetches = fetches
    plan.displays = displays
    plan.objective = goal
    plan.latency = latency?.latency
    plan.seed = page.seed ?? 1
    return plan
  }

  var goal: Objective {
    var costs = cost ?? Objective.usualCosts
    if cpm != nil, cost != nil { costs[.view] = 1 }
    if let cpm, let requestCpm { costs[.request] = requestCpm / cpm }
    return Objective(costs: costs)
  }

  private var fetches: [Double] {
    Array(stride(from: fetch.lowerBound, through: fetch.upperBound, by: step))
  }

  private static let displays = TuningPlan.usualDisplays + [1200, 1600]

  var displays: [Double] {
    let inside = Self.displays.filter(display.contains)
    return [display.lowerBound] + inside + [display.upperBound]
  }
}
