import FoundationEssentials
import TestSupport
import Testing

/// The article "Requirements" against the program: each command and each key that it names does what it is named for.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct RequirementScenarios {
  /// The words in code voice of the last column.
  private let words: [String]

  init() throws {
    let article = try Project.text(of: "Sources/AdPlayground/AdView.docc/Requirements.md")
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

  /// What each command says, at least: the one thing for which the list names it.
  private static let commands = [
    "adview Demos/home.md": "May this page load ads that use your data?",
    "adview doctor Demos/home.md --sdk fails":
      "! the consent SDK could not be initialised: there is no API key",
    "adview doctor Demos/home.md --sdk never": "! the consent SDK is not ready",
    "adview doctor Demos/home.md --sdk unwrapped": "! DidomiWrapper is not in the view hierarchy",
    "adview explain bid response.json": "bidder    a\nprice     1 USD\nrenderer  PrebidRenderer",
    "adview explain consent TCSTRING --policy determined":
      "consent platform               27\nits version                    0\n",
    "adview explain targeting section=news":
      #"googletag.pubads().setTargeting("section", "news");"#,
    "adview explain url --initial https://a.example --frame main --strict-port https://b.example":
      "block\nanother host: b.example, and nobody has touched the ad\n",
    "adview explain url --initial https://a.example --frame main https://b.example":
      "block\nanother host: b.example, and nobody has touched the ad\n",
    "adview explain url --initial https://a.example --frame main about:blank":
      "internal\nan empty page\n",
    "adview run --preload all celtra18": "264 combinations, 11 outcomes",
    "adview run Demos/anchoring.jsonl": "\nlayout shift      0.08       worst 0.08",
    "adview run Demos/lighthouse.md": "\nrequests            2\n",
  ]

  @Test func `every command that the list names runs, and says what it is named for`() throws {
    #expect(Set(words.filter { $0.hasPrefix("adview ") }) == Set(Self.commands.keys))
    let folder = try TemporaryFolder()
    let response = try folder.write(Self.bid, "response.json")
    for (command, expected) in Self.commands.sorted(by: { $0.key < $1.key }) {
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
        let screen = try tmux.screen()
        #expect(screen.contains(expected), "\(command): \(screen)")
        try tmux.press("q")
        #expect(try tmux.waitForExit() == .clean, "\(command)")
      } else {
        let end = try run([BuiltProgram.path] + arguments)
        #expect(end.status == 0, "\(command): \(end.status)")
        #expect(end.output.contains(expected), "\(command): \(end.output)")
      }
    }
  }

  /// A key that the list names: the keys that lead to where it means something, and what stands on the screen after it that did
  /// not before.
  private struct KeyUse {
    var way: [String] = []
    let shows: String
  }

  private static let keys = [
    "?": KeyUse(shows: "scroll a row down"), "C": KeyUse(shows: "console of slot 1"),
    "D": KeyUse(shows: "diagnosis of slot 1"),
    "Enter": KeyUse(way: ["n"], shows: "requested  "), "L": KeyUse(shows: "preload lab"),
    "M": KeyUse(shows: "less is better"), "^R": KeyUse(shows: "loading 0."),
    "b": KeyUse(shows: "🐞 on"), "c": KeyUse(shows: "May this page load ads that use your data?"),
    "d": KeyUse(shows: "▸display"), "f": KeyUse(shows: "▸fetch"),
    "i": KeyUse(way: ["n"], shows: "winner and price"),
    "o": KeyUse(way: ["n"], shows: "beacon-optics.example"),
    "r": KeyUse(way: ["n"], shows: "loading 0."),
    "s": KeyUse(way: ["L"], shows: "Outside Screen Bounds"), "u": KeyUse(shows: "▸unload"),
    "w": KeyUse(shows: "why slot 1"), "x": KeyUse(shows: "unloading on"),
  ]

  @Test func `every key that the list names does what it is named for`() throws {
    #expect(
      Set(words.filter { $0.count == 1 || $0 == "Enter" || $0.hasPrefix("^") })
        == Set(Self.keys.keys))
    let page = Project.root.appending(path: "Demos/home.md").path
    for (key, use) in Self.keys.sorted(by: { $0.key < $1.key }) {
      let tmux = try TmuxScreen(
        columns: 120, rows: 40,
        command: [BuiltProgram.path, "--consent", "granted", "--speed", "8", page])
      try tmux.waitForText("● rendered")
      // What the clock and the ad server change is no answer to the key: the time stands still.
      let way = ["p"] + use.way
      for (number, step) in way.enumerated() { try tmux.press(step, idle: number + 1) }
      let before = try tmux.screen()
      #expect(!before.contains(use.shows), "\(key): \(before)")
      try tmux.press(key.hasPrefix("^") ? "C-\(key.dropFirst().lowercased())" : key)
      try tmux.waitUntilIdle(keys: way.count + 1)
      let after = try tmux.screen()
      #expect(after.contains(use.shows), "\(key): \(after)")
    }
  }
}
