internal import AdEngine

/// The answers in the preferences before they are saved.
struct ConsentDraft: Hashable, Sendable {
  /// What can be chosen in the preferences.
  enum Item: Hashable, Sendable {
    case purpose(Int)
    case vendor(Int)
    /// What counts at once.
    case policy, regulation
    /// What opens something to read.
    case handOff, keys
  }

  let items: [Item]
  private(set) var purposes: [Int: ConsentStore.Answer] = [:]
  private(set) var vendors: [Int: ConsentStore.Answer] = [:]

  /// Begins with the answers of a store.
  init(_ store: ConsentStore) {
    items =
      store.purposes.map { .purpose($0) } + store.vendors.map { .vendor($0) }
      + [.policy, .regulation, .handOff, .keys]
    for id in store.purposes { purposes[id] = store.answer(toPurpose: id) }
    for id in store.vendors { vendors[id] = store.answer(toVendor: id) }
  }

  /// How many purposes and vendors nothing was said about.
  var undecided: Int {
    [purposes, vendors].reduce(0) { $0 + $1.values.count { $0 == .undecided } }
  }

  mutating func answer(purpose id: Int, _ answer: ConsentStore.Answer) {
    if purposes[id] != nil { purposes[id] = answer }
  }

  mutating func answer(vendor id: Int, _ answer: ConsentStore.Answer) {
    if vendors[id] != nil { vendors[id] = answer }
  }

  /// Says yes where an item has no yes yet, and no where it has; returns the event that this is.
  mutating func toggle(_ item: Item) -> ConsentEvent? {
    switch item {
    case .purpose(let id):
      let isYes = purposes[id] != .enabled
      purposes[id] = isYes ? .enabled : .disabled
      return isYes ? .preferencesClickPurposeAgree(id) : .preferencesClickPurposeDisagree(id)
    case .vendor(let id):
      let isYes = vendors[id] != .enabled
      vendors[id] = isYes ? .enabled : .disabled
      return isYes ? .preferencesClickVendorAgree(id) : .preferencesClickVendorDisagree(id)
    case .policy, .regulation, .handOff, .keys: return nil
    }
  }
}
