import AdSessions
import AdTuning
import ArgumentParser
import Playground

/// `adview demo`: sessions with captions that are part of the program.
struct DemoCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "List the demos, or play one.",
    discussion: """
      A demo is a replay with captions: space plays and pauses, the arrows step, with shift from caption to caption. \
      Use f and the arrow keys to replay it with another threshold. Without a name the demos are listed.
      """)

  @Argument(
    help: .value("name", "The name of a demo."),
    completion: .list(BuiltInDemo.sessions.map(\.name)))
  var name: String?

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var offscreen: OffscreenOptions

  func validate() throws {
    try refuse(offscreen.html != nil && offscreen.linear, "--html: expected no --linear beside it")
  }

  func execute(_ console: Console) throws(CommandError) {
    guard let name else {
      if offscreen.html != nil { throw .usage("--html: expected the name of a demo") }
      if offscreen.linear { throw .usage("--linear: expected the name of a demo") }
      return try console.write(prose: Self.list)
    }
    var launch = PlaygroundLaunch()
    if let speed = screen.speed { launch.options.speed = speed }
    launch.background = screen.theme
    launch.output = offscreen.output
    let opened = try Scene(
      try Self.session(name).location, OpeningPlan(), launch.options, console)
    try launch.show(opened, named: name, on: DocumentLibrary(console: console), console)
  }

  static func session(_ name: String) throws(CommandError) -> BuiltInDemo.Session {
    if let session = BuiltInDemo.sessions.first(where: { $0.name == name }) { return session }
    let names = BuiltInDemo.sessions.map(\.name)
    let begun = names.filter { $0.hasPrefix(name) || $0.split(separator: "-").contains(name[...]) }
    let near = begun.count == 1 ? begun[0] : DidYouMean.suggestion(for: name, among: names)
    let advice = near.map { "did you mean \($0)?" } ?? "'adview demo' lists them"
    throw .noInput("\(name): there is no such demo; \(advice)")
  }

  private static var list: String {
    "Demos, played by 'adview demo NAME':\n"
      + BuiltInDemo.sessions.map { ["", $0.name, $0.subject] }.aligned(textColumns: 3)
  }
}
