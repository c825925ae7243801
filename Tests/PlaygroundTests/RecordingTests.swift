import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// A person at a playground that records, and the shell's part of it: the files.
private struct RecordedPlayer {
  private(set) var player: Player
  /// The sessions whose files are closed.
  private(set) var finished: [Session] = []
  /// The session whose file is open.
  private(set) var current: Session?

  /// The bytes of a session as they were written.
  struct Session {
    /// The pages by their paths; the first page is `page.md`.
    var pages: [String: [UInt8]]
    var writes: [[UInt8]] = []
    var bytes: [UInt8] { Array(writes.joined()) }
  }

  init(_ player: Player) { self.player = player }

  mutating func press(_ keys: Key..., after pause: Int64? = nil, wait milliseconds: Int64? = nil) {
    if let pause { wait(pause) }
    for key in keys { send(.key(key)) }
    if let milliseconds { wait(milliseconds) }
  }

  /// Follows a link to a page.
  mutating func open(_ name: String, _ page: String) {
    let file = PageFile(name, page)
    current?.pages[name] = file.bytes
    send(.opened(file, path: current == nil ? nil : name))
  }

  mutating func send(_ message: Message) {
    player.send(message)
    carryOut()
  }

  /// Lets time pass; the shell writes at every update.
  mutating func wait(_ milliseconds: Int64) {
    let end = player.now + milliseconds
    while let deadline = player.model.nextDeadline, deadline <= end {
      player.wait(max(0, deadline - player.now))
      carryOut()
    }
    player.wait(end - player.now)
    carryOut()
  }

  private mutating func carryOut() {
    for request in player.takeRequests() {
      switch request {
      case .startRecording(.pages(let pages)):
        current = Session(
          pages: Dictionary(
            player.model.visit.history.openings.map { ($0.location, $0.bytes) },
            uniquingKeysWith: { $1 }))
        send(.recordingStarted(file: "session.jsonl", pages: pages))
      case .record(let bytes): current?.writes.append(bytes)
      case .endRecording:
        if let current { finished.append(current) }
        current = nil
      default: break
      }
    }
  }
}

/// The verdict on a session, and whether its last line was unfinished.
private func check(
  _ bytes: [UInt8], pages: [String: [UInt8]], world: SessionWorld
) throws -> (verdict: Verdict, isCut: Bool) {
  var reader = SessionReader()
  reader.append(bytes)
  reader.finish()
  guard case .header(let header)? = try reader.next() else {
    throw SessionError(line: 1, .noHeader)
  }
  func page(_ name: String) throws -> PageConfiguration {
    let bytes = try #require(pages[name])
    return PageConfiguration(
      PageLayout(Page.read(bytes, name: name).page, in: LayoutSpace(columns: header.columns ?? 48)))
  }
  guard case .page(let first, _) = header.content else { throw SessionError(line: 1, .noHeader) }
  var checker = try SessionChecker(header, page: page(first), world: world)
  while case .line(let line)? = try reader.next() {
    if case .cause(.pageOpened(let opening)) = line.entry {
      checker.provide(try page(opening.path), as: opening.path)
    }
    try checker.receive(line, number: reader.lineNumber)
  }
  return (checker.finish(), reader.droppedLine != nil)
}

@Suite struct RecordingTests {
  /// The lines of the first session that was recorded, which passes its check in every world.
  private func passed(
    _ recorded: RecordedPlayer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Substring] {
    let session = try #require(recorded.finished.first, sourceLocation: sourceLocation)
    for world in SessionWorld.allCases {
      let verdict = try check(session.bytes, pages: session.pages, world: world).verdict
      let text = CheckResult(verdict, file: "session").text
      #expect(verdict.hasPassed, "\(world):\n\(text)", sourceLocation: sourceLocation)
    }
    return String(decoding: session.bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func `S3.6 S4.21 what is decided on the way and back is recorded, and passes`() throws {
    var options = PlaygroundOptions()
    options.overrides.seed = 3
    let front = "adServer: { latency: 200ms }\nscreenBanner: low\ninterstitial: full"
    var recorded = RecordedPlayer(Player(testPage(front: front), options: options))
    recorded.press("S", wait: 3000)
    let next = "adServer: { latency: 100ms }\nlazyLoad: { fetchThreshold: 300 }"
    recorded.open("next.md", testPage(ads: 3, front: next))
    recorded.press(.escape, after: 3000, wait: 500)
    recorded.press(.pageDown, wait: 500)
    recorded.press("[", wait: 3000)
    recorded.press("R", "S")
    let lines = try passed(recorded)
    for part in [
      #""in":{"load":"screenBanner"}"#, #""in":{"load":"interstitial"}"#,
      #""in":{"show":"interstitial"}"#, #""in":{"close":"interstitial"}"#,
      #""in":{"world":{"slot":"interstitial","generation":1,"loaded":"#,
      #""out":{"slot":"screenBanner","viewable":true}"#,
      #""out":{"slot":"interstitial","ad":"impressed"}"#,
      #""out":{"slot":"interstitial","release":1}"#, #""out":{"slot":"interstitial","fetch":2}"#,
      #""in":{"reload":"screenBanner"}"#, #""out":{"slot":"screenBanner","fetch":2}"#,
      #""in":{"back":true}"#, #""page":2,"out":{"slot":"1","load":"fetched""#,
    ] { #expect(lines.contains { $0.contains(part) }, "\(part)") }
  }

  @Test func `a carousel that was moved is recorded, and passes its check`() throws {
    var recorded = RecordedPlayer(Player(CarouselTests.page(4)))
    recorded.press("S", wait: 3000)
    recorded.press(.right, wait: 3000)
    recorded.press(.right, .left, wait: 3000)
    recorded.press("S")
    #expect(try passed(recorded).contains { $0.contains(#""in":{"slot":"1","x":-308}"#) })
  }

  /// A person who does anything for a while and records in between.
  private func user(seed: Int, steps: Int = 60) -> RecordedPlayer {
    var random = SeededGenerator(seed: UInt64(seed))
    let fronts = [
      "adServer: { seed: \(seed), latency: 50ms..900ms, noFillRate: 0.2, failureRate: 0.1 }",
      "lazyLoad: off", "lazyLoad: { unloadingEnabled: true, unloadThreshold: 900 }",
      "consent: { policy: determined }",
      "screenBanner: div-gpt-ad-screen_1\ninterstitial: div-gpt-ad-full_1",
    ]
    let blocks = ["size: 320x240", "size: 320x240\nrenew: visit", "size: 300x100"]
    var options = PlaygroundOptions()
    options.speed = [0.25, 1, 16][random.number(0...2)]
    if random.number(0...2) == 0 { options.overrides.seed = UInt64(random.number(1...99)) }
    if random.number(0...3) == 0 { options.overrides.columns = 60 }
    let consents: [ConsentChoice] = [.granted, .denied, .unset]
    var user = RecordedPlayer(
      Player(
        testPage(
          ads: random.number(1...8), front: fronts[random.number(0...4)],
          block: blocks[random.number(0...1)]),
        options: options,
        settings: PlaygroundSettings(consent: consents[random.number(0...2)])))
    // Some record from the beginning, some from a moment in the middle.
    let start = random.number(0...1) == 0 ? 0 : random.number(1...steps / 2)
    for step in 0..<steps {
      if step == start, user.current == nil { user.press(.escape, .escape, "S") }
      if random.number(0...9) == 0 {
        user.send(.resized(columns: random.number(40...140), rows: random.number(10...50)))
      } else if random.number(0...11) == 0 {
        let number = random.number(2...4)
        // A file says the same whenever it is opened.
        user.open(
          "\(number).md",
          testPage(ads: number, front: fronts[number - 1], block: blocks[number - 2]))
      } else if random.number(0...9) == 0 {
        user.press("[")
      } else if random.number(0...29) == 0 {
        let page = testPage(ads: random.number(1...4), front: fronts[random.number(0...4)])
        user.send(
          .reopened(PageFile("page.md", page)))
        // Over other pages this is nothing that a session could say.
      } else {
        user.press(random.key())
      }
      user.wait(Int64(random.number(0...400)))
    }
    user.send(.ending)
    return user
  }

  @Test(.tags(.sweep)) func `what random persons record passes its check in both worlds`() throws {
    var decisions = 0
    for seed in 1...Sweep.rounds(240) {
      let user = user(seed: seed)
      #expect(user.current == nil, "seed \(seed)")
      for session in user.finished {
        for world in [SessionWorld.recorded, .simulated] {
          let (verdict, isCut) = try check(session.bytes, pages: session.pages, world: world)
          guard verdict.expected > 0 else { continue }
          #expect(
            verdict.hasPassed,
            "seed \(seed), \(world):\n\(CheckResult(verdict, file: "session").text)")
          #expect(verdict.isIdle && !isCut)
          decisions += verdict.expected
        }
      }
    }
    #expect(decisions > Sweep.rounds(2000))
  }

  @Test func `after every update the file holds all that took place`() {
    for seed in 1...10 {
      var random = SeededGenerator(seed: UInt64(seed))
      var user = RecordedPlayer(Player(testPage(ads: 6)))
      user.press("S", after: Int64(random.number(0...3000)))
      for _ in 0..<40 {
        user.press(
          [.down, .pageDown, "J", "K", "x", "r", "R", "p"][random.number(0...7)],
          wait: Int64(random.number(0...200)))
        let model = user.player.model
        var whole = Recording(
          to: "", paths: [:], of: model.visit.history.openings[0],
          columns: model.visit.pages.top.layout.columns, openedAt: .start)
        for event in model.visit.history.events {
          whole.add(event, model.visit.history.opening(ofPage: event.page))
        }
        #expect(user.current?.bytes == whole.drainUnwritten(), "seed \(seed)")
      }
    }
  }

  @Test(.tags(.sweep))
  func `a recording cut off anywhere loses at most its last line, and passes`() throws {
    var moments = 0
    for seed in 1...(Sweep.isDeep ? 20 : 5) {
      var random = SeededGenerator(seed: UInt64(seed))
      let sessions = user(seed: seed).finished
      for session in sessions {
        let bytes = session.bytes
        let header = try #require(bytes.firstIndex(of: 0x0A)) + 1
        var ends: [Int] = []
        for write in session.writes { ends.append((ends.last ?? 0) + write.count) }
        ends += (0..<20).map { _ in random.number(header...bytes.count) }
        for end in ends {
          let kept = Array(bytes[..<end])
          let (verdict, isCut) = try check(kept, pages: session.pages, world: .recorded)
          #expect(verdict.hasPassed || verdict.expected == 0, "seed \(seed), cut at \(end)")
          // A line that lacks nothing but its line feed is whole.
          let isWhole = kept.last == 0x0A || bytes[end] == 0x0A
          #expect(isCut == !isWhole, "seed \(seed), cut at \(end)")
          moments += 1
        }
      }
    }
    #expect(moments >= (Sweep.isDeep ? 200 : 50))
  }

  @Test func `a recording that begins on a later page begins with the first`() throws {
    var user = RecordedPlayer(Player(testPage()))
    user.wait(12_345)
    user.open("second.md", testPage(ads: 6))
    user.press(.pageDown, wait: 700)
    user.press("S", .pageDown, wait: 700)
    user.press("S")
    let lines = try passed(user)
    #expect(lines[0].hasPrefix(#"{"adview":1,"page":"page.md","digest":""#))
    #expect(lines[1].hasPrefix(#"{"at":0,"#))
    let opening = #"{"at":12345,"in":{"open":{"page":"second.md","digest":""#
    #expect(lines.contains { $0.hasPrefix(opening) })
  }

  @Test func `a page whose seed no session can hold is recorded all the same`() throws {
    var user = RecordedPlayer(
      Player(testPage(front: "adServer: { seed: 18446744073709551615, noFillRate: 0.5 }")))
    user.press("S", .pageDown, wait: 5000)
    user.send(.ending)
    _ = try passed(user)
  }

  @Test func `reopening the file ends the recording and says so`() throws {
    var user = RecordedPlayer(Player(testPage()))
    user.press("S", .pageDown, wait: 90)
    user.send(.reopened(PageFile("page.md", "# B\n\nText.\n")))
    user.player.shows("the recording ended where its page was reopened: session.jsonl")
    _ = try passed(user)
  }

  @Test func `a page that is no file ends the recording`() {
    var user = RecordedPlayer(Player(testPage()))
    user.press("S")
    user.send(.opened(PageFile(location: "built-in:b", name: "b", bytes: Array("# B\n".utf8))))
    user.player.shows("the recording ended before a page that is not a file")
    #expect(user.player.model.visit.recording == nil)
  }

  @Test func `title and footer say that it is being recorded`() {
    var user = RecordedPlayer(Player(testPage(), columns: 120, rows: 40))
    user.player.shows(hides: "recording")
    user.press("S")
    user.player.shows("recording to session.jsonl: S ends it")
    user.press(.down)
    let rows = user.player.screen.split(separator: "\n")
    #expect(rows.first?.contains(" recording · consent granted") == true)
    #expect(rows.last?.contains("S ends the recording") == true)
    user.press("S")
    user.player.shows("recorded: 'adview check session.jsonl' runs it again")
    #expect(user.player.model.visit.recording == nil)
  }

  @Test func `a recording that cannot be written ends with the reason, and nothing else ends`() {
    var user = RecordedPlayer(Player(testPage()))
    user.press("S")
    user.send(.recordingFailed("the recording ended: session.jsonl: No space left on device"))
    user.player.shows("No space left on device")
    let written = user.current?.bytes
    user.press(.pageDown)
    #expect(user.current?.bytes == written)
  }

  @Test func `a page with ads by a rule is not recorded: no session can say the rule`() throws {
    var options = PlaygroundOptions()
    options.ads = try AdRule("every:2")
    let player = Player("# A\n\nText.\n\nMore.\n", options: options).pressing("S")
    #expect(player.requests.isEmpty)
    player.shows("put them into the page to record it")
  }
}
