/// Sessions drawn from a seed, as files: what `adview run --events` decides about them is kept in a golden.
///
/// They are text from the beginning, so that no change of the program's own writers or types changes what is run.
struct SessionCorpus {
  private var state: UInt64

  private init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0xAD }

  /// A bare session: slots that come, move, grow and go, recorded answers, thresholds that change.
  static func bareSession(seed: Int) -> String {
    var draw = SessionCorpus(seed: seed)
    return draw.bareSession()
  }

  /// A page session, and the pages that it names: `a.md`, `b.md` and `c.md`.
  static func pageSession(seed: Int) -> (session: String, pages: [String: String]) {
    var draw = SessionCorpus(seed: 1_000_000 + seed)
    var pages: [String: String] = [:]
    for name in ["a.md", "b.md", "c.md"] { pages[name] = draw.page() }
    return (draw.pageSession(), pages)
  }

  // MARK: - Numbers

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number in a range.
  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...(elements.count - 1))]
  }

  // MARK: - Lines

  private mutating func bareSession() -> String {
    var y = 0
    var slots: [String] = []
    for slot in 1...number(2...12) {
      y += number(0...1200)
      let height = pick([0, 50, 250, 320, 600])
      slots.append(
        #"{"slot":"\#(slot)","unit":"u\#(slot)","y":\#(y),"width":320,"height":\#(height)}"#)
      y += height
    }
    let count = slots.count
    var present = Array(1...count)
    var lines = [
      #"{"adview":1,"viewport":{"width":384,"height":\#(pick([500, 780, 844]))},\#(lazyLoad()),"slots":[\#(slots.joined(separator: ","))]}"#
    ]
    var time = 0
    var scroll = 0
    var generations = [Int](repeating: 1, count: count + 3)
    for _ in 0..<number(10...60) {
      time += pick([0, 1, 16, 17, 67, 100, 250, 1000, 2000])
      let slot = pick(present)
      var cause: String
      switch number(0...19) {
      case 0: cause = #"{"viewport":{"width":384,"height":\#(pick([0, 400, 780, 844]))}}"#
      case 1: cause = #"{\#(lazyLoad())}"#
      case 2: cause = #"{"slot":"\#(slot)","resized":{"width":300,"height":\#(number(0...600))}}"#
      case 3:
        cause =
          #"{"slot":"\#(slot)","frame":{"y":\#(number(0...max(1, y))),"height":\#(number(0...600))},"unit":"u\#(slot)"}"#
      case 4: cause = #"{"click":"\#(slot)"}"#
      case 5:
        cause = #"{"reload":"\#(slot)"}"#
        generations[slot] += 1
      case 6: cause = #"{"active":\#(chance(50))}"#
      case 7, 8, 9, 10:
        let answer =
          chance(80)
          ? #""loaded":{"width":300,"height":\#(pick([50, 250, 600])),"media":"\#(chance(80) ? "display" : "video")"}"#
          : #""failed":"noFill""#
        cause =
          #"{"world":{"slot":"\#(slot)","generation":\#(number(1...generations[slot])),\#(answer)}}"#
      case 11 where chance(30) && present.count > 1:
        cause = #"{"slot":"\#(slot)","removed":true}"#
        present.removeAll { $0 == slot }
      case 11: cause = #"{"consent":"\#(pick(["granted", "denied", "unset"]))"}"#
      case 12: cause = #"{"policy":"\#(pick(["strict", "determined"]))"}"#
      default:
        scroll = max(0, scroll + number(-700...1500))
        cause = #"{"scroll":\#(scroll)}"#
      }
      lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func lazyLoad() -> String {
    if chance(5) { return #""lazyLoad":{}"# }
    let display = pick([0, 0, 100, 200, 400])
    let fetch = display + pick([0, 200, 600, 1200])
    return
      #""lazyLoad":{"fetchThreshold":\#(fetch),"displayThreshold":\#(display),"unloadThreshold":\#(pick([0, 800, 1600, 2400])),"unloadingEnabled":\#(chance(60))}"#
  }

  private mutating func page() -> String {
    var front = "---\ntitle: A page of the corpus\n"
    if chance(20) {
      front += "lazyLoad: off\n"
    } else if chance(50) {
      front +=
        "lazyLoad: { fetchThreshold: \(number(400...1200)), unloadingEnabled: \(chance(50)) }\n"
    }
    front +=
      "adServer: { seed: \(number(1...999)), latency: \(pick(["0ms", "100ms", "50ms..900ms", "400ms..2500ms"])), failureRate: \(pick(["0", "0.2"])), noFillRate: \(pick(["0", "0.3"])) }\n"
    if chance(30) { front += "consent: { policy: determined }\n" }
    var text = front + "---\n# Page\n\n[first](a.md) and [second](b.md)\n\n"
    for ad in 1...number(1...6) {
      for _ in 0..<number(1...8) {
        text +=
          String(repeating: pick(["words ", "harbour ", "tide "]), count: number(5...90)) + "\n\n"
      }
      text += "```ad\nunit: div-gpt-ad-mobile_\(ad)\n"
      if chance(70) { text += "size: \(pick(["320x50", "320x320", "300x250", "_x200"]))\n" }
      if chance(30) { text += "label: true\n" }
      if chance(20) { text += "min: 200x100\nmax: 400x600\n" }
      if chance(20) { text += "renew: visit\n" }
      if chance(20) {
        text +=
          "creative: { latency: \(number(0...20) * 100)ms, size: 320x\(number(1...12) * 50) }\n"
      }
      text += "```\n\n"
    }
    return text
  }

  private mutating func pageSession() -> String {
    var lines = [
      #"{"adview":1,"page":"a.md","viewport":{"width":384,"height":\#(pick([520, 780]))},"consent":"\#(pick(["granted", "granted", "unset", "denied"]))","seed":\#(number(1...99)),"columns":\#(pick([30, 48]))}"#,
      #"{"at":0,"in":{"scroll":0}}"#,
    ]
    var time = 0
    var scroll = 0
    var depth = 1
    for _ in 0..<number(10...50) {
      // Never two lines of one instant: the order of those is a question of its own.
      time += pick([1, 16, 67, 133, 401, 1001, 3003])
      var cause: String
      switch number(0...19) {
      case 0: cause = #"{"viewport":{"width":384,"height":\#(pick([400, 780, 844]))}}"#
      case 1: cause = #"{\#(lazyLoad())}"#
      case 2: cause = #"{"consent":"\#(pick(["granted", "denied", "unset"]))"}"#
      case 3: cause = #"{"policy":"\#(pick(["strict", "determined"]))"}"#
      case 4: cause = #"{"active":\#(chance(50))}"#
      case 5 where depth < 5:
        cause = #"{"open":"\#(pick(["a.md", "b.md", "c.md"]))"}"#
        depth += 1
      case 6 where depth > 1:
        cause = #"{"back":true}"#
        depth -= 1
      default:
        scroll = max(0, scroll + number(-700...1200))
        cause = #"{"scroll":\#(scroll)}"#
      }
      lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
