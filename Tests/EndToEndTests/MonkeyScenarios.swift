import Glibc
import TestSupport
import Testing

/// A user who presses any keys, clicks, sends bytes that no key writes, stops the program and continues it, resizes the
/// terminal, which is any, and leaves.
///
/// There are twelve; `ADVIEW_MONKEYS` is another number of them, and `ADVIEW_MONKEY` runs one alone.
@Suite(
  .tags(.terminal), .enabled(if: BuiltProgram.hasTmux),
  .enabled(if: SlowTests.areRun, SlowTests.reason))
struct MonkeyScenarios {
  private static let seeds: [Int] = {
    func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
    if let one = number("ADVIEW_MONKEY") { return [one] }
    return Array(1...max(1, number("ADVIEW_MONKEYS") ?? 12))
  }()

  private static let keys =
    [
      "Up", "Down", "PPage", "NPage", "Home", "End", "Left", "Right", "Tab", "BTab", "Enter",
      "Escape", "BSpace", "Space", "F1", "C-r", "é", "漢", "5", "0", ".",
    ] + "jjjkJKnN[fduPxzZwiIDMCrRbcahH<>/yLm!?stvegGAE+-".map(String.init)

  /// What comes from no key: clicks and the wheel, a paste, the focus, sequences of keys that do not exist, and bytes of
  /// characters that do not begin or do not end.
  private static func noise(_ draw: inout SeededGenerator) -> [UInt8] {
    let place = "\(1 + draw.below(140));\(1 + draw.below(50))"
    let sequences = [
      "\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m", "\u{1B}[<64;\(place)M", "\u{1B}[<65;\(place)M",
      "\u{1B}[<99999999999;\(place)M", "\u{1B}[200~jj\u{1B}[201~", "\u{1B}[I", "\u{1B}[O",
      "\u{1B}[99;5~", "\u{1B}[1;99999999999999999999A", "\u{1B}Oz", "\0", "\u{7F}",
    ]
    let bytes: [[UInt8]] = [
      [0xFF, 0xFE], [0x80], [0xC0, 0x80], [0xE6, 0xBC], [0xF0, 0x9F, 0x90], [0xED, 0xA0, 0x80],
      [0x9B],
    ]
    return draw.flag() ? Array(draw.pick(sequences).utf8) : draw.pick(bytes)
  }

  @Test(.timeLimit(.minutes(10)), arguments: seeds)
  func
    `whatever is pressed, the screen is as if drawn again, and the terminal restored`(
      seed: Int
    ) throws
  {
    var draw = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    for (name, other) in [("a", "b"), ("b", "a")] {
      var page = "---\nadServer: { latency: \(100 * (1 + draw.below(3)))ms, seed: \(seed) }\n---\n"
      page += "# Page \(name)\n\n[to the other](\(other).md)\n"
      for ad in 1...6 {
        page += "\nText of any length, é and 漢字, before an ad. [Again](\(other).md)\n\n"
        page += "```ad\nunit: \(name)\(ad)\nsize: 300x250\n```\n"
      }
      try folder.write(page, "\(name).md")
    }
    let recording = folder.path + "/r.jsonl"
    let isRecorded = draw.flag()
    var environment = [
      "TERM": draw.pick(["xterm-256color", "tmux-256color", "screen", "xterm", "vt100"]),
      "LC_ALL": draw.pick(["C.UTF-8", "C", "POSIX", "fr_FR.ISO-8859-1"]),
    ]
    if draw.below(4) == 0 { environment["NO_COLOR"] = "1" }
    let screen = try TmuxScreen(
      columns: 20 + draw.below(120), rows: 5 + draw.below(45),
      command: [BuiltProgram.path] + (isRecorded ? ["--record", recording] : [])
        + [folder.path + "/a.md"], environment: environment)
    let place = "monkey \(seed), \(environment)"
    try screen.waitUntilIdle(keys: 0)
    var pressed = 0
    for _ in 0..<(20 + draw.below(60)) {
      if draw.below(12) == 0 {
        try screen.resize(columns: 20 + draw.below(120), rows: 5 + draw.below(45))
        try screen.waitUntilIdle(keys: pressed)
      }
      if draw.below(8) == 0 {
        // The program does not count it as keys; a key ends what it may have begun, and the next size shows that all was read.
        try screen.send((0...draw.below(3)).flatMap { _ in Self.noise(&draw) })
        try screen.press("C-l")
        let columns = screen.size.columns
        try screen.resize(
          columns: columns > 100 ? columns - 1 : columns + 1, rows: screen.size.rows)
        pressed = try screen.waitUntilResized()
      }
      if draw.below(40) == 0 {
        // The terminal drops what was typed before it and not read.
        try screen.waitUntilIdle(keys: pressed)
        try screen.press("C-z")
        try screen.waitUntilStopped()
        try screen.foreground()
        try screen.waitUntilIdle(keys: pressed)
      }
      let burst = (0...draw.below(4)).map { _ in draw.pick(Self.keys) }
      for key in burst {
        // Behind an escape a letter would be taken for one held with alt.
        try screen.press(key)
        pressed += 1
        if key == "Escape" { try screen.waitUntilIdle(keys: pressed) }
      }
    }
    try screen.waitUntilIdle(keys: pressed)
    func press(_ keys: String...) throws {
      for key in keys {
        try screen.press(key)
        pressed += 1
        try screen.waitUntilIdle(keys: pressed)
      }
    }
    // Out of whatever is open; then time stands still, and what that says is taken away.
    try press("Escape", "Escape", "Escape", "Escape", "p", "Escape")
    // A replay that stood still plays now, and one that ends before the next key plays again.
    func isPlaying() throws -> Bool {
      try screen.screen().split(separator: "\n").contains { $0.dropFirst(2).hasPrefix(" play ") }
    }
    for _ in 1...5 where try isPlaying() { try press("p", "Escape") }
    var screens: [String] = [try screen.screen()]
    for _ in 1...2 {
      try press("C-l")
      screens.append(try screen.screen())
    }
    for (before, after) in zip(screens, screens.dropFirst()) {
      let rows = zip(before.split(separator: "\n"), after.split(separator: "\n"))
      let first = rows.first { $0 != $1 }.map {
        "\($0.debugDescription), drawn again \($1.debugDescription)"
      }
      #expect(before == after, "\(place): \(first ?? "")")
    }
    switch draw.below(3) {
    case 0: try screen.press("q")
    case 1: try screen.press("C-c")
    default: try screen.signal(SIGTERM)
    }
    let exit = try screen.waitForExit()
    #expect(exit.modesAreRestored && [0, 130, 143].contains(exit.code), "\(place): \(exit)")
    if isRecorded, access(recording, F_OK) == 0 {
      for world in ["recorded", "simulated"] { try adview(["check", "--world", world, recording]) }
    }
  }
}
