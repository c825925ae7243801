import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import AdTuning
import Playground

/// Answers the questions that people ask about the ads of a page, after it has been run (`S0.93`–`S0.97`).
struct DoctorReport {
  /// What the file is called.
  let name: String
  private let subject: Diagnosis.Subject
  private let answers: [DiagnosisWords.Answer]

  /// Runs a page until nothing is pending, or a session up to its last line, and looks at what came of it.
  init(
    _ path: String, _ shared: SharedOptions, _ launch: ConsentLaunch, _ console: Console
  ) throws(CommandError) {
    let input = try InputFile(path, console)
    name = input.name
    let beginning = try input.readBeginning()
    guard !input.isSession(beginningWith: beginning) else {
      (subject, answers) = try Self.diagnose(
        SessionFile(input, after: beginning, console), shared, console)
      return
    }
    let page = try ParsedDocument(
      input.readPage(after: beginning), name: input.name, shared.page.opening, console)
    let overrides = try shared.overrides(console)
    var setup = try RunSetup(
      PageConfiguration(page.layout(in: LayoutSpace(overrides))), under: overrides,
      named: input.name)
    // Without a notice a choice that was not given cannot be made.
    let choice = overrides.consent ?? (launch == .unwrapped ? .unset : .granted)
    let readyAt = launch.readyAt
    if readyAt != .start || launch == .unwrapped {
      let known = readyAt == .start ? choice : .unset
      setup.engine.consent = known.status(for: setup.needed)
      setup.engine.handOff = known.handOff
    }
    var run = SessionRun(setup, keepsHistory: true)
    // The page is not scrolled.
    let opening = [.input(.scrolled(to: 0), page: run.page)] + run.screenAdLoads
    run.apply(opening, at: .start)
    if let readyAt, readyAt != .start {
      run.advance(to: readyAt)
      run.choose(choice, at: readyAt)
    }
    run.runUntilIdle()
    let history = run.drainHistory().filter { $0.page == run.page }
    var subject = Diagnosis.Subject(
      setup: setup, run: run, history: history, choice: overrides.consent,
      needed: page.page.settings.consent.needed, isConsentAssumed: overrides.consent == nil,
      now: run.now)
    var store = ConsentStore(vendors: setup.needed.vendors)
    store.initialize(apiKey: launch.apiKey)
    if readyAt != nil { store.becomeReady(with: choice) }
    subject.sdk = (store.phase, DidomiWrapper(launch) != nil)
    subject.sdkReadyAt = readyAt
    self.subject = subject
    let steps = [Fork.Step(at: .start, action: .take(opening))]
    let trials = SettingTrials(Fork(setup, steps: steps, end: run.now))
    answers =
      DiagnosisWords(
        Diagnosis(subject), of: subject, trials: readyAt == .start ? trials : nil,
        untried: Self.compare
      ) { id in
        setup.slots.indices.contains(id.rawValue)
          ? "slot \(setup.slots[id.rawValue].name)" : "slot \(id.rawValue)"
      }.answers
  }

  /// Runs a session up to its last line, and looks at what came of it on its page.
  private static func diagnose(
    _ file: consuming SessionFile, _ shared: SharedOptions, _ console: Console
  ) throws(CommandError) -> (Diagnosis.Subject, [DiagnosisWords.Answer]) {
    var file = file
    let header = try file.header()
    if case .lab = header.content {
      throw .usage("\(file.name): is a session of the preload lab; expected one of a page")
    }
    let overrides = try shared.overrides(console)
    let page = try file.page(of: header, shared.page.opening, under: overrides)
    var lines = SessionLines()
    try file.drive(&lines)
    let others = lines.pages.mapValues(\.page)
    let script = try restating(
      try ScriptReader(
        header, lines: lines.lines, page: page?.page, others: others, overrides: overrides
      ).script
    ) { (error: SessionPlayer.SetupError) in file.failure(error) }
    if let sentence = script.missingSlots.sentence { file.complain(sentence) }
    var run = script.fork.run(under: .own, keepsHistory: true)
    guard run.page == 1 else {
      throw .usage("\(file.name): ends on another page than it began on; expected one page")
    }
    let history = run.drainHistory().filter { $0.page == 1 }
    var subject = Diagnosis.Subject(
      setup: script.setup, run: run, history: history,
      choice: overrides.consent ?? header.settings.consent, needed: script.setup.needed,
      now: run.now)
    if var server = page?.page.settings.adServer {
      if let seed = header.settings.seed { server.seed = seed }
      subject.looks = script.setup.looks(server)
    }
    let slots = script.slots
    subject.loader = (script.loader, slots)
    // A session that is too long is not run under other settings.
    let session =
      lines.lines.count > maxTried
      ? nil
      : try? TuningSession(
        header, lines: lines.lines, page: page?.page, others: others, overrides: overrides,
        name: file.name)
    let trials = session.flatMap { SettingTrials($0.fork) }
    let words = DiagnosisWords(
      Diagnosis(subject), of: subject, trials: trials, untried: compare
    ) { "slot \(slots.name(of: $0))" }
    return (subject, words.answers)
  }

  /// The number of lines up to which other settings are tried.
  private static let maxTried = 50_000

  /// What is advised about thresholds that are not tried.
  private static let compare = "'adview compare' shows what other settings would change"

  /// The questions with their answers, and under each what to change.
  var text: String {
    var text = ""
    for symptom in Symptom.allCases {
      let answers = answers.filter { $0.symptom == symptom }
      if !answers.isEmpty { text += symptom.question + "\n" }
      for answer in answers {
        text += "  \(answer.isCause ? "!" : "·") \(answer.fact.scrubbed)\n"
        if let advice = answer.advice { text += "    → \(advice.scrubbed)\n" }
      }
    }
    return text
  }

  var value: JSONText {
    let listed = answers.map { answer in
      JSONText.object([
        ("question", .text(answer.symptom.rawValue)), ("cause", .flag(answer.isCause)),
        ("fact", .text(answer.fact)), ("advice", .optional(answer.advice)),
      ])
    }
    return .object([
      ("page", .text(name)), ("at", .number(subject.now.milliseconds)), ("answers", .list(listed)),
    ])
  }
}
