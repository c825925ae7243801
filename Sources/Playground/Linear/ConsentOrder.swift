internal import AdEngine
import AdRendering

/// What can be typed behind the word `consent` beside the answers to all of it.
enum ConsentOrder: Hashable, Sendable {
  /// An answer about one purpose, which counts at once.
  case purpose(Int, ConsentStore.Answer)
  /// An answer about one vendor, which counts at once.
  case vendor(Int, ConsentStore.Answer)
  case policy(ConsentPolicy)
  case regulation(ConsentStore.Regulation)
  case preferences, script, keys

  static let usage =
    "consent granted|denied|unset, or purpose|vendor N yes|no, policy strict|determined, "
    + "regulation gdpr|none, preferences, script or keys"

  init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("preferences", 1): self = .preferences
    case ("script", 1): self = .script
    case ("keys", 1): self = .keys
    case ("policy", 2):
      guard let policy = ConsentPolicy(rawValue: words[1]) else { return nil }
      self = .policy(policy)
    case ("regulation", 2):
      guard let regulation = ConsentStore.Regulation(rawValue: words[1]) else { return nil }
      self = .regulation(regulation)
    case ("purpose", 3), ("vendor", 3):
      guard let id = WrittenNumber.whole(words[1], in: 1...VendorSet.maxID),
        ["yes", "no"].contains(words[2])
      else { return nil }
      let answer: ConsentStore.Answer = words[2] == "yes" ? .enabled : .disabled
      self = words[0] == "purpose" ? .purpose(id, answer) : .vendor(id, answer)
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
    var draft = ConsentDraft(visit.consent.store)
    switch order {
    case .policy(let policy): visit.setPolicy(policy)
    case .regulation(let regulation): visit.setRegulation(regulation)
    case .preferences: openPreferences()
    case .script: read(.handOff)
    case .keys: read(.keys)
    case .purpose(let id, let answer):
      guard visit.consent.store.purposes.contains(id) else {
        shared.notice =
          "there is no purpose \(id): expected 1…\(visit.consent.store.purposes.count)"
        return
      }
      draft.answer(purpose: id, answer)
      save(draft)
    case .vendor(let id, let answer):
      guard visit.consent.store.vendors.contains(id) else {
        shared.notice =
          "vendor \(id) is not asked about: expected "
          + visit.consent.store.vendors.map(String.init).joined(separator: ", ")
        return
      }
      draft.answer(vendor: id, answer)
      save(draft)
    }
  }
}
