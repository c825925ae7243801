import AdEngine
import AdSessions
import ArgumentParser
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// What the options say, and what is said about those that make no sense.
@Suite struct CommandLineTests {
  private func runCommand(_ arguments: String...) throws -> RunCommand {
    try #require(try AdviewCommand.parseAsRoot(["run", "s"] + arguments) as? RunCommand)
  }

  private func playCommand(_ arguments: String...) throws -> PlayCommand {
    try #require(try AdviewCommand.parseAsRoot(arguments) as? PlayCommand)
  }

  @Test func `without a command there is the playground`() throws {
    #expect(try playCommand().file == nil)
    #expect(try playCommand("a.md").file == "a.md")
    let named = try playCommand("play", "--speed", "2", "-")
    #expect(named.file == "-")
    #expect(named.screen.speed == 2)
  }

  @Test(arguments: [
    [], ["a.md"], ["-"], [""], ["play"], ["play", "a.md"], ["play", "run"], ["play", "help"],
    ["play", "-"], ["runs"],
  ])
  func `a file alone is launched as the parser reads it`(arguments: [String]) throws {
    let launch = try #require(AdviewCommand.launch(arguments))
    let command = try #require(try AdviewCommand.parseAsRoot(arguments) as? PlayCommand)
    #expect(launch == (try command.launch(Console(input: -1, output: -1, errors: -1))))
  }

  @Test(arguments: [
    ["run"], ["help"], ["tune"], ["demo"], ["a.md", "b.md"], ["--help"], ["-h"], ["--"],
    ["play", "--linear"], ["play", "a.md", "--record"], ["help", "play"], ["run", "play"],
  ])
  func `all but a file alone is for the parser`(arguments: [String]) {
    #expect(AdviewCommand.launch(arguments) == nil)
  }

  @Test func `options become settings that stand firm`() throws {
    let run = try runCommand(
      "--viewport", "375x667.5", "--fetch", "500", "--display", "100", "--unload", "2000",
      "--consent", "denied", "--policy", "determined", "--seed", "9", "--columns", "60", "--ads",
      "every:3", "--strict")
    let overrides = try run.shared.overrides(Console(input: -1, output: -1, errors: -1))
    #expect(overrides.viewport == Size(width: 375, height: 667.5))
    #expect(
      overrides.lazyLoading
        == LazyLoadingChange(
          fetchThreshold: 500, displayThreshold: 100, unloadThreshold: 2000, unloadingEnabled: true
        ))
    #expect(overrides.consent == .denied)
    #expect(overrides.policy == .determined)
    #expect(overrides.seed == 9)
    #expect(overrides.columns == 60)
    #expect(run.shared.page.ads == .every(3))
    #expect(run.shared.page.strict)
  }

  @Test func `unload off says nothing about the distance`() throws {
    let overrides = try runCommand("--unload", "off").shared.overrides(
      Console(input: -1, output: -1, errors: -1))
    #expect(overrides.lazyLoading == LazyLoadingChange(unloadingEnabled: false))
  }

  @Test(arguments: Device.all.map(\.name))
  func `every device has an upright screen and one name`(name: String) throws {
    let viewport = try runCommand("--device", name.uppercased()).shared.overrides(
      Console(input: -1, output: -1, errors: -1)
    ).viewport
    let size = try #require(viewport)
    #expect(size.width < size.height)
    #expect(Device.all.filter { $0.name == name }.count == 1)
  }

  @Test(arguments: [
    ("run", "Missing expected argument '<file>'"), ("run a b", "Unexpected argument 'b'"),
    ("chek a.jsonl b.jsonl", "there is no command 'chek'; did you mean 'check'?"),
    ("tun", "there is no command 'tun'; did you mean 'tune'?"),
    ("--bogus", "Unknown option '--bogus'"),
    ("run a --device nokia", "there is no such device here, only iphone-se, "),
    ("run a --viewport 384", "expected WIDTHxHEIGHT in points"),
    ("run a --viewport 0x5", "expected WIDTHxHEIGHT in points"),
    ("run a --viewport nanx5", "expected WIDTHxHEIGHT in points"),
    ("run a --viewport 3x5 --device pixel-8", "expected one of them"),
    ("run a --columns 5", "--columns 5: expected 20…400"),
    ("run a --ads every:0", "expected every:N"),
    ("run a --fetch -5", "expected a number of points, not negative"),
    ("run a --display -.5", "Missing value for '--display <pt|%>'"),
    ("run a --unload -1600", "expected a number of points, such as 1600, a percentage, or off"),
    ("run a --viewport -3x5", "expected WIDTHxHEIGHT in points"),
    ("run a --columns -3", "--columns -3: expected 20…400"),
    ("run a --seed -1", "'-1' is invalid for '--seed <n>'"),
    ("--linear -", "--linear: commands come from standard input; expected a file"),
    ("--linear --record r.jsonl", "--linear and --record: expected one of them"),
    ("--speed -2", "--speed -2.0: expected 0.1…100"),
    ("snapshot", "Missing expected argument '<file>'"),
    ("snapshot a --at -1", "--at -1.0: expected 0…3600 seconds"),
    ("snapshot a --at nan", "expected 0…3600 seconds"),
    ("snapshot a --scroll inf", "expected 0…1000000000 points"),
    ("snapshot a --scroll 1e300", "expected 0…1000000000 points"),
    ("snapshot a --size 0x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --size 99999999999999999999x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --format gif", "'--format <format>'"),
    ("snapshot a --theme sepia", "'--theme <theme>'"),
    ("run --try 600 --events a.jsonl", "--try: prints metrics; expected no --events"),
    ("run --try 600 -", "-: can be read once; with --try expected an ordinary file"),
    ("run --try 5/9 a.jsonl", "expected FETCH[/DISPLAY] in points or percent"),
    ("run a -5", "Unknown option '-5'"),
    ("run a --fetch inf", "expected a number of points, not negative"),
    ("run a --fetch 100 --display 200", "expected display to be at most fetch"),
    ("run a --unload maybe", "expected a number of points, such as 1600, a percentage, or off"),
    ("import a.csv", "import a.csv: expected one of csv, person"),
    ("import csv a.csv --frob", "Unknown option '--frob'"),
    ("run a --consent yes", "'--consent <consent>'"),
    ("run a --seed 9007199254740992", "expected at most 9007199254740991"),
    ("--speed 0", "--speed 0.0: expected 0.1…100"),
    ("run a --\u{1B}[2J", "Unknown option"),
  ])
  func `wrong usage is 64 and a sentence`(line: String, sentence: String) throws {
    let run = try ProgramRun(
      line.split(separator: " ").map(String.init), code: 64,
      errors: .begins("adview: ") & .has(sentence), output: "")
    let names = line.split(separator: " ").prefix {
      ["run", "import", "csv", "snapshot"].contains($0)
    }
    let help = names.isEmpty ? "--help" : "help " + names.joined(separator: " ")
    #expect(run.errors.hasSuffix("See 'adview \(help)'.\n"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test(.tags(.sweep)) func `more arguments than the parser reads in time are refused`() throws {
    func run(_ count: Int) throws -> ProgramRun {
      try ProgramRun(["explain", "targeting"] + Array(repeating: "a=b", count: count - 2))
    }
    // The parser's time is quadratic: as many as may be given take it ten seconds without optimisation.
    if Sweep.isDeep { #expect(try run(AdviewCommand.maxArguments).code == 0) }
    #expect(try run(AdviewCommand.maxArguments / 10).code == 0)
    let refused = try run(AdviewCommand.maxArguments + 1)
    #expect(refused.code == 64)
    #expect(refused.errors.contains("4001 arguments: expected at most 4000"))
  }

  @Test func `a negative number belongs to the option before it, and to nothing else`() {
    for (arguments, joined) in [
      (["--fetch", "-5", "a"], ["--fetch=-5", "a"]), (["--fetch", "-x"], ["--fetch", "-x"]),
      (["--fetch=1", "-5"], ["--fetch=1", "-5"]), (["a", "-5"], ["a", "-5"]), (["-5"], ["-5"]),
      (["--", "-5"], ["--", "-5"]), (["--", "--fetch", "-5"], ["--", "--fetch", "-5"]),
      (["--fetch", "-"], ["--fetch", "-"]), ([], []),
    ] { #expect(AdviewCommand.joiningNegativeNumbers(arguments) == joined) }
  }

  @Test func `what is asked for is no failure`() throws {
    try ProgramRun("--version", code: 0, output: .is(BuiltVersion.version + "\n"))
    try ProgramRun("--help", output: .has("SUBCOMMANDS:"))
    try ProgramRun("run", "--help", output: .has("--device <name>"))
    try ProgramRun("help", "run", output: .has("--device <name>"))
  }

  @Test func `help lists the keys, and says so`() throws {
    try ProgramRun("--help", output: .has("'adview help keys'"))
    try ProgramRun("help", "keys", output: .is(KeyListing.text))
    #expect(try ProgramRun("help").output == ProgramRun("--help").output)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `there is a completion script`(shell: String) throws {
    try ProgramRun(
      "--generate-completion-script", shell, code: 0, errors: "", output: .has("iphone-15-pro-max"))
  }
}
