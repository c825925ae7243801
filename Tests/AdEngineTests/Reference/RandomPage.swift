import AdEngine
import TestSupport

/// A random page and a random person on it: a source of inputs that hit every rule, the edges of the rules above all.
struct RandomPage {
  /// Where the page lies among the floating-point numbers; a whole grid at 0 computes without rounding.
  struct Grid: Sendable {
    /// The top of the page.
    var origin = 0.0
    /// What the page counts in, in points.
    var unit = 1.0
  }

  var random: SeededGenerator
  /// Draws the rules of slots, if the page has any; apart, so that the rest of a life is the same with and without.
  private var rules: SeededGenerator?
  /// The rules of the slots that this step adds.
  private var newRules: [Engine.Input] = []
  let grid: Grid
  let configuration: Engine.Configuration
  private var now: Int64 = 0
  private var nextSlot = 1
  private var slots: [SlotID] = []
  private var nextTop = 0.0
  private var position = 0.0
  private let isStacked: Bool
  /// Whether it is known where the slots lie across the page.
  private let isPlacedAcross: Bool
  private(set) var openFetches: [(SlotID, Int)] = []
  private var openAuctions: [(SlotID, Int)] = []
  /// The newest fetches, whose ads may have pages that talk and go places.
  private var pages: [(SlotID, Int)] = []
  /// Scroll positions at which a decision turns; the person likes to stop exactly there.
  var turningPoints: [Double] = []

  init(seed: Int, grid: Grid = Grid()) {
    random = SeededGenerator(seed: seed)
    var draw = SeededGenerator(seed: seed, stream: 3)
    rules = draw.chance(40) ? draw : nil
    self.grid = grid
    position = grid.origin
    nextTop = grid.origin
    nextSlot = random.pick([0, 1, 40])
    isStacked = random.chance(70)
    isPlacedAcross = random.chance(40)
    let settings = try? LazyLoadingSettings(
      fetchThreshold: random.pick([
        .points(0), .points(200 * grid.unit), .points(400 * grid.unit), .points(800 * grid.unit),
        .percent(50), .percent(130.5), .unlimited,
        .directional(ahead: .points(600 * grid.unit), behind: .percent(20)),
      ]),
      displayThreshold: random.pick([.points(0), .percent(0), .percent(20)]),
      unloadThreshold: random.pick([
        .points(0), .points(300 * grid.unit), .points(800 * grid.unit), .points(1600 * grid.unit),
        .percent(200), .unlimited,
      ]),
      unloadingEnabled: random.chance(60), mobileScaling: random.pick([1, 1, 2, 0.7]),
      requests: random.pick([.each, .each, .single]), fetchAfter: random.pick([0, 0, 0, 80, 500]),
      horizontalMargin: random.pick([0, 0, 50]), auction: Self.auction(&random, grid))
    configuration = Engine.Configuration(
      lazyLoading: random.chance(90) ? settings : nil,
      viewport: Size(width: 400, height: random.pick([0, 100, 600, 844]) * grid.unit),
      consent: random.pick([.granted, .granted, .granted, .unset, .denied]),
      policy: random.pick(ConsentPolicy.allCases), impressionDelay: random.pick([0, 0, 500]),
      adTemplate: .adTemplate, scrollAnchoring: random.chance(40))
  }

  mutating func note(_ effects: [Engine.Effect]) {
    for case .auction(let id, let number) in effects { openAuctions.append((id, number)) }
    for case .fetch(let id, let generation) in effects {
      openFetches.append((id, generation))
      pages = pages.suffix(20) + [(id, generation)]
    }
  }

  /// The next inputs, which are one step, and their time.
  mutating func next() -> (Instant, [Engine.Input]) {
    now += random.pick([0, 0, 1, 10, 16, 17, 33, 66, 67, 68, 100, 134, 500, 999, 1000, 2000, 2001])
    var inputs = random.chance(3) ? [] : [input()]
    while inputs.count < 6, random.chance(25) { inputs.append(input()) }
    inputs += newRules
    newRules = []
    return (Instant(milliseconds: now), inputs)
  }

  private mutating func input() -> Engine.Input {
    if slots.count < 3 || random.chance(slots.count < 12 ? 8 : 1) { return add() }
    if !openFetches.isEmpty, random.chance(25) { return answer() }
    if !openAuctions.isEmpty, random.chance(20) { return bids() }
    if !pages.isEmpty, random.chance(12) { return pageNews() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<55:
      if !turningPoints.isEmpty, random.chance(50) {
        position = random.pick(turningPoints)
        return .scrolled(to: position)
      }
      position =
        random.chance(10)
        ? grid.origin + random.pick([0, 1000, 3000, 10_000, -500]) * grid.unit
        : position
          + random.pick([-400, -100, -20, -0.5, 0, 0.5, 20, 20, 100, 100, 300, 800]) * grid.unit
      return .scrolled(to: position)
    case 55..<60:
      let height = random.pick([0, 100, 600, 600, 844]) * grid.unit
      return .viewportResized(Size(width: random.pick([400, 400, 744]), height: height))
    case 60..<61: return .slotMoved(random.pick(slots), frame())
    case 61..<62 where isPlacedAcross:
      return random.chance(50)
        ? .scrolledAcross(to: random.pick([0, 0, 10, 200, 640, -50]))
        : .slotMovedAcross(
          random.pick(slots), to: random.pick([0, 100, 399.5, 400, 401, -320, 900]))
    case 61..<62:
      if random.chance(30) { return .slotSticky(random.pick(slots), random.chance(80)) }
      return random.chance(50)
        ? .slotHidden(random.pick(slots), random.chance(50))
        : .slotClipped(
          random.pick(slots), visibleShare: random.pick([0, 0.3, 0.4, 0.5, 1, 1, 1.5]))
    case 62..<64: return .slotLazyLoadingChanged(random.pick(slots), rule())
    case 64..<70: return .slotResized(random.pick(slots), size())
    case 70..<73:
      let id = random.pick(slots)
      slots.removeAll { $0 == id }
      return .slotRemoved(id)
    case 73..<80:
      return .lazyLoadingChanged(
        LazyLoadingChange(
          fetchThreshold: threshold([nil, 0, 200, 800, 1000]),
          displayThreshold: threshold([nil, 0, 200, 900]),
          unloadThreshold: threshold([nil, 100, 900, 1600]),
          unloadingEnabled: random.pick([nil, true, true, false]),
          mobileScaling: random.pick([nil, nil, nil, 1, 1.5, 0]),
          requests: random.pick([nil, nil, .each, .single]),
          fetchAfter: random.pick([nil, nil, nil, 0, 67, 300, -1]),
          horizontalMargin: random.pick([nil, nil, nil, 0, 80, -1]),
          auction: random.chance(70) ? nil : Self.auction(&random, grid)))
    case 80..<84:
      return .consentChanged(
        random.pick(ConsentStatus.allCases),
        random.pick([.none, .none, ConsentPayload("a"), ConsentPayload("b")]))
    case 84..<86: return .policyChanged(random.pick(ConsentPolicy.allCases))
    case 86..<89: return .reloadRequested(random.pick(slots))
    case 89..<90: return .slotRenewed(random.pick(slots))
    case 90..<92: return .activityChanged(random.chance(70))
    case 92..<93: return .pageCovered(random.chance(40))
    case 93..<96: return .clicked(random.pick(slots))
    case 96..<97:
      slots = []
      nextTop = grid.origin
      position = grid.origin
      return .pageClosed
    case 97..<98: return .slotRemoved(SlotID(9999))
    case 98..<99:
      return random.chance(60)
        ? .slotConstrained(random.pick(slots), constraints())
        : .slotRefreshChanged(
          random.pick(slots), every: random.pick([nil, 0, 300, 1000, 30_000, -1, .max]))
    default: return .woken
    }
  }

  private mutating func rule() -> LazyLoadingOverride? {
    if random.chance(20) { return .off }
    if random.chance(20) { return nil }
    return .settings(
      LazyLoadingChange(
        fetchThreshold: threshold([nil, 0, 300, 1200]), displayThreshold: threshold([nil, 0, 250]),
        unloadThreshold: threshold([nil, 500, 2000]),
        unloadingEnabled: random.pick([nil, nil, true, false]),
        mobileScaling: random.pick([nil, nil, nil, 2, -1])))
  }

  /// One of these distances in points, or now and then a threshold of another kind.
  private mutating func threshold(_ points: [Double?]) -> Threshold? {
    if random.chance(35) {
      return random.pick([
        .percent(0), .percent(20), .percent(50), .percent(100), .percent(130.5), .unlimited,
        .directional(ahead: .points(700 * grid.unit), behind: .points(100 * grid.unit)),
        .directional(ahead: .percent(30), behind: .unlimited),
      ])
    }
    return random.pick(points).map { .points($0 * grid.unit) }
  }

  private static func auction(_ random: inout SeededGenerator, _ grid: Grid) -> AuctionRule {
    if random.chance(45) { return .off }
    let settings = try? AuctionSettings(
      threshold: random.pick([
        .points(0), .points(500 * grid.unit), .points(1600 * grid.unit), .percent(130.5),
        .percent(300), .unlimited,
        .directional(ahead: .percent(250), behind: .points(300 * grid.unit)),
      ]),
      timeout: random.pick([1, 67, 500, 1000, 60_000]),
      expires: random.pick([1, 300, 2000, 300_000]))
    return settings.map { .before($0) } ?? .off
  }

  private mutating func bids() -> Engine.Input {
    let index = Int.random(in: 0..<openAuctions.count, using: &random)
    let (id, number) = openAuctions.remove(at: index)
    return .bidsArrived(id, auction: random.pick([number, number, number, number - 1, number + 1]))
  }

  private mutating func pageNews() -> Engine.Input {
    let (id, generation) = random.pick(pages)
    if random.chance(30) { return .clicked(id) }
    if random.chance(20) { return .presentationFailed(id, generation: generation) }
    if random.chance(40) {
      return .messaged(
        id, generation: generation,
        random.pick([
          .success(.adSize(size())), .success(.adSize(size())),
          .success(.adSize(Size(width: 300, height: random.pick([0, -1, .infinity, 4097])))),
          .success(.console(level: "log", text: "here")), .failure(.notAnObject),
        ]))
    }
    let host = random.pick([
      URLHost.domain("ads.example"), .domain("b.example"), .domain("c.example"), .ipv4(0x7F00_0001),
    ])
    let address = random.pick([
      URLParts(scheme: "https", host: host, path: "/", text: "https://\(host)/"),
      URLParts(scheme: "https", host: host, path: "/", text: "https://\(host)/"),
      URLParts(scheme: "javascript", path: "x()", text: "javascript:x()"),
    ])
    return .navigationRequested(
      id, generation: generation,
      NavigationAttempt(
        address.text, [.success(address)], frame: random.pick(NavigationFrame.allCases),
        action: random.chance(50) ? random.pick(Array(0..<8)) : nil))
  }

  private mutating func add() -> Engine.Input {
    let id = SlotID(nextSlot)
    nextSlot += 1
    slots.append(id)
    addRules(to: id)
    return .slotAdded(id, frame())
  }

  private mutating func addRules(to id: SlotID) {
    guard var draw = rules else { return }
    defer { rules = draw }
    if draw.chance(90) {
      newRules.append(.slotRefreshChanged(id, every: draw.pick([0, 0, 100, 3000])))
    }
    if draw.chance(50) { newRules.append(.slotSticky(id, true)) }
    var bounds = try? ContainerConstraints(
      minHeight: draw.pick([nil, 400, 1000]), placeholder: draw.pick([.delivered, .initial]))
    bounds?.collapse = draw.pick([.never, .empty, .before])
    if let bounds { newRules.append(.slotConstrained(id, bounds)) }
  }

  private mutating func constraints() -> ContainerConstraints {
    var constraints = try? ContainerConstraints(
      minWidth: random.pick([nil, 200]), maxWidth: random.pick([nil, 300]),
      minHeight: random.pick([nil, 100]), maxHeight: random.pick([nil, 250]),
      overflow: random.pick(ContainerConstraints.Overflow.allCases),
      placeholder: random.pick(ContainerConstraints.Placeholder.allCases))
    constraints?.collapse = random.pick([.never, .never, .empty, .before])
    return constraints ?? .none
  }

  private mutating func frame() -> SlotFrame {
    let height = random.pick([0, 50, 100, 250, 320, 600]) * grid.unit
    let width: Double = random.pick([0, 320, 320, 970])
    let x: Double? =
      isPlacedAcross && random.chance(80)
      ? random.pick([0, 40, 40, -160, 240, 400, 400.5, 450, 451, 2000]) : nil
    guard isStacked else {
      let top = grid.origin + Double(Int.random(in: -20..<200, using: &random)) * 25 * grid.unit
      return SlotFrame(x: x, y: top, width: width, height: height)
    }
    nextTop += random.pick([0, 0, 40, 300, 700]) * grid.unit
    defer { nextTop += height }
    return SlotFrame(x: x, y: nextTop, width: width, height: height)
  }

  private mutating func size() -> Size {
    Size(
      width: random.pick([300, 320, 970]),
      height: random.pick([0, 90, 250, 250.25, 320, 600]) * grid.unit)
  }

  private mutating func answer() -> Engine.Input {
    let index = Int.random(in: 0..<openFetches.count, using: &random)
    let (id, generation) = openFetches.remove(at: index)
    let old = random.chance(10) ? generation - 1 : generation
    if random.chance(15) {
      return .answered(id, generation: old, .failed(random.pick(AdFailure.allCases)))
    }
    let delivered = random.chance(5) ? Size(width: 320, height: -1) : size()
    return .answered(id, generation: old, .loaded(delivered, random.chance(20) ? .video : .display))
  }
}
