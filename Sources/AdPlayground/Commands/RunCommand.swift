import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import ArgumentParser
import Playground

/// `adview run`: a page or a session without a screen.
struct RunCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a page or a session without a screen and print its metrics.",
    discussion: """
      A page is opened at 0 and runs until nothing is pending, with consent granted unless --consent says otherwise. \
      It is not scrolled, so thresholds hardly matter: --reader lets a simulated reader scroll, who leaves at the depth \
      that --leaves gives, and 'adview tune PAGE --try 400/200 --readers 50' compares settings over many readers. A \
      session is answered by the answers it holds, under other settings as long after the run's own requests as they \
      came in the recording; what it never requested, and a session without answers, by the simulated ad server. Of a \
      folder, each session in it is a row of one table.
      """)

  @Argument(
    help: .value(
      "file",
      """
      A page (Markdown), a session, or a folder of sessions; '-' is standard input. With --preload a unit of the lab, \
      or all.
      """
    ),
    completion: .file())
  var file: String?

  @Flag(help: "Print the decisions as lines of a session instead of the table.")
  var events = false

  @Flag(help: "Print the metrics as one line of JSON.")
  var json = false

  @Option(
    help: .value(
      "all|settings",
      """
      Preload an ad of a unit in every way and compare, or in one: default, or changes of it such as \
      hideAfterwards,autoPresent=off.
      """),
    transform: LabArgument.init)
  var preload: LabArgument?

  @OptionGroup var reading: ReaderOptions

  @Option(
    name: .customLong("try"),
    help: .value(
      SettingArgument.form,
      "Run it under this setting, too, and print the metrics side by side; may be repeated."),
    transform: SettingArgument.init)
  var tries: [SettingArgument] = []

  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    if !tries.isEmpty {
      if events || preload != nil {
        throw ValidationError(
          "--try: prints metrics; expected no \(events ? "--events" : "--preload")")
      }
      try refuse(
        file.map(SessionPaths.isStream) == true,
        "\(file ?? ""): can be read once; with --try expected an ordinary file")
    }
    if reading.leaves != nil, reading.reader == nil {
      throw ValidationError("--leaves: says when a reader leaves; expected --reader with it")
    }
    if reading.reader != nil, preload != nil {
      throw ValidationError("--reader: the lab is not scrolled; expected no --preload with it")
    }
    guard preload != nil else {
      if file == nil { throw ValidationError("Missing expected argument '<file>'") }
      return
    }
    try refuse(
      file == nil,
      "--preload: expected a UNIT of the lab, or all, as in 'adview run --preload all celtra18'")
    // The lab has no page, no slots and asks for no consent.
    if let option = shared.optionsGiven.first(where: { $0 != "--seed" }) {
      throw ValidationError(
        "\(option): means nothing in the lab; with --preload expected --seed alone")
    }
  }

  func execute(_ console: Console) throws(CommandError) {
    guard let file else { return }
    if let preload {
      return try LabRunner(options: self, console: console).run(preload, unit: file)
    }
    let overrides = try shared.overrides(console)
    if file != "-", Folder.isThere(file) {
      return try runSessions(in: file, under: overrides, console)
    }
    let report = try report(of: InputFile(file, console), under: overrides, console)
    guard let report, !tries.isEmpty else { return }
    var table = SettingsTable(now: report)
    for setting in tries {
      do throws(CommandError) {
        let other = try silentReport(of: file, trying: setting, over: overrides, console)
        if let other { table.add(other, named: setting.text) }
      } catch {
        throw error.named("--try \(setting.text)")
      }
    }
    try json ? console.write(table.json + "\n") : console.write(prose: table.text)
  }

  /// The metrics under a setting; what there is to say was said of the first run.
  private func silentReport(
    of file: String, trying setting: SettingArgument, over overrides: SettingOverrides,
    _ console: Console
  ) throws(CommandError) -> MetricsReport? {
    var changed = overrides
    setting.replace(in: &changed.lazyLoading)
    return try console.silently { (console) throws(CommandError) in
      try report(of: InputFile(file, console), under: changed, console)
    }
  }

  /// Runs a page or a session and prints what was asked for; returns its metrics, which one of the lab does not have.
  func report(
    of input: consuming InputFile, under overrides: SettingOverrides, _ console: Console
  ) throws(CommandError) -> MetricsReport? {
    let beginning = try input.readBeginning()
    guard input.isSession(beginningWith: beginning) else {
      return try runPage(input, beginning, overrides, console)
    }
    if reading.reader != nil {
      throw .usage("--reader: \(input.name) is a session, which already has its scrolls")
    }
    return try SessionRunner.run(
      SessionFile(input, after: beginning, console), options: self, under: overrides,
      console: console)
  }

  private func runPage(
    _ input: borrowing InputFile, _ beginning: [UInt8], _ overrides: SettingOverrides,
    _ console: Console
  ) throws(CommandError) -> MetricsReport {
    let page = try ParsedDocument(
      input.readPage(after: beginning), name: input.name, shared.page.opening, console)
    let layout = page.layout(in: LayoutSpace(overrides))
    let setup = try RunSetup(PageConfiguration(layout), under: overrides, named: input.name)
    var run = SessionRun(setup, keepsHistory: true)
    var reporter = RunReporter(file: input.name, options: self, console: console)
    reporter.isConsentAssumed = overrides.consent == nil
    let slots = SessionSlots(setup)
    var atEnd: MetricsReport?
    if let reader = reading.reader {
      run.loadScreenAds(at: .start)
      let depth = reading.leaves ?? 1
      let seed = shared.page.seed ?? 1
      var visit = ReaderVisit(
        of: layout, reader.habits, seed: seed, height: setup.engine.viewport.height,
        leavingAt: depth)
      while let step = visit.next() {
        run.scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment, at: step.at)
        let history = run.drainHistory()
        visit.observe(history)
        try reporter.report(history, slots)
      }
      if let warning = visit.warning { console.complain("\(input.name): \(warning)") }
      run.advance(to: visit.end)
      atEnd = run.report
      reporter.remark =
        "reader: \(reader.rawValue), seed \(seed), leaves at \((depth * 100).text(digits: 0))%\n"
    } else {
      run.loadScreenAds(at: .start, with: [.scrolled(to: 0)])
    }
    reporter.isIdle = run.runUntilIdle()
    try reporter.report(run.drainHistory(), slots)
    reporter.reportFallbacks(of: run, slots)
    // Decisions alone are the same whether a page is scrolled or not.
    if reading.reader == nil, !setup.slots.isEmpty, !events || json {
      console.complain(Self.advice(input.name, path: file))
    }
    let report = atEnd ?? run.report
    try reporter.finish(report)
    return report
  }

  /// The note where a page was not scrolled.
  private static func advice(_ name: String, path: String?) -> String {
    let page = path.flatMap { $0 == "-" ? nil : $0 } ?? "PAGE"
    return
      "\(name): the page was not scrolled, so thresholds hardly matter; --reader skimmer scrolls, and "
      + "'adview tune \(page) --try 400/200 --readers 50' compares settings"
  }
}
