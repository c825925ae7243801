internal import AdEngine
import AdRendering

/// What can be typed behind the word `consent` beside the answers to all of it.
enum ConsentOrder: Hashable, Sendable {
  case policy(ConsentPolicy)
  case regulation(ConsentStore.Regulation)
  case script

  static let usage =
    "consent granted|denied|unset, or policy strict|determined, "
    + "regulation gdpr|none, or script"

  init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("script", 1): self = .script
    case ("policy", 2):
      guard let policy = ConsentPolicy(rawValue: words[1]) else { return nil }
      self = .policy(policy)
    case ("regulation", 2):
      guard let regulation = ConsentStore.Regulation(rawValue: words[1]) else { return nil }
      self = .regulation(regulation)
    default: return nil
    }
  }
}

extension Model {
  mutating func apply(_ order: ConsentOrder) {
    guard !visit.isReplay else {
      shared.notice = Replay.refusal
      return
    }
    switch order {
    case .policy(let policy): visit.setPolicy(policy)
    case .regulation(let regulation): visit.setRegulation(regulation)
    case .script: readConsentScript()
    }
  }
}
