import AdEngine
import AdSessions
import AdSimulation
import AdTuning
import TestSupport
import Testing

@testable import Playground

/// A session that is shown while it is being written.
@Suite struct FollowingTests {
  private static let header =
    #"{"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"top","unit":"u1","y":1000,"width":300,"height":250}]}"#

  /// A playground that follows a session, and who writes it.
  private struct Follower {
    var player: Player
    private let lines: [SessionNews.Line]
    private var next = 0

    init(
      _ session: String, page: String? = nil, options: PlaygroundOptions = PlaygroundOptions(),
      columns: Int = 80, rows: Int = 24
    ) throws {
      let (header, lines) = try readSession(session)
      let replay = try Replay(
        following: header, page: page.map { PageFile("page.md", $0) }, name: "app.jsonl",
        options: options)
      self.lines = lines.map { SessionNews.Line(number: $0.number, $0.line) }
      player = Player(replay, columns: columns, rows: rows, options: options)
    }

    var page: Model { player.model }
    var isWritten: Bool { next == lines.count }

    /// Hands over the next lines.
    mutating func write(_ count: Int = 1) {
      let end = min(lines.count, next + count)
      player.send(.sessionGrew(SessionNews(lines: Array(lines[next..<end]))))
      next = end
    }

    /// Ends the stream.
    mutating func end() {
      player.send(.sessionGrew(SessionNews(end: "app.jsonl: the stream has ended")))
    }
  }

  /// A bare session whose slots come one after the other.
  private func bareSession(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var text = Self.header + "\n"
    var time = 0
    for step in 0..<random.number(5...60) {
      time += [0, 1, 16, 16, 67, 400, 1500][random.number(0...6)]
      let slot = "s\(random.number(0...5))"
      let cause =
        switch random.number(0...7) {
        case 0, 1: #"{"slot":"\#(slot)","frame":{"y":\#(random.number(0...3000)),"height":250}}"#
        case 2: #"{"caption":"step \#(step)"}"#
        case 3: #"{"world":{"slot":"top","generation":1,"loaded":{"width":300,"height":250}}}"#
        case 4: #"{"lazyLoad":{"fetchThreshold":\#(random.number(300...2000))}}"#
        default: #"{"scroll":\#(random.number(0...3000))}"#
        }
      text += #"{"at":\#(time),"in":\#(cause)}"# + "\n"
    }
    return text
  }

  /// Writes a session in pieces, at any times, while a user goes to and fro in it.
  private func follow(
    _ session: String, page: String?, seed: Int, options: PlaygroundOptions = PlaygroundOptions()
  ) throws {
    var random = SeededGenerator(seed: seed)
    var follower = try Follower(session, page: page, options: options)
    let keys: [Key?] = [.left, .home, "p", .end, .end, .pageUp, nil, nil, nil, nil]
    while !follower.isWritten {
      follower.player.wait(random.pick([0, 1, 16, 50, 300, 3000]))
      follower.write(random.number(1...6))
      if let key = random.pick(keys) { follower.player.press(key) }
    }
    follower.end()
    #expect(follower.player.replay?.following == nil)
    let whole =
      try page.map { try replay(session, on: $0, options: options) }
      ?? bareReplay(session, options: options)
    let end = whole.end.milliseconds
    for moment in [end, end / 2, end / 3, end, 0, end] {
      var followed = follower.player.model
      _ = followed.visit.perform(.stay(at: Instant(milliseconds: moment)))
      var straight = Player(whole, options: options).model
      straight.visit.advance(to: Instant(milliseconds: moment))
      let comment: Comment = "seed \(seed), \(moment) ms"
      expectSame(followed, straight, comment)
      #expect(followed.visit.replay?.script == straight.visit.replay?.script, comment)
      #expect(followed.comparison?.before == straight.comparison?.before, comment)
    }
  }

  @Test(arguments: 1...40)
  func `however a bare session comes, in the end it is the replay of its file`(seed: Int) throws {
    try follow(bareSession(seed: UInt64(seed)), page: nil, seed: seed)
  }

  @Test(arguments: 1...20)
  func `however a session of a page comes, it ends as its file's replay`(seed: Int) throws {
    let session = randomSession(seed: UInt64(seed), ads: 4)
      .replacing(#""page":"page.md","#, with: #""page":"page.md","answers":"simulated","#)
    try follow(session, page: testPage(), seed: seed)
  }

  @Test(arguments: 1...15)
  func `under other thresholds the recording grows beside it`(seed: Int) throws {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 400
    options.overrides.lazyLoading.displayThreshold = 100
    try follow(bareSession(seed: UInt64(seed)), page: nil, seed: seed, options: options)
  }

  @Test func `under other thresholds it shows what a replay of the lines so far does`() throws {
    let session = """
      \(Self.header)
      {"at":0,"in":{"scroll":0}}
      {"at":0,"page":{"slot":"top","did":"requested"}}
      {"at":200,"page":{"slot":"top","did":"received"}}
      {"at":1000,"in":{"scroll":20}}
      {"at":2000,"in":{"scroll":40}}
      {"at":2000,"in":{"world":{"slot":"top","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":4000,"in":{"scroll":400}}
      {"at":4100,"in":{"scroll":420}}

      """
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 150
    options.overrides.lazyLoading.displayThreshold = 100
    var follower = try Follower(session, options: options)
    let (header, lines) = try readSession(session)
    for count in 1...lines.count {
      follower.write()
      let replay = try Replay(
        header, lines: Array(lines.prefix(count)), page: nil, name: "app.jsonl", options: options)
      let steps = { (script: ReplayScript?) in
        script?.steps.filter { $0.at <= lines[count - 1].line.at }
      }
      #expect(steps(follower.player.replay?.script) == steps(replay.script), "after \(count) lines")
      #expect(follower.player.replay?.following?.lateness == nil, "nothing came late")
    }
    #expect(
      follower.player.events.contains { $0.at.milliseconds == 1200 },
      "200 ms after its request")
  }

  @Test func `who answers a session stays the same when it has ended`() throws {
    let session = """
      {"adview":1,"page":"page.md","viewport":{"width":390,"height":844},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":5000,"in":{"scroll":1}}

      """
    var follower = try Follower(session, page: testPage(ads: 3))
    while !follower.isWritten { follower.write() }
    follower.end()
    let replay = try #require(follower.player.replay)
    var overrides = SettingOverrides()
    overrides.lazyLoading.fetchThreshold = 2000
    let other = try #require(try replay.decided(under: overrides))
    #expect(replay.following == nil && replay.script.setup.world == nil)
    #expect(other.script.setup.world?.recorded != nil, "no simulated server answers")
  }

  @Test func `the tuning screen counts a session that has grown again`() throws {
    var follower = try Follower(Self.visit)
    follower.write(2)
    follower.player.press("T")
    follower.player.waitUntilIdle()
    let before = follower.page.tuning?.sessions.first?.end
    follower.player.press("T")
    while !follower.isWritten { follower.write(10) }
    follower.player.press("T")
    follower.player.waitUntilIdle()
    let after = follower.page.tuning?.sessions.first?.end
    #expect(before != nil && after != nil && before != after)
  }

  private static let visit = """
    \(header)
    {"at":0,"in":{"scroll":0}}
    {"at":100,"in":{"scroll":300}}
    {"at":200,"in":{"world":{"slot":"top","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}
    {"at":4000,"in":{"scroll":320}}
    {"at":4100,"in":{"scroll":340}}

    """

  @Test func `it begins with its first line, and its time goes on between the lines`() throws {
    var follower = try Follower(Self.visit)
    follower.player.wait(30_000)
    #expect(follower.player.time == .start)
    #expect(follower.player.screen.contains("no line has come yet"))
    follower.write(3)
    #expect(follower.player.time.milliseconds == 200)
    #expect(follower.player.screen.contains("● live"))
    // Nothing comes, and the ad is in view for long enough.
    follower.player.wait(2500)
    #expect(follower.player.time.milliseconds == 2700)
    #expect(follower.player.report.viewable == 1)
    #expect(follower.page.visit.isSessionOver == false)
  }

  @Test func `what was counted behind the last line is not counted in the end`() throws {
    var follower = try Follower(Self.visit)
    follower.write(5)
    follower.player.wait(20_000)
    #expect(follower.player.time.milliseconds > 20_000)
    #expect(follower.player.report.duration > 20_000)
    follower.end()
    #expect(try follower.player.report == countedReport(of: Self.visit))
    #expect(follower.page.visit.isSessionOver)
  }

  @Test func `a late line is decided at its own time, and it is said how late it came`() throws {
    var follower = try Follower(Self.visit)
    follower.write(3)
    follower.player.wait(5000)
    #expect(follower.player.time.milliseconds == 5200)
    follower.write()
    // From there it goes on, as much later.
    #expect(follower.player.time.milliseconds == 4000)
    #expect(follower.player.screen.contains("late 1.2 s"))
    #expect(follower.player.model.visit.isLive)
    follower.player.wait(50)
    follower.write()
    #expect(follower.player.position == 320)
    follower.player.wait(50)
    #expect(follower.player.position == 340)
    follower.player.wait(10_000, hides: "late 1")
  }

  @Test func `what came long before is shown up to its newest line at once`() throws {
    var follower = try Follower(Self.visit)
    follower.player.wait(70)
    follower.write(2)
    follower.write(3)
    #expect(follower.player.time.milliseconds == 4100)
    #expect(follower.player.model.visit.isLive)
  }

  @Test func `p stops it while lines come, End goes to the newest, Esc ends it`() throws {
    var follower = try Follower(Self.visit, columns: 120, rows: 40)
    follower.write(3)
    follower.player.press("p", after: 100, wait: 1000)
    follower.write(1)
    follower.player.wait(3000)
    #expect(follower.player.time.milliseconds == 300)
    #expect(follower.player.position == 300)
    follower.player.shows("║ pause", "End newest")
    follower.player.press("p", wait: 1000)
    #expect(follower.player.time.milliseconds == 1300)
    follower.player.press(.end)
    #expect(follower.player.model.visit.isLive)
    #expect(follower.player.position == 320)
    _ = follower.player.takeRequests()
    follower.player.press(.escape)
    #expect(follower.player.takeRequests() == [.endFollowing(problem: nil)])
    #expect(follower.player.screen.contains("not followed any longer: this is a replay now"))
    // Nothing is taken any more, and it can be scrubbed.
    follower.write()
    #expect(follower.player.replay?.script.steps.count == 4)
    follower.player.press(.home)
    #expect(follower.player.time == .start)
    follower.player.press(.right)
    #expect(follower.player.time.milliseconds > 0)
  }

  @Test func `slots that come later stand on the page, and in the recording beside it`() throws {
    var follower = try Follower(
      Self.header + "\n" + #"""
        {"at":0,"in":{"scroll":0}}
        {"at":100,"in":{"slot":"late","frame":{"y":300,"width":300,"height":250},"unit":"u2"}}
        {"at":3000,"in":{"scroll":10}}

        """#, columns: 120, rows: 40)
    follower.write()
    follower.player.press("f", .shiftLeft, .enter)
    #expect(follower.player.replay?.recorded != nil)
    follower.write(2)
    #expect(follower.player.page.page.slots.map(\.name) == ["top", "late"])
    #expect(follower.player.page.slots[1].load == .displayed)
    #expect(
      follower.player.replay?.recorded?.timeline(ofPage: 1)?
        .state(ofSlot: 1, at: follower.player.time)?.load == .displayed)
    follower.player.press(.home)
    #expect(follower.player.page.slots.count == 2)
    #expect(!follower.player.page.layout.contains(slot: 1))
    follower.player.press("Z")
    #expect(follower.player.replay?.recorded == nil)
  }

  @Test func `a line at fault ends it with its number, and what was read before stays`() throws {
    var follower = try Follower(
      Self.header + "\n" + #"""
        {"at":0,"in":{"scroll":0}}
        {"at":100,"in":{"scroll":300}}
        {"at":200,"in":{"slot":"nowhere","removed":true}}
        {"at":300,"in":{"scroll":400}}

        """#)
    follower.write(4)
    let sentence = "app.jsonl:4: there is no slot \"nowhere\" here"
    #expect(follower.player.requests.contains(.endFollowing(problem: sentence)))
    #expect(follower.player.screen.contains(sentence))
    #expect(follower.player.replay?.following == nil)
    #expect(follower.player.replay?.script.steps.count == 2)
    #expect(follower.player.position == 300)
  }

  @Test(arguments: ["T", "M", "?", ":"] as [Key])
  func `it grows also while the tuning screen, the lab or a box covers it`(key: Key) throws {
    var follower = try Follower(Self.visit)
    follower.write(3)
    follower.player.press(key)
    follower.write(2)
    follower.end()
    follower.player.press(.escape)
    #expect(follower.player.replay?.script.steps.count == 5)
  }

  @Test func `thousands of late lines cost no more than their own steps`() throws {
    var text = Self.header + "\n"
    for step in 0..<3000 { text += #"{"at":\#(step * 20),"in":{"scroll":\#(step % 900)}}"# + "\n" }
    var follower = try Follower(text)
    while !follower.isWritten {
      // Half as fast as its time: every piece is late.
      follower.player.wait(200)
      follower.write(5)
    }
    follower.player.wait(200)
    #expect(follower.player.replay?.checkpoints.all.count ?? 0 <= ReplayCheckpoints.capacity)
    let scrolls = follower.player.events.count { event in
      if case .input(.scrolled) = event.content { true } else { false }
    }
    #expect(scrolls == 3000)
  }
}
