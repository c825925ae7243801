package import AdEngine
package import AdRendering

/// A file that holds a response.
package struct BidFile: Hashable, Sendable {
  /// The name, as problems show it.
  package let name: String
  /// What is in it.
  package let body: [UInt8]

  /// Makes a file.
  package init(name: String, body: [UInt8]) {
    self.name = name
    self.body = body
  }

  /// The name without its folder and what stands behind the last full stop.
  var stem: Substring {
    let last = name.split(separator: "/").last ?? ""
    return last.lastIndex(of: ".").map { last[..<$0] } ?? last
  }

  /// Whether the name says that the file is for this ad unit.
  fileprivate func answers(_ unit: String) -> Bool {
    let name = String(unit.map { $0 == "/" ? "_" : $0 })
    return !name.isEmpty && (stem == name || stem.hasPrefix(name + "-"))
  }
}

/// Responses that a page's slots are answered with, and the renderers for their bids.
///
/// A file that bears the name of an ad unit, or that and more behind a hyphen (`unit.json`, `unit-2.json`), answers that
/// unit alone; a `/` of the unit is a `_` there. A unit without files of its own is answered by the files that bear no
/// unit's name. A slot takes its files in turn, one a generation; slots that share files begin at
/// different ones.
package struct BidAnswers: Hashable, Sendable {
  /// A response and what was made of it.
  package struct Entry: Hashable, Sendable {
    /// The file.
    package let file: BidFile
    /// The response, or why it is none.
    package let response: Result<BidResponse, BidError>
  }

  /// The responses, in the order of their names.
  package let entries: [Entry]
  /// The renderers for their bids.
  package let catalog: RendererCatalog
  /// Which responses answer each of the page's units.
  private let ownEntries: [String: [Int]]
  private let sharedEntries: [Int]

  /// Reads responses for a page with these units.
  package init(_ files: [BidFile], units: [String], catalog: RendererCatalog = .standard) {
    entries = files.sorted { $0.name < $1.name }.map { file in
      Entry(
        file: file,
        response: Result { () throws(BidError) in try BidResponseReader.read(file.body) })
    }
    self.catalog = catalog
    var own: [String: [Int]] = [:]
    var shared: [Int] = []
    for (index, entry) in entries.enumerated() {
      let matching = Set(units).filter { entry.file.answers($0) }
      // Of units of which one is the other's beginning the longer one is meant.
      let longest = matching.map(\.utf8.count).max()
      for unit in matching where unit.utf8.count == longest {
        own[unit, default: []].append(index)
      }
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

  /// Whether a response is there for a unit.
  package func answers(_ unit: String) -> Bool {
    !sharedEntries.isEmpty || ownEntries[unit] != nil
  }

  /// The rendering of the response to a generation of a slot; `nil` if none is for its unit.
  package func rendering(
    for slot: SlotID, unit: String, requested: Size, generation: Int,
    type: AdType = .inlineBanner
  ) -> BidRendering? {
    entry(for: slot, unit: unit, generation: generation).map { entry in
      BidRendering(
        of: entry.response,
        for: AdUnitConfig(
          slot, unit: unit, requested: requested, generation: generation, type: type),
        by: catalog)
    }
  }
}

extension AdUnitConfig {
  /// What a generation of a slot is asked for as; its fingerprint is that of no other on the page.
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

extension BidRendering {
  /// What the world says to the fetch.
  package var answer: Answer {
    if let content { return .loaded(content.size, content.media) }
    switch error {
    case .noWinner, .response(.blank), nil: return .failed(.noFill)
    case .noAnswer: return .failed(.timeout)
    case .response: return .failed(.error)
    case .markup, .nothingCreated, .expired, .notPresented, .renderer:
      return .failed(.rendering)
    }
  }
}
