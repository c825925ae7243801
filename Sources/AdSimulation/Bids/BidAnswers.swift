package import AdEngine
package import AdRendering

package struct BidFile: Hashable, Sendable {
  /// The path, as messages show it.
  package let name: String
  package let body: [UInt8]

  package init(name: String, body: [UInt8]) {
    (self.name, self.body) = (name, body)
  }

  /// The name without its folder and its extension.
  var stem: Substring {
    let last = name.split(separator: "/").last ?? ""
    return last.lastIndex(of: ".").map { last[..<$0] } ?? last
  }

  fileprivate func answers(_ unit: String) -> Bool {
    let name = String(unit.map { $0 == "/" ? "_" : $0 })
    return !name.isEmpty && (stem == name || stem.hasPrefix(name + "-"))
  }
}

/// The bid responses of a page: `unit.json` and `unit-2.json` answer that unit only (`/` is `_`), others units without files.
///
/// A slot uses its files in turn, one per generation; slots that share files begin at different ones.
package struct BidAnswers: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let file: BidFile
    package let response: Result<BidResponse, BidError>
  }

  package let entries: [Entry]
  private let ownEntries: [String: [Int]]
  private let sharedEntries: [Int]

  /// Reads the responses for a page with ad units.
  package init(_ files: [BidFile], units: [String]) {
    entries = files.sorted { $0.name < $1.name }.map { file in
      Entry(
        file: file,
        response: Result { () throws(BidError) in try BidResponseReader.read(file.body) })
    }
    var own: [String: [Int]] = [:]
    var shared: [Int] = []
    for (index, entry) in entries.enumerated() {
      let matching = Set(units).filter { entry.file.answers($0) }
      // If one unit is a prefix of another, the longer one is meant.
      let longest = matching.map(\.utf8.count).max()
      for unit in matching where unit.utf8.count == longest { own[unit, default: []].append(index) }
      if matching.isEmpty { shared.append(index) }
    }
    ownEntries = own
    sharedEntries = shared
  }

  /// The response to a generation of a slot; `nil` if none is for its unit.
  package func entry(for slot: SlotID, unit: String, generation: Int) -> Entry? {
    let turn = max(0, generation - 1)
    if let own = ownEntries[unit], !own.isEmpty { return entries[own[turn % own.count]] }
    guard !sharedEntries.isEmpty else { return nil }
    let first = Int(slot.rawValue.magnitude % UInt(sharedEntries.count))
    return entries[sharedEntries[(first + turn) % sharedEntries.count]]
  }

  package func answers(_ unit: String) -> Bool { !sharedEntries.isEmpty || ownEntries[unit] != nil }
}

extension AdUnitConfig {
  /// The configuration of a generation of a slot, with a fingerprint that is unique on the page.
  package init(
    _ slot: SlotID, unit: String, requested: Size, generation: Int, type: AdType = .inlineBanner
  ) {
    let place =
      switch type {
      case .inlineBanner: "slot \(slot.rawValue + 1)"
      case .screenBanner: "screen banner"
      case .interstitial: "interstitial"
      }
    self.init(
      AdFingerprint("\(place), generation \(generation)"), unit: unit, size: requested, type: type)
  }
}

extension PluginAd {
  package var answer: Answer {
    if let content { return .loaded(content.size, content.media) }
    switch error {
    case .noWinner, nil: return .failed(.noFill)
    case .noAnswer: return .failed(.timeout)
    case .response: return .failed(.error)
    case .markup, .nothingCreated, .expired, .notPresented, .renderer: return .failed(.rendering)
    }
  }
}
