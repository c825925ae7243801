import FoundationEssentials
import TestSupport
import Testing

/// The article "Requirements" against the program: each command that it names runs, each key that it names does something.
@Suite(.enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct RequirementScenarios {
  /// The words in code voice of the last column.
  private let words: [String]

  init() throws {
    let article = try Project.text(of: "Sources/adview/AdView.docc/Requirements.md")
    words = article.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
      let place = row.split(separator: "|").last ?? ""
      return place.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }

  private static let bid = """
    {"id":"1","seatbid":[{"seat":"a","bid":[{"id":"1","impid":"1","price":1,"w":300,"h":250,"adm":"<b>x</b>",
    "ext":{"prebid":{"targeting":{"hb_pb":"1.00","hb_bidder":"a"}}}}]}]}
    """
  private static let consent = "COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA"

  @Test func `every command that the list names runs`() throws {
    let commands = Set(words.filter { $0.hasPrefix("adview ") }).sorted()
    #expect(commands.count > 8)
    let folder = try TemporaryFolder()
    let response = try folder.write(Self.bid, "response.json")
    for command in commands {
      let arguments = command.split(separator: " ").dropFirst().map { word -> String in
        switch word {
        case "response.json": response
        case "TCSTRING": Self.consent
        default:
          word.hasPrefix("Demos/") ? Project.root.appending(path: String(word)).path : String(word)
        }
      }
      if arguments.count == 1 {
        let tmux = try TmuxScreen(command: [BuiltProgram.path] + arguments)
        try tmux.waitUntilIdle(keys: 0)
        try tmux.press("q")
        #expect(
          try tmux.waitForExit() == ProgramExit(code: 0, modesAreRestored: true), "\(command)")
      } else {
        let end = try run([BuiltProgram.path] + arguments)
        #expect(end.status == 0 && !end.output.isEmpty, "\(command): \(end.status) \(end.output)")
      }
    }
  }

  /// The keys that lead to where a key means something.
  private static let ways: [String: [String]] = [
    "h": ["c"], "s": ["L"], "Enter": ["n"], "o": ["n"], "r": ["n"], "i": ["n"],
  ]

  @Test func `every key that the list names does something`() throws {
    let keys = Set(words.filter { $0.count == 1 || $0 == "Enter" }).sorted()
    #expect(keys.count > 12)
    let page = Project.root.appending(path: "Demos/home.md").path
    for key in keys {
      let tmux = try TmuxScreen(
        columns: 120, rows: 40, command: [BuiltProgram.path, "--consent", "granted", page])
      try tmux.waitUntilIdle(keys: 0)
      // What the clock and the ad server change is no answer to the key: the time stands still.
      let way = ["p"] + (Self.ways[key] ?? [])
      for (number, step) in way.enumerated() {
        try tmux.press(step)
        try tmux.waitUntilIdle(keys: number + 1)
      }
      let before = try tmux.screen()
      try tmux.press(key)
      try tmux.waitUntilIdle(keys: way.count + 1)
      #expect(try tmux.screen() != before, "\(key)")
    }
  }
}
