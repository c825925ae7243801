import AdEngine
import AdLab
import TestSupport

@testable import AdSessions

extension SeededGenerator {
  mutating func labSettings() -> PreloadSettings {
    PreloadSettings(unit: name(), options: Set(PreloadOption.allCases.filter { _ in flag() }))
  }

  mutating func labChange() -> PreloadChange {
    var options: [PreloadOption: Bool] = [:]
    for option in PreloadOption.allCases where flag() { options[option] = flag() }
    return PreloadChange(unit: flag() ? name() : nil, options: options)
  }

  mutating func labInput() -> PreloadInput {
    let generation = number(1...99)
    return switch number(0...6) {
    case 0: .fetchRequested
    case 1: .presentRequested
    case 2: .resetRequested
    case 3: .settingsChanged(labChange())
    case 4: .answered(generation: generation, .loaded(size()))
    case 5: .answered(generation: generation, .failed(pick(AdFailure.allCases)))
    default:
      .heard(
        generation: generation,
        pick([.completed, .autoplayed, .impressed] + TimerPace.allCases.map { .timers($0) }))
    }
  }

  mutating func labEffect() -> PreloadEffect {
    let generation = number(1...99)
    return switch number(0...7) {
    case 0: .publishState(generation, pick(PreloadState.allCases))
    case 1: .fetch(generation, unit: name(), pick(ImpressionReporting.allCases))
    case 2: .resize(generation, size())
    case 3: .place(generation, pick(PreloadPlacement.allCases))
    case 4: .recordImpression(generation)
    case 5: .injectVisibilityScript(generation)
    case 6: .report(generation, pick(PreloadActivity.allCases), pick(PreloadTiming.allCases))
    default: .release(generation)
    }
  }
}
