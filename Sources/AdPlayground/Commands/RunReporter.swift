import AdEngine
import AdSessions

struct RunReporter {
  private let file: String
  private let options: RunCommand
  private let console: Console
  private var writer = SessionWriter()
  private var refusals = 0
  /// Whether time ran on until nothing was pending.
  var isIdle = true
  /// Why no slot was checked; `nil` where slots were.
  var reasonUnchecked: String?
  /// Whether consent is granted by default.
  var isConsentAssumed = false
  /// What is printed before the table, a line; may be empty.
  var remark = ""

  /// The number of refused inputs after which only their number is printed.
  private static let maxRefusals = 20

  init(file: String, options: RunCommand, console: Console) {
    (self.file, self.options, self.console) = (file, options, console)
  }

  mutating func report(_ history: [RunEvent], _ slots: SessionSlots) throws(CommandError) {
    for event in history {
      guard case .effect(let effect) = event.content else { continue }
      let slots = slots[event.page]
      if case .refuse(let refusal) = effect {
        report(refusal, at: event.at, slots)
      } else if options.events, let decision = SessionDecision(effect, in: slots) {
        writer.write(decision, at: event.at, page: ScreenAdKind.owner(of: event.page))
      }
    }
    if options.events { try console.write(writer.drain()) }
  }

  private mutating func report(
    _ refusal: Engine.InputError, at instant: Instant, _ slots: SlotTable
  ) {
    refusals += 1
    guard refusals <= Self.maxRefusals else { return }
    var sentence = refusal.description
    // The engine knows a slot's number only.
    if let slot = refusal.slot, sentence.hasPrefix("slot \(slot.rawValue):") {
      sentence =
        "slot \(slots.name(of: slot)):" + sentence.dropFirst("slot \(slot.rawValue):".count)
    }
    console.complain("\(file): at \(instant.milliseconds) ms: refused: \(sentence)")
  }

  /// Names the ads that another renderer drew than the one that their bid names.
  func reportFallbacks(of run: SessionRun, _ slots: SessionSlots) {
    for fallback in run.world.fallbacks(in: run.engine).prefix(Self.maxRefusals) {
      console.complain("\(file): slot \(slots[1].name(of: fallback.slot)): \(fallback.words)")
    }
  }

  func finish(_ report: MetricsReport) throws(CommandError) {
    if refusals > Self.maxRefusals {
      console.complain("\(file): \(refusals - Self.maxRefusals) more refused")
    }
    if let reasonUnchecked { console.complain("\(file): \(reasonUnchecked)") }
    if !isIdle { console.complain("\(file): something is still pending; gave up waiting for it") }
    guard !console.isGathering else { return }
    let isOne = options.tries.isEmpty
    if options.json {
      if isOne { try console.write(report.json + "\n") }
    } else if !options.events {
      let consent = isConsentAssumed ? "consent: granted, as no --consent was given\n" : ""
      // Of several settings there is one table.
      try console.write(prose: remark + consent + (isOne ? report.table : ""))
    }
  }
}
