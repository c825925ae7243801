import AdEngine
import AdRendering
import AdSimulation
import TestSupport

@testable import AdSessions

/// A session of any kinds of lines and settings, as its text, with the pages that it is of.
struct RandomVisit {
  /// What is generated, by the keys of the format.
  enum Kind { case bare, ofPage }

  private(set) var kind: Kind
  private(set) var header = ""
  private(set) var lines: [String] = []
  private(set) var page: PageConfiguration?
  private(set) var others: [String: PageConfiguration] = [:]
  /// The keys of the format that stand in it.
  private(set) var keys: Set<String> = []

  private var draw: SeededGenerator
  private let prefix: String
  private var time = 0
  private var names: [String] = []
  private var lateNames: [String] = []
  private var pageCount = 1
  private var stack = [1]

  /// With another prefix the slots have other names, and all else is the same.
  init(seed: Int, prefix: String = "s") {
    self.prefix = prefix
    draw = SeededGenerator(seed: seed, stream: 11)
    kind = seed.isMultiple(of: 2) ? .bare : .ofPage
    switch kind {
    case .bare: beginBare()
    case .ofPage: beginPage()
    }
    for _ in 0..<draw.number(1...28) {
      time += draw.pick([0, 1, 16, 67, 100, 250, 400, 1000, 2500])
      addLine()
    }
    add(#""in":{"scroll":\#(draw.number(0...2500))}"#, "scroll")
    if draw.chance(20) {
      keys.insert("end")
      lines.append(#"{"at":\#(time + 9000),"end":\#(draw.flag() ? "true" : "\(time + 500)")}"#)
    }
  }

  var text: String { ([header] + lines).joined(separator: "\n") + "\n" }

  // MARK: - Headers

  private mutating func settings() -> [String] {
    var fields: [String] = []
    func maybe(_ key: String, _ percent: Int, _ text: String) {
      guard draw.chance(percent) else { return }
      keys.insert("header.\(key)")
      fields.append(#""\#(key)":\#(text)"#)
    }
    maybe("lazyLoad", 60, draw.chance(8) ? #""off""# : lazyLoad(isWhole: true))
    maybe("consent", 25, draw.pick([#""granted""#, #""granted""#, #""denied""#, #""unset""#]))
    maybe("policy", 25, draw.pick([#""strict""#, #""determined""#]))
    maybe("seed", 25, "\(draw.number(1...9))")
    maybe("network", 15, draw.pick([#""4g""#, #""slow-4g""#]))
    maybe("scrollAnchoring", kind == .ofPage ? 30 : 0, "true")
    return fields
  }

  private mutating func beginBare() {
    let count = draw.number(0...5)
    var y = 0
    let slots = (0..<count).map { number -> String in
      y += draw.number(1...900)
      var fields = [#""slot":"\#(prefix)\#(number)""#, #""y":\#(y)"#]
      if draw.flag() { fields.append(#""unit":"u\#(number % 2)""#) }
      if draw.chance(20) { fields.append(#""x":\#(draw.pick([0, 16, -40, 300]))"#) }
      if draw.flag() { fields.append(#""width":300"#) }
      fields.append(#""height":\#(draw.pick([0, 50, 250, 250, 600]))"#)
      if draw.chance(20) {
        keys.insert("slot.lazyLoad")
        fields.append(
          #""lazyLoad":"#
            + draw.pick([
              #""off""#, #"{"fetchThreshold":2000}"#,
              #"{"displayThreshold":0,"unloadingEnabled":true,"unloadThreshold":0}"#,
            ]))
      }
      if draw.chance(15) {
        keys.insert("slot.refresh")
        fields.append(#""refresh":\#(draw.pick([30_000, 45_000]))"#)
      }
      names.append("\(prefix)\(number)")
      return "{" + fields.joined(separator: ",") + "}"
    }
    var fields = [#""adview":1"#, #""slots":[\#(slots.joined(separator: ","))]"#]
    addBeginning(&fields)
    header = "{" + (fields + settings()).joined(separator: ",") + "}"
  }

  private mutating func addBeginning(_ fields: inout [String]) {
    if draw.chance(80) {
      fields.append(#""viewport":{"width":390,"height":\#(draw.pick([500, 844]))}"#)
    }
    if draw.chance(40) {
      fields.append(#""answers":\#(draw.pick([#""recorded""#, #""simulated""#]))"#)
    }
  }

  private mutating func beginPage() {
    let first = draw.visitPage()
    page = first
    others = ["a.md": draw.visitPage(), "b.md": draw.visitPage()]
    names = first.slots.map(\.name)
    var fields = [#""adview":1"#, #""page":"home.md""#]
    addBeginning(&fields)
    if draw.chance(20) { fields.append(#""columns":48"#) }
    header = "{" + (fields + settings()).joined(separator: ",") + "}"
  }

  private mutating func lazyLoad(isWhole: Bool) -> String {
    let display = draw.number(0...6) * 100
    var fields: [String] = []
    if isWhole || draw.flag() {
      let fetch = display + draw.number(0...9) * 100
      keys.formUnion(["lazyLoad.fetchThreshold", "lazyLoad.displayThreshold"])
      fields.append(
        #""fetchThreshold":"#
          + draw.pick([
            "\(fetch)", "\(fetch)", "\"\(fetch / 4)%\"",
            #"{"ahead":\#(fetch + 100),"behind":\#(fetch)}"#,
          ]))
      fields.append(#""displayThreshold":"# + (fields[0].contains("%") ? #""0%""# : "\(display)"))
    }
    func maybe(_ key: String, _ percent: Int, _ text: String) {
      guard draw.chance(percent) else { return }
      keys.insert("lazyLoad.\(key)")
      fields.append(#""\#(key)":\#(text)"#)
    }
    maybe("unloadThreshold", 20, draw.pick(["0", "800", "1600"]))
    maybe("unloadingEnabled", 25, draw.pick(["true", "false"]))
    maybe("mobileScaling", 10, "2")
    maybe("requests", 15, draw.pick([#""single""#, #""each""#]))
    maybe("fetchAfter", 15, draw.pick(["0", "80", "300"]))
    maybe("horizontalMargin", 10, "100")
    maybe(
      "auction", 20,
      draw.pick([
        #""off""#, #"{"threshold":1500,"timeout":400}"#, #"{"threshold":900,"expires":700}"#,
      ]))
    return "{" + fields.joined(separator: ",") + "}"
  }

  // MARK: - Lines

  private mutating func add(_ content: String, _ key: String, page: Int = 1) {
    keys.insert(key)
    lines.append(#"{"at":\#(time),\#(page > 1 ? "\"page\":\(page)," : "")\#(content)}"#)
  }

  private mutating func cause(_ content: String, _ key: String, page: Int = 1) {
    add(#""in":{\#(content)}"#, key, page: page)
  }

  private mutating func addLine() {
    switch draw.number(0...22) {
    case 0: cause(#""scrollX":\#(draw.pick([0, 40, 390]))"#, "scrollX")
    case 1:
      cause(
        #""viewport":{"width":\#(draw.pick([390, 844])),"height":\#(draw.pick([0, 390, 844]))}"#,
        "viewport")
    case 2: cause(#""lazyLoad":\#(lazyLoad(isWhole: false))"#, "lazyLoad")
    case 3:
      cause(#""consent":\#(draw.pick([#""granted""#, #""denied""#, #""unset""#]))"#, "consent")
    case 4: cause(#""policy":\#(draw.pick([#""strict""#, #""determined""#]))"#, "policy")
    case 5: cause(#""active":\#(draw.pick(["true", "false"]))"#, "active")
    case 6: cause(#""caption":"a remark""#, "caption")
    case 7...10: world()
    case 11: kind == .bare ? bareSlot() : host()
    case 12: kind == .bare ? bareSlot() : navigate()
    case 13:
      guard stack.last == 1 else { return }
      slot { name, draw in (#""slot":"\#(name)","x":\#(draw.pick([-300, 0, 35, 390]))"#, "x") }
    case 14: slot { name, _ in (#""reload":"\#(name)""#, "reload") }
    case 15: click()
    case 16:
      guard let name = names.randomElement(using: &draw) else { return }
      add(
        #""page":{"slot":"\#(name)","did":"\#(draw.pick(["rendered", "viewable", "loaded"]))"}"#,
        "page")
    default: cause(#""scroll":\#(draw.number(-50...2600))"#, "scroll")
    }
  }

  private mutating func slot(_ content: (String, inout SeededGenerator) -> (String, String)) {
    guard let name = names.randomElement(using: &draw) else { return }
    let (text, key) = content(name, &draw)
    cause(text, key)
  }

  private mutating func world() {
    guard let name = names.randomElement(using: &draw) else { return }
    let generation = draw.pick([1, 1, 1, 2])
    func answer(_ text: String, _ key: String) {
      cause(#""world":{"slot":"\#(name)","generation":\#(generation),\#(text)}"#, "world")
      keys.insert("world.\(key)")
    }
    switch draw.number(0...9) {
    case 0: answer(#""failed":"\#(draw.pick(["noFill", "network", "timeout"]))""#, "failed")
    case 1: answer(#""presented":false"#, "presented")
    case 2: answer(#""size":{"width":300,"height":\#(draw.pick([90, 600]))}"#, "size")
    case 3: answer(#""message":{"type":"console","message":"here"}"#, "message")
    case 4: answer(#""navigate":{"url":"https://shop.example/","frame":"main"}"#, "navigate")
    case 5:
      cause(#""world":{"slot":"\#(name)","auction":\#(generation),"bids":true}"#, "world")
      keys.insert("world.bids")
    default:
      answer(
        #""loaded":{"width":300,"height":\#(draw.pick([50, 250, 250, 600])),"media":"\#(draw.pick(["display", "video"]))"}"#,
        "loaded")
    }
  }

  private mutating func bareSlot() {
    guard draw.chance(70), let name = (names + lateNames).randomElement(using: &draw) else {
      let name = "late\(lateNames.count)"
      lateNames.append(name)
      names.append(name)
      return cause(
        #""slot":"\#(name)","frame":{"y":\#(draw.number(0...3000)),"width":300,"height":250},"unit":"late""#,
        "frame")
    }
    switch draw.number(0...4) {
    case 0:
      cause(
        #""slot":"\#(name)","frame":{"y":\#(draw.number(0...3000)),"height":\#(draw.pick([0, 100, 250]))}"#,
        "frame")
    case 1:
      cause(
        #""slot":"\#(name)","resized":{"width":300,"height":\#(draw.pick([0, 90, 600]))}"#,
        "resized")
    case 2: cause(#""slot":"\#(name)","visible":\#(draw.pick(["0", "0.4", "1"]))"#, "visible")
    case 3: cause(#""slot":"\#(name)","hidden":\#(draw.pick(["true", "false"]))"#, "hidden")
    default:
      cause(#""slot":"\#(name)","removed":true"#, "removed")
      names.removeAll { $0 == name }
      lateNames.removeAll { $0 == name }
    }
  }

  private mutating func host() {
    let call = draw.pick(["load", "load", "show", "close"])
    cause(#""\#(call)":"\#(draw.pick(["screenBanner", "interstitial"]))""#, call)
  }

  private mutating func navigate() {
    if draw.chance(60), pageCount < 4 {
      let path = draw.pick(["a.md", "b.md"])
      pageCount += 1
      stack.append(pageCount)
      if draw.flag() {
        cause(#""open":"\#(path)""#, "open")
      } else {
        let fields = [#""page":"\#(path)""#] + settings()
        cause(#""open":{\#(fields.joined(separator: ","))}"#, "open")
      }
    } else if stack.count > 1 {
      stack.removeLast()
      cause(#""back":true"#, "back")
    }
  }

  private mutating func click() {
    guard let name = names.randomElement(using: &draw) else { return }
    cause(#""click":"\#(name)""#, "click")
    guard draw.flag() else { return }
    keys.insert("world.navigate")
    cause(
      #""world":{"slot":"\#(name)","generation":1,"navigate":{"url":"https://shop.example/","frame":"main"}}"#,
      "world")
  }
}

extension SeededGenerator {
  /// A page of a few slots, with ads that stand in none.
  fileprivate mutating func visitPage() -> PageConfiguration {
    var page = PageConfiguration()
    page.settings.adServer = AdServerSettings(
      seed: UInt64(number(0...1000)), latency: pick([50...50, 400...2500, 0...3000]),
      failureRate: pick([0, 0.3]), noFillRate: pick([0, 0.3]), messageRate: pick([0, 0, 0.5]),
      redirectRate: pick([0, 0, 0.5]))
    page.settings.lazyLoading = pick([
      .standard, .standard, nil, try? LazyLoadingSettings(0, 0),
      try? LazyLoadingSettings(1200, 400, unload: 0),
    ])
    var y = 0.0
    for number in 0..<number(0...5) {
      y += Double(self.number(1...900))
      let height = pick([0.0, 100, 250, 250, 600])
      var slot = RunSlot("p\(number)", unit: "u", frame: SlotFrame(y: y, height: height))
      slot.ad.creative.size = chance(40) ? Size(width: 320, height: height) : nil
      slot.renewal = pick([.never, .never, .visit])
      addRules(to: &slot)
      page.slots.append(slot)
      y += height
    }
    page.settings.recycling = chance(10) ? pick([1, 2.5]) : nil
    if chance(40) {
      page.settings.screenBanner = ScreenAd(.screenBanner, unit: "b")
      page.settings.interstitial = ScreenAd(.interstitial, unit: "i")
    }
    return page
  }

  /// What a page says of a slot besides where it is.
  mutating func addRules(to slot: inout RunSlot) {
    if chance(10) { slot.refresh = pick([30_000, 60_000]) }
    if chance(10) { slot.isSticky = true }
    if chance(5) { slot.isLeftOut = true }
    if chance(10) { slot.constraints.collapse = pick([.empty, .before]) }
  }
}
