import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// The header of a session that is given as text, and its lines with their numbers.
func readSession(
  _ session: String
) throws -> (header: SessionHeader, lines: [(number: Int, line: SessionLine)]) {
  try SessionReader.session(in: session.utf8)
}

/// Reads a session of a page, both given as text.
func replay(
  _ session: String, on page: String, others: [String: String] = [:],
  options: PlaygroundOptions = PlaygroundOptions()
) throws -> Replay {
  let (header, lines) = try readSession(session)
  let file = PageFile("page.md", page)
  let pages = others.map { ($0, PageFile(location: $0, name: $0, bytes: Array($1.utf8))) }
  return try Replay(
    header, lines: lines, page: file, others: Dictionary(uniqueKeysWithValues: pages),
    name: "session.jsonl", options: options)
}

/// Reads a bare session, given as text.
func bareReplay(
  _ session: String, options: PlaygroundOptions = PlaygroundOptions()
) throws -> Replay {
  let (header, lines) = try readSession(session)
  return try Replay(header, lines: lines, page: nil, name: "app.jsonl", options: options)
}

/// A demo session by its name.
func demoReplay(_ name: String, options: PlaygroundOptions = PlaygroundOptions()) throws -> Replay {
  let session = try demoPage(name)
  let mark = "\"page\":\""
  let start = try #require(session.firstRange(of: mark)?.upperBound)
  var others: [String: String] = [:]
  for line in session.split(separator: "\n") {
    guard let open = line.firstRange(of: "{\"open\":\"")?.upperBound else { continue }
    let name = String(line[open...].prefix { $0 != "\"" })
    others[name] = try demoPage(name)
  }
  return try replay(
    session, on: demoPage(String(session[start...].prefix { $0 != "\"" })), others: others,
    options: options)
}

/// What a session has decided is the same in both, on every page.
func expectSame(_ one: Model, _ other: Model, _ comment: Comment) {
  #expect(one.visit.time == other.visit.time, comment)
  #expect(one.visit.history.events == other.visit.history.events, comment)
  #expect(one.visit.report == other.visit.report, comment)
  #expect(one.visit.log.entries == other.visit.log.entries, comment)
  #expect(one.visit.caption == other.visit.caption, comment)
  let (pages, others) = (one.visit.pages, other.visit.pages)
  #expect(pages.top.resizes == others.top.resizes, comment)
  #expect(pages.below.map(\.number) == others.below.map(\.number), comment)
  for (page, other) in zip(pages.below + [pages.top], others.below + [others.top]) {
    #expect(page.number == other.number, comment)
    #expect(page.slots == other.slots, comment)
    #expect(page.timeline == other.timeline, comment)
    #expect(page.layout == other.layout, comment)
  }
}

/// What a run without a screen counts of a session, up to its last line.
func countedReport(of session: String) throws -> MetricsReport {
  let (header, lines) = try readSession(session)
  var player = try SessionPlayer(header, world: .recorded)
  for (number, line) in lines { try player.receive(line, number: number) }
  player.advance(to: lines[lines.count - 1].line.at)
  return player.run.report
}

/// A session on a page, made by a seed: scrolls, thresholds, consent, reloads, captions; nothing is decided in it.
func randomSession(seed: UInt64, ads: Int) -> String {
  var random = SeededGenerator(seed: seed)
  var lines = [
    #"{"adview":1,"page":"page.md","viewport":{"width":384,"height":\#(random.number(200...900))}}"#
  ]
  var time = 0
  for _ in 0..<random.number(5...120) {
    time += random.number(0...3) == 0 ? 0 : random.number(1...900)
    let slot = random.number(1...ads)
    let cause =
      switch random.number(0...15) {
      case 0: #"{"lazyLoad":{"fetchThreshold":\#(random.number(300...2000))}}"#
      case 1: #"{"lazyLoad":{"unloadThreshold":900,"unloadingEnabled":\#(time % 2 == 0)}}"#
      case 2: #"{"consent":"\#(["granted", "denied", "unset"][random.number(0...2)])"}"#
      case 3: #"{"reload":"\#(slot)"}"#
      case 4: #"{"caption":"at \#(time)"}"#
      case 5: #"{"viewport":{"width":384,"height":\#(random.number(0...900))}}"#
      case 6: #"{"click":"\#(slot)"}"#
      default: #"{"scroll":\#(random.number(0...3000))}"#
      }
    lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
  }
  return lines.joined(separator: "\n") + "\n"
}
