import AdEngine
import AdRendering
import AdSessions
import Playground

/// Answers the questions that people ask about the ads of a page, after it has been run (`S0.93`–`S0.97`).
struct PageDoctor {
  /// What the file is called.
  let name: String
  private let subject: Diagnosis.Subject
  private let answers: [DiagnosisWords.Answer]

  /// Opens a page at 0 and runs it until nothing is pending, or runs a session, and looks at what came of it.
  init(
    _ path: String, _ shared: SharedOptions, _ launch: ConsentLaunch, _ console: Console
  ) throws(CommandFailure) {
    let input = try InputFile(path, console)
    name = input.name
    let beginning = try input.read()
    guard !SessionReader.isSession(beginningWith: beginning) else {
      throw .usage("\(input.name): is a session; expected a page")
    }
    let page = try OpenedPage(
      input.readPage(after: beginning), name: input.name, shared.page.opening, console)
    let overrides = try shared.overrides(console)
    var setup: RunSetup
    do throws(LazyLoadingError) {
      setup = try RunSetup(page: page.laidOut(columns: shared.page.columns), overrides: overrides)
    } catch {
      throw .usage("\(input.name): \(error)")
    }
    // Without a notice a choice that was not given cannot be made.
    let choice = overrides.consent ?? (launch == .unwrapped ? .unset : .granted)
    let readyAt = launch.readyAt
    if readyAt != .start || launch == .unwrapped {
      let known = readyAt == .start ? choice : .unset
      setup.engine.consent = known.status(for: setup.needed)
      setup.engine.handOff = known.handOff
    }
    var run = SessionRun(setup, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    if let readyAt, readyAt != .start {
      run.advance(to: readyAt)
      run.choose(choice, at: readyAt)
    }
    run.settle()
    let history = run.takeHistory()
    var subject = Diagnosis.Subject(
      setup: setup, run: run, history: history, choice: overrides.consent,
      needed: page.page.settings.consent.needed, isConsentAssumed: overrides.consent == nil,
      now: run.now)
    var centre = ConsentCentre(vendors: setup.needed.vendors)
    centre.initialize(launch.parameters)
    if readyAt != nil { centre.becomeReady(with: choice) }
    subject.sdk = (centre.phase, DidomiWrapper(launch) != nil)
    self.subject = subject
    answers =
      DiagnosisWords(Diagnosis(subject), of: subject) { id in
        setup.slots.indices.contains(id.rawValue)
          ? "slot \(setup.slots[id.rawValue].name)" : "slot \(id.rawValue)"
      }.answers
  }

  /// The questions with their answers, and under each what to change.
  var text: String {
    var text = ""
    for symptom in Symptom.allCases {
      text += symptom.question + "\n"
      for answer in answers where answer.symptom == symptom {
        text += "  \(answer.isCause ? "!" : "·") \(answer.fact.scrubbed)\n"
        if let advice = answer.advice { text += "    → \(advice.scrubbed)\n" }
      }
    }
    return text
  }

  /// The same as a value for `--json`.
  var value: JSONText {
    .object([
      ("page", .text(name)),
      ("at", .number(Int(subject.now.milliseconds))),
      (
        "answers",
        .list(
          answers.map { answer in
            .object([
              ("question", .text(answer.symptom.rawValue)), ("cause", .flag(answer.isCause)),
              ("fact", .text(answer.fact)), ("advice", .optional(answer.advice)),
            ])
          })
      ),
    ])
  }
}
