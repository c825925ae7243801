import TestSupport

/// Sessions drawn from a seed, as files: what `adview run --events` decides about them is kept in a golden.
///
/// They are text from the beginning, so that no change of the program's own writers or types changes what is run.
struct SessionCorpus {
  private var random: SeededGenerator

  private init(seed: Int) { random = SeededGenerator(seed: seed, stream: 0xAD) }

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

  private mutating func bareSession() -> String {
    var y = 0
    var slots: [String] = []
    for slot in 1...random.number(2...12) {
      y += random.number(0...1200)
      let height = random.pick([0, 50, 250, 320, 600])
      slots.append(
        #"{"slot":"\#(slot)","unit":"u\#(slot)","y":\#(y),"width":320,"height":\#(height)}"#)
      y += height
    }
    let count = slots.count
    var present = Array(1...count)
    var lines = [
      #"{"adview":1,"viewport":{"width":384,"height":\#(random.pick([500, 780, 844]))},\#(lazyLoad()),"slots":[\#(slots.joined(separator: ","))]}"#
    ]
    var time = 0
    var scroll = 0
    var generations = [Int](repeating: 1, count: count + 3)
    for _ in 0..<random.number(10...60) {
      time += random.pick([0, 1, 16, 17, 67, 100, 250, 1000, 2000])
      let slot = random.pick(present)
      var cause: String
      switch random.number(0...19) {
      case 0: cause = #"{"viewport":{"width":384,"height":\#(random.pick([0, 400, 780, 844]))}}"#
      case 1: cause = #"{\#(lazyLoad())}"#
      case 2:
        cause = #"{"slot":"\#(slot)","resized":{"width":300,"height":\#(random.number(0...600))}}"#
      case 3:
        cause =
          #"{"slot":"\#(slot)","frame":{"y":\#(random.number(0...max(1, y))),"height":\#(random.number(0...600))},"unit":"u\#(slot)"}"#
      case 4: cause = #"{"click":"\#(slot)"}"#
      case 5:
        cause = #"{"reload":"\#(slot)"}"#
        generations[slot] += 1
      case 6: cause = #"{"active":\#(random.chance(50))}"#
      case 7, 8, 9, 10:
        let answer =
          random.chance(80)
          ? #""loaded":{"width":300,"height":\#(random.pick([50, 250, 600])),"media":"\#(random.chance(80) ? "display" : "video")"}"#
          : #""failed":"noFill""#
        cause =
          #"{"world":{"slot":"\#(slot)","generation":\#(random.number(1...generations[slot])),\#(answer)}}"#
      case 11 where random.chance(30) && present.count > 1:
        cause = #"{"slot":"\#(slot)","removed":true}"#
        present.removeAll { $0 == slot }
      case 11: cause = #"{"consent":"\#(random.pick(["granted", "denied", "unset"]))"}"#
      case 12: cause = #"{"policy":"\#(random.pick(["strict", "determined"]))"}"#
      default:
        scroll = max(0, scroll + random.number(-700...1500))
        cause = #"{"scroll":\#(scroll)}"#
      }
      lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func lazyLoad() -> String {
    if random.chance(5) { return #""lazyLoad":{}"# }
    let display = random.pick([0, 0, 100, 200, 400])
    let fetch = display + random.pick([0, 200, 600, 1200])
    return
      #""lazyLoad":{"fetchThreshold":\#(fetch),"displayThreshold":\#(display),"unloadThreshold":\#(random.pick([0, 800, 1600, 2400])),"unloadingEnabled":\#(random.chance(60))}"#
  }

  private mutating func page() -> String {
    var front = "---\ntitle: A page of the corpus\n"
    if random.chance(20) {
      front += "lazyLoad: off\n"
    } else if random.chance(50) {
      front +=
        "lazyLoad: { fetchThreshold: \(random.number(400...1200)), unloadingEnabled: \(random.chance(50)) }\n"
    }
    front +=
      "adServer: { seed: \(random.number(1...999)), latency: \(random.pick(["0ms", "100ms", "50ms..900ms", "400ms..2500ms"])), failureRate: \(random.pick(["0", "0.2"])), noFillRate: \(random.pick(["0", "0.3"])) }\n"
    if random.chance(30) { front += "consent: { policy: determined }\n" }
    var text = front + "---\n# Page\n\n[first](a.md) and [second](b.md)\n\n"
    for ad in 1...random.number(1...6) {
      for _ in 0..<random.number(1...8) {
        text +=
          String(
            repeating: random.pick(["words ", "harbour ", "tide "]), count: random.number(5...90))
          + "\n\n"
      }
      text += "```ad\nunit: div-gpt-ad-mobile_\(ad)\n"
      if random.chance(70) {
        text += "size: \(random.pick(["320x50", "320x320", "300x250", "_x200"]))\n"
      }
      if random.chance(30) { text += "label: true\n" }
      if random.chance(20) { text += "min: 200x100\nmax: 400x600\n" }
      if random.chance(20) { text += "renew: visit\n" }
      if random.chance(20) {
        text +=
          "creative: { latency: \(random.number(0...20) * 100)ms, size: 320x\(random.number(1...12) * 50) }\n"
      }
      text += "```\n\n"
    }
    return text
  }

  private mutating func pageSession() -> String {
    var lines = [
      #"{"adview":1,"page":"a.md","viewport":{"width":384,"height":\#(random.pick([520, 780]))},"consent":"\#(random.pick(["granted", "granted", "unset", "denied"]))","seed":\#(random.number(1...99)),"columns":\#(random.pick([30, 48]))}"#,
      #"{"at":0,"in":{"scroll":0}}"#,
    ]
    var time = 0
    var scroll = 0
    var depth = 1
    for _ in 0..<random.number(10...50) {
      // Never two lines of one instant: the order of those is a question of its own.
      time += random.pick([1, 16, 67, 133, 401, 1001, 3003])
      var cause: String
      switch random.number(0...19) {
      case 0: cause = #"{"viewport":{"width":384,"height":\#(random.pick([400, 780, 844]))}}"#
      case 1: cause = #"{\#(lazyLoad())}"#
      case 2: cause = #"{"consent":"\#(random.pick(["granted", "denied", "unset"]))"}"#
      case 3: cause = #"{"policy":"\#(random.pick(["strict", "determined"]))"}"#
      case 4: cause = #"{"active":\#(random.chance(50))}"#
      case 5 where depth < 5:
        cause = #"{"open":"\#(random.pick(["a.md", "b.md", "c.md"]))"}"#
        depth += 1
      case 6 where depth > 1:
        cause = #"{"back":true}"#
        depth -= 1
      default:
        scroll = max(0, scroll + random.number(-700...1200))
        cause = #"{"scroll":\#(scroll)}"#
      }
      lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
