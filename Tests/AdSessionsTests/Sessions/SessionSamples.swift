import AdEngine
import AdLab
import AdRendering
import AdSimulation
import TestSupport

@testable import AdSessions

/// Draws sessions at random.
extension SeededGenerator {
  mutating func points() -> Double {
    pick([
      Double(number(-5000...20_000)), Double(number(0...400_000)) / 7,
      Double.random(in: -1e9...1e9, using: &self), 0.1 + 0.2, 1e300, .leastNonzeroMagnitude, 1e16,
    ])
  }

  mutating func extent() -> Double { abs(points()) }
  mutating func size() -> Size { Size(width: extent(), height: extent()) }
  mutating func frame() -> SlotFrame {
    SlotFrame(x: flag() ? points() : nil, y: points(), width: extent(), height: extent())
  }

  mutating func name() -> String {
    pick([
      "1", "2", "a b", "æøå 🎯", "\"\\/", "\u{1B}[31m", "l1\nl2\t\u{0}", "\u{202E}x\u{2028}", "",
    ])
  }

  mutating func change() -> LazyLoadingChange {
    // Settings that are valid whatever came before.
    let display = Double(number(0...500))
    return pick([
      LazyLoadingChange(
        fetchThreshold: .points(display + extent()), displayThreshold: .points(display)),
      LazyLoadingChange(unloadThreshold: .points(extent()), unloadingEnabled: flag()),
      LazyLoadingChange(
        fetchThreshold: .percent(extent()), unloadThreshold: .unlimited, mobileScaling: 2),
      LazyLoadingChange(
        fetchThreshold: .directional(ahead: .percent(extent()), behind: .points(500 + extent())),
        requests: .single, fetchAfter: 80, horizontalMargin: extent()),
      LazyLoadingChange(auction: flag() ? .off : auction()), LazyLoadingChange(),
    ])
  }

  private mutating func auction() -> AuctionRule {
    let settings = try? AuctionSettings(
      threshold: pick([.percent(extent()), .points(extent()), .unlimited]),
      timeout: Int64(number(1...60_000)), expires: Int64(number(1...3_600_000)))
    return settings.map { .before($0) } ?? .off
  }

  mutating func choice() -> ConsentChoice {
    guard flag() else { return .status(pick(ConsentStatus.allCases)) }
    var content = TCString(created: number(0...9), updated: 9, cmpID: 1, cmpVersion: 1)
    content.purposeConsents = PurposeSet((1...11).filter { _ in flag() })
    content.vendorConsents = VendorSet([755, number(1...900)])
    return (try? ConsentString(content.encoded())).map { .tcString($0) } ?? .unset
  }

  mutating func header() -> SessionHeader {
    if number(0...3) == 0 {
      let setup = LabSetup(labSettings(), watchdog: Int64(number(1...60_000)), seed: nil)
      return SessionHeader(
        .lab(setup), answers: flag() ? .recorded : nil,
        settings: SessionSettings(seed: flag() ? 7 : nil))
    }
    var header = SessionHeader(
      flag()
        ? .page(name(), digest: flag() ? name() : nil)
        : .slots(
          (0..<number(0...4)).map {
            SessionSlot(
              "s\($0)", unit: flag() ? name() : nil, frame: frame(),
              refresh: flag() ? 30_000 : nil)
          }))
    if flag() { header.answers = pick(SessionWorld.allCases) }
    if flag() { header.viewport = size() }
    if flag() { header.settings.lazyLoading = flag() ? .off : .settings(change()) }
    if flag() { header.settings.consent = choice() }
    if flag() { header.settings.policy = pick(ConsentPolicy.allCases) }
    if flag() { header.settings.seed = pick([0, 7, 9_007_199_254_740_991]) }
    if flag() { header.settings.network = pick(NetworkProfile.allCases) }
    if flag() { header.settings.scrollAnchoring = flag() }
    if flag() { header.columns = number(20...400) }
    return header
  }

  mutating func answer() -> Answer {
    flag() ? .loaded(size(), pick(AdMedia.allCases)) : .failed(pick(AdFailure.allCases))
  }

  mutating func message() -> BridgeMessage {
    switch number(0...3) {
    case 0: return .adSize(size())
    case 1:
      let fields = JSONValue.object([
        "type": .text("ping" + name()), name(): .list([.number(points()), .null, .flag(flag())]),
      ])
      return .unknown(type: fields["type"]?.text ?? "", fields: fields.json)
    default: return .console(level: name(), text: name())
    }
  }

  /// An address as the page of an ad may give it.
  mutating func address() -> String {
    pick([
      "https://b.example/", "HTTPS://B.example/å?q=<>#x", "//b.example", "/offer", "",
      "javascript:alert(1)", "tel:+15550142", "mraid://open?url=https%3A%2F%2Fb.example", " \n ",
      "https://a\\@b/\u{0}", "http://127.0.0.1/", "about:blank", name(),
    ])
  }

  mutating func navigation() -> SessionNavigation {
    SessionNavigation(
      url: address(), frame: pick(NavigationFrame.allCases),
      action: pick([nil, 0, 1, 1, 9_007_199_254_740_991]))
  }

  mutating func cause() -> SessionCause {
    switch number(0...22) {
    case 21: .slotMovedAcross(name(), to: points())
    case 18: .scrolledAcross(to: points())
    case 19: .slotClipped(name(), visibleShare: pick([0, 0.4, 1, 1.0 / 3]))
    case 20: .slotHidden(name(), flag())
    case 22: .bidsArrived(name(), auction: number(1...99))
    case 17: .lab(labInput())
    case 0: .scrolled(to: points())
    case 1: .viewportResized(size())
    case 2: .slotFramed(name(), frame(), unit: flag() ? name() : nil)
    case 3: .slotResized(name(), size())
    case 4: .slotRemoved(name())
    case 5: .lazyLoadingChanged(change())
    case 6: .consentChanged(choice())
    case 7: .policyChanged(pick(ConsentPolicy.allCases))
    case 8: .clicked(name())
    case 9: .reloadRequested(name())
    case 10: .activityChanged(flag())
    case 11: .pageOpened(opening())
    case 12: .wentBack
    case 13: .caption(name())
    case 14: .messaged(name(), generation: number(1...99), message())
    case 15: .navigationRequested(name(), generation: number(1...99), navigation())
    default: .answered(name(), generation: number(1...99), answer())
    }
  }

  mutating func opening() -> SessionOpening {
    var opening = SessionOpening(name())
    if flag() { opening.digest = name() }
    if flag() { opening.settings.lazyLoading = flag() ? .off : .settings(change()) }
    if flag() { opening.settings.policy = pick(ConsentPolicy.allCases) }
    if flag() { opening.settings.seed = pick([0, 7, 9_007_199_254_740_991]) }
    return opening
  }

  mutating func line(at moment: Instant) -> SessionLine {
    if number(0...9) == 0 {
      return SessionLine(
        at: moment, .page(LoaderEvent(slot: name(), action: pick(LoaderEvent.Action.allCases))))
    }
    let page = pick([1, 1, 2, 77])
    guard flag() else { return SessionLine(at: moment, page: page, .decision(decision())) }
    let cause = cause()
    return SessionLine(at: moment, page: cause.isAboutSlot ? page : 1, .cause(cause))
  }

  mutating func decision() -> SessionDecision {
    switch number(0...11) {
    case 11: .auction(name(), number: number(1...99))
    case 10: .auctionEnded(name(), number: number(1...99), pick(AuctionOutcome.allCases))
    case 9: .lab(labEffect())
    case 0: .loadState(name(), pick(AdLoadState.allCases), gap: points())
    case 1: .adState(name(), pick(AdViewState.allCases))
    case 2: .fetch(name(), generation: number(1...99))
    case 3: .render(name(), generation: number(1...99))
    case 4: .release(name(), generation: number(1...99))
    case 5: .size(name(), size(), scrollBy: flag() ? points() : 0)
    case 6: .opened(name(), url: address())
    case 7: .blocked(name(), url: address(), why: name())
    default: .viewable(name())
    }
  }

  mutating func lines() -> [SessionLine] {
    var at = Instant.start
    let lines = (0..<number(0...40)).map { _ in
      at = at + Int64(pick([0, 16, 16, 1000, 1 << 40]))
      return line(at: at)
    }
    return flag() ? lines : lines + [SessionLine(at: at, .end(visit: flag() ? nil : at))]
  }
}

/// Reads a whole session from pieces of so many bytes.
func readSession(
  _ bytes: some Collection<UInt8>, piece: Int = 1 << 16
) throws(SessionError) -> (items: [SessionReader.Item], reader: SessionReader) {
  var reader = SessionReader()
  var items: [SessionReader.Item] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    reader.append(Array(rest.prefix(piece)))
    rest = rest.dropFirst(piece)
    while let item = try reader.next() { items.append(item) }
  }
  reader.finish()
  while let item = try reader.next() { items.append(item) }
  return (items, reader)
}
