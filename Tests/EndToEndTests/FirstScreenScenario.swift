import TestSupport
import Testing

/// Somebody who knows nothing but what the screen says.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct FirstScreenScenario {
  /// Reads the hints in the last row of the screen, and presses the keys that they name.
  private struct Newcomer {
    let tmux: TmuxScreen
    private var pressed = 0

    init(_ tmux: TmuxScreen) throws {
      self.tmux = tmux
      try tmux.waitUntilIdle(keys: 0)
    }

    /// The keys before a word in the last row.
    func keys(before word: String) throws -> String {
      let footer = try tmux.screen().split(separator: "\n").last.map(String.init) ?? ""
      let words = footer.split(separator: " ").map(String.init)
      let place = words.firstIndex(of: word) ?? 0
      try #require(place > 0, "no hint \"\(word)\" in \(footer)")
      return words[place - 1]
    }

    /// Presses one of the keys before a word: the last one where there are two.
    mutating func follow(_ word: String, key number: Int = 0) throws {
      let names = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "Esc": "Escape"]
      let hint = try keys(before: word)
      let letters = hint == "Enter" ? "" : hint.dropFirst(number).prefix(1)
      let key = names[hint] ?? (letters.isEmpty ? hint : String(letters))
      try tmux.press(names[key] ?? key)
      pressed += 1
      try tmux.waitUntilIdle(keys: pressed)
    }
  }

  @Test func `the first screen teaches to scroll, tune, open the log, get help and leave`() throws {
    let tmux = try TmuxScreen(columns: 80, rows: 24, command: [BuiltProgram.path], environment: [:])
    var newcomer = try Newcomer(tmux)
    try newcomer.follow("agree")
    #expect(try tmux.screen().contains(" try: "))
    #expect(try tmux.screen().contains("─ 0% ┐"))
    try newcomer.follow("scroll", key: 1)
    #expect(try !tmux.screen().contains("─ 0% ┐"))
    try newcomer.follow("thresholds")
    try newcomer.follow("10", key: 1)
    #expect(try tmux.screen().contains("810"))
    try newcomer.follow("keep")
    try newcomer.follow("end")
    try newcomer.follow("log")
    #expect(try tmux.screen().contains("┌ debug log ─"))
    try newcomer.follow("help")
    #expect(try tmux.screen().contains("scroll a row down"))
    try newcomer.follow("close")
    let quit = try newcomer.keys(before: "quit")
    try tmux.press(quit, exit: .clean)
  }

  @Test(arguments: ["40000", "0", "x"])
  func `the screen has the size of the terminal, whatever LINES and COLUMNS say`(size: String)
    throws
  {
    let tmux = try TmuxScreen(
      columns: 80, rows: 24, command: [BuiltProgram.path, "--consent", "granted"],
      environment: ["LINES": size, "COLUMNS": size])
    try tmux.waitUntilIdle(keys: 0)
    let lines = try tmux.screen().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count >= 24 && lines[0].contains("AdView") && lines[23].contains("quit"))
    try tmux.press("q", exit: .clean)
  }

  @Test func `the smallest screen says how to get help and how to leave`() throws {
    let tmux = try TmuxScreen(
      columns: 40, rows: 10, command: [BuiltProgram.path, "--consent", "granted"], environment: [:])
    var newcomer = try Newcomer(tmux)
    try newcomer.follow("help")
    try newcomer.follow("close")
    try tmux.press(try newcomer.keys(before: "quit"), exit: .clean)
  }
}
