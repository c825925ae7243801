import Glibc
import TestSupport
import Testing

/// `kill -9` while the real program records a real file, many times over.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct KilledRecordings {
  private static let count = Sweep.isDeep ? 200 : 50
  /// So many programs run at once.
  private static let atOnce = 8
  /// The page scrolls by so many points a key.
  private static let row = 20

  /// One program on its way to its end.
  private final class Victim {
    private let folder: TemporaryFolder
    private let seed: Int
    private let path: String
    private let program: TerminalProgram
    private var draw: SeededGenerator
    /// It is killed as soon as its file holds so many bytes.
    private let lastByte: Int
    private var keys = 0
    /// Where the page is after each key that moved it, the newest last, and after which key.
    private var scrolls: [(place: Int, key: Int)] = []

    init(seed: Int, _ folder: TemporaryFolder) throws {
      self.folder = folder
      self.seed = seed
      path = "\(folder.path)/\(seed).jsonl"
      draw = SeededGenerator(seed: seed)
      lastByte = Int.random(in: 1...6000, using: &draw)
      program = try TerminalProgram(
        ["--consent", "granted", "--record", path, folder.path + "/page.md"], in: folder)
    }

    var terminal: Int32 { program.terminal }
    var keysDrawn: Int { program.keysTaken }

    /// Presses keys as long as the program keeps up, and kills it when its moment has come.
    func goOn() -> Bool {
      program.look()
      // The program is busy when the moment comes: a few keys are always under way.
      while keys < program.keysTaken + 6 {
        keys += 1
        let place = scrolls.last?.place ?? 0
        if place == 0 || Int.random(in: 0..<4, using: &draw) > 0 {
          scrolls.append((place + row, keys))
          program.press("j")
        } else {
          scrolls.append((place - row, keys))
          program.press("k")
        }
      }
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_size >= lastByte else { return false }
      #expect(program.end(by: SIGKILL) == 128 + SIGKILL)
      program.look()
      return true
    }

    /// What was sent, against what the file holds: no key that was drawn is missing, and nothing is out of order.
    func compare() throws {
      let text = try folder.text("\(seed).jsonl")
      #expect(text.hasSuffix("}\n"), "\(path): the last line is whole")
      let found = text.split(separator: "\n").compactMap { line -> Int? in
        guard let key = line.firstRange(of: "\"in\":{\"scroll\":") else { return nil }
        return Int(line[key.upperBound...].prefix { $0.isNumber })
      }
      // The page was opened at its top.
      let expected = [0] + scrolls.map(\.place)
      #expect(found == Array(expected.prefix(found.count)), "\(path)")
      let drawn = 1 + scrolls.count { $0.key <= program.keysTaken }
      #expect(found.count >= drawn, "\(path): \(found.count) scrolls of the \(drawn) drawn")
    }
  }

  @Test func `a recording killed at any moment opens, and holds all that was drawn`() throws {
    let folder = try TemporaryFolder()
    var page = "---\nadServer: { latency: 5ms..60ms }\n---\n# A page\n"
    for ad in 1...30 {
      // In the size of its box: an ad that comes late would move the page, and the positions with it.
      page +=
        "\nText before ad \(ad).\n\n```ad\nunit: u\(ad)\nsize: 320x240\ncreative: { size: 320x240 }\n```\n"
    }
    try folder.write(page, "page.md")

    var ended: [Victim] = []
    var running: [Victim] = []
    var seeds = Array(1...Self.count)[...]
    while ended.count < Self.count {
      while running.count < Self.atOnce, let seed = seeds.popFirst() {
        running.append(try Victim(seed: seed, folder))
      }
      var ready = running.map { pollfd(fd: $0.terminal, events: Int16(POLLIN), revents: 0) }
      try #require(poll(&ready, nfds_t(ready.count), 10_000) > 0, "none of them does anything")
      let killed = running.filter { $0.goOn() }
      running.removeAll { targetAd in killed.contains { $0 === targetAd } }
      ended += killed
    }
    for targetAd in ended { try targetAd.compare() }
    #expect(ended.count { $0.keysDrawn > 0 } > Self.count / 4, "many were killed at work")

    // All in one go: what opens is run again, and decides the same up to its last line.
    // What was pending is not in it and not held against it; an update completes it.
    for options in [["--world", "recorded"], ["--update"], ["--world", "recorded"]] {
      let checked = try adview(["check"] + options + [folder.path])
      let verdicts = checked.output.split(separator: "\n")
      let passed = verdicts.count { $0.contains(".jsonl: passed") }
      #expect(passed == Self.count || options == ["--update"])
    }
  }
}
