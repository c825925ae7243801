import AdEngine

/// Every combination of the lab's settings over one creative; those with the same outcome are one pattern.
package struct LabComparison: Hashable, Sendable {
  /// Combinations with the same outcome.
  package struct Group: Hashable, Sendable {
    package let outcome: LabOutcome
    package let count: Int
    /// What they have in common, in as few patterns as could be found.
    package let patterns: [SwitchPattern]

    /// No two groups have the same.
    fileprivate var rank: [Int64] {
      outcome.rank + [Int64(-count)] + patterns.flatMap { [Int64($0.care), Int64($0.value)] }
    }
  }

  package struct Combination: Hashable, Sendable {
    /// The switches that are on and mean something.
    package let settings: PreloadSettings
    package let outcome: LabOutcome
  }

  package let unit: String
  /// How long after the fetch the banner comes, in milliseconds; `nil` when none comes.
  package let arrivesAfter: Int64?
  /// Each combination that can make a difference, with its outcome.
  package let combinations: [Combination]
  /// The combinations by outcome, the quickest first.
  package let groups: [Group]

  package init(unit: String, seed: UInt64) {
    self.unit = unit
    var outcomes: [PreloadSettings: LabOutcome] = [:]
    var combinations: [Combination] = []
    var members: [LabOutcome: Set<UInt16>] = [:]
    var counts: [LabOutcome: Int] = [:]
    var arrivesAfter: Int64?
    for bits in 0..<SwitchPattern.combinations {
      let settings = PreloadSettings(unit: unit, options: SwitchPattern.options(of: bits)).inForce
      if outcomes[settings] == nil {
        guard let record = LabOutcome.record(of: settings, seed: seed).record else { continue }
        let outcome = LabOutcome(record)
        arrivesAfter = record.arrivedAt.map { $0 - record.fetchedAt }
        outcomes[settings] = outcome
        combinations.append(Combination(settings: settings, outcome: outcome))
        counts[outcome, default: 0] += 1
      }
      if let outcome = outcomes[settings] { members[outcome, default: []].insert(bits) }
    }
    self.arrivesAfter = arrivesAfter
    self.combinations = combinations
    groups = members.map { outcome, bits in
      Group(outcome: outcome, count: counts[outcome] ?? 0, patterns: SwitchPattern.covering(bits))
    }.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
  }
}

/// Combinations of switches that agree in some of them: each is on, off, or either.
package struct SwitchPattern: Hashable, Sendable {
  package static let combinations = UInt16(1) << UInt16(PreloadOption.allCases.count)

  /// The switches that count, and those of them that are on; a bit for each option in its order.
  let care, value: UInt16

  /// Whether a switch is on; `nil` when it makes no difference.
  package subscript(option: PreloadOption) -> Bool? {
    let bit = Self.bit(of: option)
    return care & bit == 0 ? nil : value & bit != 0
  }

  static func bit(of option: PreloadOption) -> UInt16 {
    UInt16(1) << UInt16(PreloadOption.allCases.firstIndex(of: option) ?? 0)
  }

  package static func options(of bits: UInt16) -> Set<PreloadOption> {
    Set(PreloadOption.allCases.filter { bits & bit(of: $0) != 0 })
  }

  /// Whether settings are among them; what is not in force makes no difference.
  package func covers(_ settings: PreloadSettings) -> Bool {
    PreloadOption.allCases.allSatisfy { option in
      self[option].map { $0 == settings[option] } ?? true
    }
  }

  /// Settings with its switches; those that make no difference stay as they are.
  package func applied(to settings: PreloadSettings) -> PreloadSettings {
    let known = PreloadOption.allCases.compactMap { option in
      self[option].map { (option, $0) }
    }
    return settings.applying(PreloadChange(options: Dictionary(uniqueKeysWithValues: known)))
  }

  private func covers(_ bits: UInt16) -> Bool { bits & care == value }

  /// Few patterns that cover these combinations and no others: pairs are merged, then the widest are taken greedily.
  static func covering(_ members: Set<UInt16>) -> [SwitchPattern] {
    let all = combinations - 1
    var level = Set(members.map { SwitchPattern(care: all, value: $0) })
    var widest: Set<SwitchPattern> = []
    while !level.isEmpty {
      var next: Set<SwitchPattern> = []
      for pattern in level {
        var isMerged = false
        for option in PreloadOption.allCases {
          let bit = bit(of: option)
          guard pattern.care & bit != 0,
            level.contains(SwitchPattern(care: pattern.care, value: pattern.value ^ bit))
          else { continue }
          isMerged = true
          next.insert(SwitchPattern(care: pattern.care & ~bit, value: pattern.value & ~bit))
        }
        if !isMerged { widest.insert(pattern) }
      }
      level = next
    }
    // The order is fixed, so that the same combinations always give the same patterns.
    let candidates = widest.sorted {
      ($0.care.nonzeroBitCount, $0.care, $0.value) < ($1.care.nonzeroBitCount, $1.care, $1.value)
    }
    var left = members
    var chosen: [SwitchPattern] = []
    while !left.isEmpty {
      var best: (pattern: SwitchPattern, count: Int)?
      for pattern in candidates {
        let count = left.count(where: pattern.covers)
        if count > best?.count ?? 0 { best = (pattern, count) }
      }
      guard let best else { break }
      chosen.append(best.pattern)
      left = left.filter { !best.pattern.covers($0) }
    }
    return chosen
  }
}
