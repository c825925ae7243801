/// The slots with lazy-loading settings of their own, in groups of equal settings with zones of their own.
struct SlotGroups: Sendable {
  private struct Group: Sendable {
    let own: LazyLoadingChange
    var ahead: LazyLoadingDistances
    var behind: LazyLoadingDistances
    /// The ranks of its slots, ascending.
    var ranks: [Int] = []
    var zones = Zones()

    init(_ own: LazyLoadingChange, _ settings: LazyLoadingSettings, _ viewport: Size) {
      self.own = own
      ahead = settings.distances(in: viewport, own, behind: false)
      behind = settings.distances(in: viewport, own, behind: true)
    }

    func sides(isDown: Bool) -> Sides { Sides(ahead: ahead, behind: behind, isDown: isDown) }
  }

  private var own: [Int32: LazyLoadingOverride] = [:]
  private var groups: [Group] = []
  private var groupOfSettings: [LazyLoadingChange: Int] = [:]
  private var groupOfHandle: [Int32: Int] = [:]
  /// Slots that came to a group and have no place in it yet.
  private var newcomers: [Int32] = []
  private var isStale = false
  /// How many slots have a threshold that depends on the direction in which the page is travelled.
  private var directionalCount = 0

  /// Whether every slot of the page goes by the page's settings.
  var isEmpty: Bool { own.isEmpty }

  subscript(handle: Int32) -> LazyLoadingOverride? { own.isEmpty ? nil : own[handle] }

  func isEager(_ handle: Int32) -> Bool { !own.isEmpty && own[handle] == .off }

  /// Whether a slot has a threshold that depends on the direction in which the page is travelled.
  var isDirectional: Bool { directionalCount > 0 }

  /// The distances of a slot that has settings of its own.
  func sides(of handle: Int32, isDown: Bool) -> Sides? {
    groupOfHandle[handle].map { groups[$0].sides(isDown: isDown) }
  }

  // MARK: - Changes

  /// Says something for a slot, or with `nil` nothing any more.
  mutating func set(
    _ rule: LazyLoadingOverride?, of handle: Int32, _ settings: LazyLoadingSettings,
    _ viewport: Size
  ) {
    guard rule != self[handle] else { return }
    leaveGroup(handle)
    own[handle] = rule
    guard case .settings(let change)? = rule else { return }
    if change.isDirectional { directionalCount += 1 }
    let group = groupOfSettings[change] ?? groups.count
    if group == groups.count {
      groupOfSettings[change] = group
      groups.append(Group(change, settings, viewport))
    }
    groupOfHandle[handle] = group
    newcomers.append(handle)
  }

  /// Forgets a slot that leaves the page.
  mutating func remove(_ handle: Int32) {
    guard !own.isEmpty else { return }
    leaveGroup(handle)
    own[handle] = nil
    newcomers.removeAll { $0 == handle }
  }

  private mutating func leaveGroup(_ handle: Int32) {
    guard let group = groupOfHandle.removeValue(forKey: handle) else { return }
    if groups[group].own.isDirectional { directionalCount -= 1 }
    isStale = true
  }

  mutating func resolve(_ settings: LazyLoadingSettings, _ viewport: Size) {
    for index in groups.indices {
      let own = groups[index].own
      groups[index].ahead = settings.distances(in: viewport, own, behind: false)
      groups[index].behind = settings.distances(in: viewport, own, behind: true)
    }
  }

  // MARK: - Checks

  /// Places slots in their groups, on a sorted page; all if `isReordered`; returns whether zones begin again.
  mutating func place(on page: SlotGeometry, isReordered: Bool) -> Bool {
    guard !groups.isEmpty, isStale || isReordered || !newcomers.isEmpty else { return false }
    let arrivals = newcomers
    newcomers = []
    guard !isStale, !isReordered else {
      placeAll(page)
      return true
    }
    for handle in arrivals {
      guard let group = groupOfHandle[handle] else { continue }
      let rank = page.rank(of: handle)
      guard groups[group].ranks.last ?? -1 < rank else {
        placeAll(page)
        return true
      }
      groups[group].ranks.append(rank)
    }
    return false
  }

  private mutating func placeAll(_ page: SlotGeometry) {
    isStale = false
    for index in groups.indices {
      groups[index].ranks.removeAll(keepingCapacity: true)
      groups[index].zones = Zones()
    }
    for (handle, group) in groupOfHandle { groups[group].ranks.append(page.rank(of: handle)) }
    for index in groups.indices { groups[index].ranks.sort() }
  }

  /// Moves all groups' zones by the newest geometry, and hands over the ranks to be decided on.
  mutating func update(
    _ viewport: Viewport, _ page: SlotGeometry, isDown: Bool, slotsWait: Bool,
    _ body: (Int) -> Void
  ) {
    for index in groups.indices where !groups[index].ranks.isEmpty {
      let edges = SomeEdges(groups[index].ranks, of: page)
      let sides = groups[index].sides(isDown: isDown)
      groups[index].zones.update(sides, viewport, edges, slotsWait: slotsWait) { places in
        for place in places { body(edges.ranks[place]) }
      }
    }
  }

  /// Narrows `band` to the positions at which a check would change nothing for these slots.
  func narrow(
    _ band: inout QuietBand, _ viewport: Viewport, _ page: SlotGeometry, isDown: Bool,
    slotsWait: Bool
  ) {
    for group in groups where !group.ranks.isEmpty {
      let sides = group.sides(isDown: isDown)
      if page.isStacked {
        let edges = SomeEdges(group.ranks, of: page)
        group.zones.narrow(&band, sides, viewport, edges, slotsWait: slotsWait)
      } else {
        for rank in group.ranks {
          band.end(atEdgesOf: sides, page.top(rank), page.bottom(rank), viewport)
        }
      }
    }
  }
}
