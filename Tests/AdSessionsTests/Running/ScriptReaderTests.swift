import AdEngine
import TestSupport
import Testing

@testable import AdSessions

/// A session that is read while it is being written is, in the end, the session that was written.
@Suite struct ScriptReaderTests {
  private func lines(seed: UInt64) throws -> (SessionHeader, [(number: Int, line: SessionLine)]) {
    var random = SeededGenerator(seed: seed)
    var text =
      #"{"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":1000,"height":250}]}"#
      + "\n"
    var time = 0
    for step in 0..<random.number(3...60) {
      time += random.pick([0, 0, 1, 16, 66, 67, 700, 2500])
      let cause =
        switch random.below(6) {
        case 0:
          #"{"slot":"s\#(random.below(8))","frame":{"y":\#(random.number(0...4000)),"height":250}}"#
        case 1: #"{"caption":"\#(step)"}"#
        case 2: #"{"world":{"slot":"1","generation":1,"loaded":{"width":300,"height":250}}}"#
        case 3: #"{"active":\#(step % 2 == 0)}"#
        default: #"{"scroll":\#(random.number(0...4000))}"#
        }
      text += #"{"at":\#(time),"in":\#(cause)}"# + "\n"
    }
    return try session(text)
  }

  @Test(arguments: 1...60)
  func `in whatever pieces it is read, the script is that of the whole session`(seed: Int) throws {
    let (header, lines) = try lines(seed: UInt64(seed))
    let whole = try ScriptReader(header, lines: lines, page: nil).script
    var random = SeededGenerator(seed: UInt64(seed))
    var reader = try ScriptReader(header, page: nil, world: .recorded)
    var known: [Fork.Step] = []
    var rest = lines[...]
    while !rest.isEmpty {
      let count = random.number(1...5)
      for (number, line) in rest.prefix(count) { try reader.receive(line, number: number) }
      rest = rest.dropFirst(count)
      let first = reader.update()
      let script = reader.script
      // What is said to be the same is the same, and no step is missing.
      #expect(script.steps.prefix(first) == known.prefix(first))
      #expect(first <= script.steps.count)
      known = script.steps
      #expect(script.steps.map(\.at) == whole.steps.prefix(script.steps.count).map(\.at))
      #expect(script.instants == script.instants.sorted())
      #expect(Set(script.instants).count == script.instants.count)
      let (last, at) = (script.end, lines[lines.count - rest.count - 1].line.at)
      #expect(last == at)
    }
    reader.finish()
    #expect(reader.script == whole)
  }

  @Test func `what was decided after the visit is no instant of a session read in pieces either`()
    throws
  {
    let (header, lines) = try session(
      """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":40,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":250}}}}
      {"at":200,"out":{"slot":"1","render":1}}
      {"at":1200,"out":{"slot":"1","viewable":true}}
      {"at":1300,"end":150}

      """)
    var reader = try ScriptReader(header, page: nil, world: .recorded)
    for (number, line) in lines {
      try reader.receive(line, number: number)
      reader.update()
    }
    reader.finish()
    #expect(reader.script == (try ScriptReader(header, lines: lines, page: nil).script))
    #expect(reader.script.instants.last == Instant(milliseconds: 150))
  }

  @Test func `a line of the instant that was read last makes another step of it`() throws {
    let (header, lines) = try session(
      """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[]}
      {"at":0,"in":{"scroll":0}}
      {"at":50,"in":{"scroll":10}}
      {"at":50,"in":{"viewport":{"width":390,"height":700}}}
      {"at":60,"out":{"slot":"1","viewable":true}}

      """)
    var reader = try ScriptReader(header, page: nil, world: .recorded)
    // From which step on there is news, and how many there are; a decision changes nothing.
    let news = try lines.map { number, line in
      try reader.receive(line, number: number)
      return [reader.update(), reader.script.steps.count]
    }
    #expect(news == [[0, 1], [1, 2], [1, 2], [2, 2]])
    #expect(reader.script.end == Instant(milliseconds: 60))
  }
}
