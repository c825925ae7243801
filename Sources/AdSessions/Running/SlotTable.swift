package import AdEngine

/// Names of slots and their numbers from 0 on, which they keep when removed: what is still said finds them.
package struct SlotTable: Hashable, Sendable {
  private struct Entry: Hashable {
    let name: String
    var unit: String
    var isPresent = true
  }

  private var entries: [Entry] = []
  private var numbers: [String: Int] = [:]

  package init() {}

  /// How many slots there are or were; their numbers are those below.
  package var count: Int { entries.count }

  /// The slot of this name, whether it is on the page still or was once.
  package subscript(name: String) -> SlotID? { numbers[name].map(SlotID.init) }

  package func name(of slot: SlotID) -> String { entry(slot)?.name ?? String(slot.rawValue) }

  package func unit(of slot: SlotID) -> String { entry(slot)?.unit ?? "" }

  package func contains(_ slot: SlotID) -> Bool { entry(slot)?.isPresent == true }

  private func entry(_ slot: SlotID) -> Entry? {
    entries.indices.contains(slot.rawValue) ? entries[slot.rawValue] : nil
  }

  /// Adds a slot, or puts back one that was removed, and returns its identity.
  package mutating func add(_ name: String, unit: String) -> SlotID {
    let number = numbers[name] ?? entries.count
    if number == entries.count { entries.append(Entry(name: name, unit: unit)) }
    entries[number].unit = unit
    entries[number].isPresent = true
    numbers[name] = number
    return SlotID(number)
  }

  /// Says that the slot is no longer on the page.
  package mutating func remove(_ slot: SlotID) {
    if contains(slot) { entries[slot.rawValue].isPresent = false }
  }
}

/// The slots of all pages of a session, each page's by its number.
package struct SessionSlots: Sendable {
  /// The tables, one for each page however often it was opened; first that of the first page.
  private var tables = [SlotTable()]
  private var numbers: [String: Int] = [:]
  private var opened = [0]
  /// For each table, the places of the page's ads that stand in no slot.
  private var screenAdKinds: [[ScreenAdKind]]

  package init(_ setup: RunSetup = RunSetup()) {
    screenAdKinds = [setup.screenAds.map(\.kind)]
    for slot in setup.slots { _ = tables[0].add(slot.name, unit: slot.unit) }
  }

  /// The slots of a page, or of the ads that stand in none; none for a page that was not opened.
  package subscript(page: Int) -> SlotTable {
    guard page > 0 else { return ScreenAdKind.slots }
    return opened.indices.contains(page - 1) ? tables[opened[page - 1]] : SlotTable()
  }

  /// The slot of this name on a page, with the number of its page in a run: another one for an ad that stands in no slot.
  func slot(_ name: String, onPage page: Int) -> (slot: SlotID, page: Int)? {
    if let slot = self[page][name] { return (slot, page) }
    return screenAd(name, onPage: page).map { ($0.slot, $0.page(over: page)) }
  }

  /// The kind of a page's screen ad of this name; `nil` where the page has none.
  private func screenAd(_ name: String, onPage page: Int) -> ScreenAdKind? {
    guard opened.indices.contains(page - 1), let kind = ScreenAdKind(rawValue: name) else {
      return nil
    }
    return screenAdKinds[opened[page - 1]].contains(kind) ? kind : nil
  }

  package var pageCount: Int { opened.count }

  package mutating func open(_ path: String, _ setup: RunSetup) {
    if let number = numbers[path] {
      opened.append(number)
      return
    }
    var table = SlotTable()
    for slot in setup.slots { _ = table.add(slot.name, unit: slot.unit) }
    numbers[path] = tables.count
    opened.append(tables.count)
    tables.append(table)
    screenAdKinds.append(setup.screenAds.map(\.kind))
  }

  /// The slots of the first page; only those of a bare session change.
  var first: SlotTable {
    _read { yield tables[0] }
    _modify { yield &tables[0] }
  }
}

extension SessionDecision {
  /// The effect in the words of a session; `nil` for a refusal and for a line of the log, which decide nothing.
  package init?(_ effect: Engine.Effect, in table: SlotTable) {
    guard let slot = effect.slot.map(table.name) else { return nil }
    switch effect {
    case .reportLoadState(_, let state, let gap): self = .loadState(slot, state, gap: gap)
    case .reportAdState(_, let state): self = .adState(slot, state)
    case .auction(_, let number): self = .auction(slot, number: number)
    case .reportAuction(_, let number, let outcome):
      self = .auctionEnded(slot, number: number, outcome)
    case .fetch(_, let generation): self = .fetch(slot, generation: generation)
    case .render(_, let generation): self = .render(slot, generation: generation)
    case .release(_, let generation): self = .release(slot, generation: generation)
    case .resize(_, let size, let adjustment): self = .size(slot, size, scrollBy: adjustment)
    case .reportViewable: self = .viewable(slot)
    case .open(_, let navigation): self = .opened(slot, url: navigation.address)
    case .block(_, let navigation):
      let why = navigation.decision.reason.description
      self = .blocked(slot, url: navigation.address, why: why)
    case .log, .refuse: return nil
    }
  }
}

extension SessionDecision {
  /// The request or auction that the decision is, with its page in a run; `nil` for others and for an unknown slot.
  func request(in slots: SessionSlots, onPage page: Int) -> (effect: Engine.Effect, page: Int)? {
    guard let name = slot, let place = slots.slot(name, onPage: page) else { return nil }
    switch self {
    case .fetch(_, let generation): return (.fetch(place.slot, generation: generation), place.page)
    case .auction(_, let number): return (.auction(place.slot, number: number), place.page)
    default: return nil
    }
  }

  /// The name of the slot that was decided on; `nil` for a decision of the lab.
  var slot: String? {
    switch self {
    case .loadState(let name, _, _), .adState(let name, _), .fetch(let name, _),
      .auction(let name, _), .auctionEnded(let name, _, _), .render(let name, _),
      .release(let name, _), .size(let name, _, _), .viewable(let name), .opened(let name, _),
      .blocked(let name, _, _):
      name
    case .lab: nil
    }
  }
}
