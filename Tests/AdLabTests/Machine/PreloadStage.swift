import AdEngine
import AdLab

/// A machine on which a test plays, with everything that it decided written down.
struct PreloadStage {
  private(set) var machine: PreloadMachine
  /// What was decided, a line each: the moment, then the effect in words.
  private(set) var log: [String] = []

  init(
    on options: Set<PreloadOption> = PreloadSettings.standardOptions,
    watchdog: Int64 = PreloadMachine.standardWatchdog
  ) { machine = PreloadMachine(PreloadSettings(options: options), watchdog: watchdog) }

  /// Begins with an ad that was fetched, and arrived, at 0.
  init(
    holdingAdWith options: Set<PreloadOption>, watchdog: Int64 = PreloadMachine.standardWatchdog
  ) {
    self.init(on: options, watchdog: watchdog)
    fetch(at: 0)
    arrive(at: 0)
  }

  var state: PreloadState { machine.state }

  mutating func give(_ input: PreloadInput, at moment: Int64) {
    wake(upTo: moment)
    let at = Instant(milliseconds: moment)
    log += machine.handle(input, at: at).map { "\(moment) \($0.words)" }
  }

  /// Wakes the machine at its own deadlines.
  mutating func wake(upTo moment: Int64) {
    while let deadline = machine.nextDeadline, deadline.milliseconds <= moment {
      log += machine.handle(.woken, at: deadline).map { "\(deadline.milliseconds) \($0.words)" }
    }
  }

  mutating func fetch(at moment: Int64) { give(.fetchRequested, at: moment) }
  mutating func present(at moment: Int64) { give(.presentRequested, at: moment) }
  mutating func reset(at moment: Int64) { give(.resetRequested, at: moment) }

  mutating func set(_ option: PreloadOption, _ isOn: Bool, at moment: Int64) {
    give(.settingsChanged(PreloadChange(options: [option: isOn])), at: moment)
  }

  mutating func arrive(
    _ size: Size = Size(width: 300, height: 250), at moment: Int64, generation: Int? = nil
  ) { give(.answered(generation: generation ?? machine.generation, .loaded(size)), at: moment) }

  mutating func hear(_ event: CreativeEvent, at moment: Int64, generation: Int? = nil) {
    give(.heard(generation: generation ?? machine.generation, event), at: moment)
  }

  mutating func clear() { log = [] }
}

extension PreloadEffect {
  fileprivate var words: String {
    switch self {
    case .publishState(let generation, let state): "\(generation) is \(state.rawValue)"
    case .fetch(let generation, let unit, let impressions):
      "\(generation) fetch \(unit) \(impressions.rawValue)"
    case .resize(let generation, let size): "\(generation) size \(size.width)×\(size.height)"
    case .place(let generation, let placement): "\(generation) place \(placement.rawValue)"
    case .recordImpression(let generation): "\(generation) record"
    case .injectVisibilityScript(let generation): "\(generation) inject"
    case .report(let generation, let activity, let timing):
      "\(generation) \(activity.rawValue) \(timing.rawValue)"
    case .release(let generation): "\(generation) release"
    case .refuse(let refusal): "refuse \(refusal)"
    }
  }
}
