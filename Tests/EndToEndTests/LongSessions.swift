import TestSupport
import Testing

/// Sessions that are longer than memory should be: they are read, run and checked as they come.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct LongSessions {
  /// A page that is scrolled up and down, with its ads unloaded and fetched again; without answers, so that the
  /// simulated world has to be found out.
  private func session(events: Int) -> String {
    var text = """
      {"adview":1,"page":"page.md","viewport":{"width":384,"height":780},"lazyLoad":{"unloadingEnabled":true}}

      """
    var (place, step) = (0, 30)
    for event in 1...events {
      place += step
      if place > 6000 || place < 30 { step = -step }
      let cause = event.isMultiple(of: 500) ? #"{"reload":"2"}"# : #"{"scroll":\#(place)}"#
      text += #"{"at":\#(33 * event),"in":\#(cause)}"# + "\n"
    }
    return text + #"{"at":\#(33 * events),"out":{"slot":"1","fetch":99}}"# + "\n"
  }

  @Test(arguments: [["run"], ["run", "--events"], ["check"]])
  func `a session of ten times as many events takes no more memory`(command: [String]) throws {
    let folder = try TemporaryFolder()
    var page = "# A page\n"
    for ad in 1...6 {
      page += String(repeating: "\nText.\n", count: 30) + "\n```ad\nunit: u\(ad)\n```\n"
    }
    try folder.write(page, "page.md")
    let peaks = try [3000, 30_000].map { events in
      try folder.write(session(events: events), "\(events).jsonl")
      let finished = try run([BuiltProgram.path] + command + ["\(folder.path)/\(events).jsonl"])
      // The only decision in it was never made.
      #expect(finished.status == (command == ["check"] ? 1 : 0))
      return finished.peak
    }
    #expect(peaks[0] > 0 && peaks[1] < peaks[0] + peaks[0] / 10, "\(peaks) KB")
  }
}
