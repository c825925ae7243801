import AdEngine
import AdRendering
import AdSimulation

/// Finds the slots of a page and puts them into its document.
enum SlotReader {
  static let maxSlots = 10_000

  /// The slots of `ad` blocks, without an anchor ad, the banner of `settings`; `rule` is one to be reported as ignored.
  static func slots(
    of ads: [AdBlock], below lines: Int, in document: inout Document,
    rule: (AdRule, line: Int)?, sizes: NamedSizes, settings: inout PageSettings,
    _ problems: Problems
  ) -> [DeclaredSlot] {
    if let (rule, line) = rule {
      problems.add("the page has ads of its own: the rule \(rule) is ignored", line: line)
    }
    var slots: [DeclaredSlot] = []
    var ids: [(name: String, line: Int)?] = []
    var last: Int?
    var anchors: [Int] = []
    defer { for block in anchors.reversed() { document.blocks.remove(at: block) } }
    for ad in ads {
      guard slots.count < maxSlots else {
        problems.add(
          "expected at most \(maxSlots) ads: from here on there are no slots",
          line: ad.line + lines, isLimit: true)
        break
      }
      guard
        let reader = AdBlockReader(ad.yaml, line: ad.line + lines, sizes: sizes, problems)
      else { continue }
      if reader.slot.position.isAnchor {
        anchors.append(ad.block)
        anchor(reader.slot, settings: &settings, problems)
        continue
      }
      document.blocks[ad.block].kind = .slot
      document.blocks[ad.block].slot = UInt32(slots.count)
      var slot = reader.slot
      if slot.isBeside {
        if last == ad.block - 1 {
          keepSize(of: &slot, problems)
          if let first = slots.indices.last { keepSize(of: &slots[first], problems) }
        } else {
          slot.isBeside = false
          problems.add(
            "ad block: beside: expected another ad block right above this one", line: slot.line)
        }
      }
      last = ad.block
      slots.append(slot)
      ids.append(reader.id)
    }
    name(&slots, by: ids, besides: settings.screenAds.map(\.kind), problems)
    return slots
  }

  private static func anchor(
    _ slot: DeclaredSlot, settings: inout PageSettings, _ problems: Problems
  ) {
    guard settings.screenBanner == nil else {
      return problems.add(
        "ad block: position \(slot.position.rawValue): the screen has a banner already, and room for one",
        line: slot.line)
    }
    var ad = ScreenAd(.screenBanner, unit: slot.ad.adUnitId, creative: slot.creative)
    ad.isOnTop = slot.position == .top
    settings.screenBanner = ad
  }

  /// Slots beside each other keep their sizes, so that their row does, and are sold in no other.
  private static func keepSize(of slot: inout DeclaredSlot, _ problems: Problems) {
    let size = slot.ad.initialSize
    if slot.creative.size == nil { slot.creative.size = size }
    let kept = try? ContainerConstraints(
      minWidth: size.width, maxWidth: size.width, minHeight: size.height, maxHeight: size.height,
      overflow: .clamp)
    guard let kept, slot.ad.constraints != kept else { return }
    if slot.ad.constraints != .none {
      problems.add(
        "ad block: bounds of an ad beside another: expected none, since it keeps its size",
        line: slot.line)
    }
    slot.ad.constraints = kept
  }

  /// Gives every slot a name of its own: its id, or its number.
  private static func name(
    _ slots: inout [DeclaredSlot], by ids: [(name: String, line: Int)?],
    besides kinds: [ScreenAdKind], _ problems: Problems
  ) {
    /// What a name is, and so cannot be that of another slot.
    var taken: [String: String] = [:]
    for index in slots.indices {
      slots[index].name = String(index + 1)
      taken[slots[index].name] = "the number of another slot"
    }
    for kind in kinds {
      taken[kind.rawValue] = "the name of an ad of the page that stands in no slot"
    }
    for (index, id) in ids.enumerated() {
      guard let id else { continue }
      if let reason = taken[id.name], id.name != slots[index].name {
        problems.add(
          "ad block: id \(id.name.quoted) is \(reason); this one is called \(index + 1)",
          line: id.line)
      } else {
        taken[id.name] = "taken by the slot on line \(slots[index].line)"
        slots[index].name = id.name
      }
    }
  }

  /// Slots by a rule, each after a block of the outermost level; `ends` says where these end.
  static func slots(
    by rule: AdRule, after ends: [Int], in document: inout Document, _ problems: Problems
  ) -> [DeclaredSlot] {
    switch rule {
    case .every(let count):
      guard count > 0 else { return [] }
      var places = stride(from: count - 1, to: ends.count, by: count).map { ends[$0] }
      if places.count > maxSlots {
        problems.add(
          "expected at most \(maxSlots) places for ads, not \(places.count): the first have one",
          line: 1, isLimit: true)
        places.removeSubrange(maxSlots...)
      }
      document.insertSlots(after: places)
      return places.indices.map { index in
        DeclaredSlot(
          name: String(index + 1),
          WebAdView(adUnitId: AdRule.units[index % AdRule.units.count]))
      }
    }
  }
}

extension Document {
  /// Puts a slot at each of these places, counted in blocks from the start and ascending.
  fileprivate mutating func insertSlots(after places: [Int]) {
    guard !places.isEmpty else { return }
    var all: [Block] = []
    all.reserveCapacity(blocks.count + places.count)
    var done = 0
    for (slot, place) in places.enumerated() {
      all += blocks[done..<place]
      done = place
      let end = all.last?.end ?? 0
      let run = done < blocks.count ? blocks[done].firstRun : UInt32(runs.count)
      all.append(Block(kind: .slot, start: end, end: end, firstRun: run, slot: UInt32(slot)))
    }
    all += blocks[done...]
    blocks = all
  }
}
