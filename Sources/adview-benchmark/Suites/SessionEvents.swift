import AdEngine
import AdSessions

/// A session that is read and run again and again, an event at a time.
struct SessionEvents {
  /// A person who reads a long page: nearly all events are scrolls.
  private static let bytes: [UInt8] = {
    let page = SessionScript.page
    let slots = (0..<page.slotCount).map {
      SessionSlot(String($0 + 1), unit: page.adId(of: $0), frame: page.frame(of: $0))
    }
    var writer = SessionWriter()
    writer.write(SessionHeader(.slots(slots), viewport: BenchmarkPage.viewport))
    for frame in 1...SessionScript.frames {
      let position = SessionScript.position(at: frame).rounded()
      writer.write(.scrolled(to: position), at: Instant(milliseconds: Int64(frame) * 1000 / 60))
    }
    return writer.drain()
  }()

  private let isRunning: Bool
  private var reader = SessionReader()
  private var player: SessionPlayer?

  /// Reads events, and runs them too if asked to.
  init(isRunning: Bool) {
    self.isRunning = isRunning
    restart()
  }

  /// Reads `count` events; the session starts again when it is over.
  mutating func step(_ count: Int) {
    var left = count
    while left > 0 {
      switch try? reader.next() {
      case .header(let header):
        player = isRunning ? try? SessionPlayer(header, keepsHistory: true) : nil
      case .line(let line):
        left -= 1
        try? player?.receive(line, number: reader.lineNumber)
        blackHole(player?.drainHistory())
      case nil:
        restart()
      }
    }
  }

  private mutating func restart() {
    reader = SessionReader()
    reader.append(Self.bytes)
    reader.finish()
  }
}

extension Suite {
  /// How many lines of a session are read and run in a second.
  static let events = Suite(
    title: "Events of a session in a file",
    benchmarks: [
      Benchmark("reading events", .rate, "event") {
        stepping(SessionEvents(isRunning: false)) { $0.step($1) }
      },
      Benchmark("reading and running events", .rate, "event", baseline: "reading events") {
        stepping(SessionEvents(isRunning: true)) { $0.step($1) }
      },
    ])
}
