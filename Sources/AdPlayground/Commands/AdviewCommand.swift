import AdRendering
import AdSessions
import ArgumentParser
import Glibc
import Playground

/// `adview`: what stands above its subcommands.
struct AdviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adview",
    abstract: "A terminal playground for the life of an ad on a scrolling page.",
    discussion: """
      \(introduction)

      Exit codes: \(exitCodes.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")).
      """,
    version: BuiltVersion.version,
    subcommands: commands,
    defaultSubcommand: PlayCommand.self)

  private static let commands: [any ParsableCommand.Type] = [
    PlayCommand.self, DemoCommand.self, RunCommand.self, CompareCommand.self, CheckCommand.self,
    TuneCommand.self, SnapshotCommand.self, ImportCommand.self, RecordCommand.self,
    RecorderCommand.self, ExplainCommand.self, DoctorCommand.self,
  ]

  /// What stands above the commands, in help.
  static let introduction = """
    Without a command, a page is opened in the playground; '-' is standard input. 'adview help keys' lists the \
    playground's keys. Renderers and plug-ins of your own need a program of your own, such as Demos/Client; the article \
    "Writing a plug-in" explains it.
    """

  /// No more arguments are read: the parser's time grows with the square of their number.
  static let maxArguments = 4000

  static let exitCodes: [(code: Int32, meaning: String)] = [
    (0, "done"), (1, "a check failed"), (EX_USAGE, "wrong usage"), (EX_DATAERR, "bad input data"),
    (EX_NOINPUT, "file not found, or not an ordinary file"),
    (EX_UNAVAILABLE, "something needed is missing"),
    (EX_IOERR, "an input or output error"),
  ]
}

/// A subcommand that reads and writes through a console, so that it can be run in a test.
protocol ConsoleCommand: ParsableCommand {
  func execute(_ console: Console) throws(CommandError)
}

extension AdviewCommand {
  /// Runs the program with these arguments, without the program's own name, and returns its exit code.
  static func run(_ arguments: [String], _ console: Console) -> Int32 {
    do throws(CommandError) {
      try perform(arguments, console)
      try console.flush()
      return 0
    } catch {
      // What was printed before the failure comes first; a failure to print it changes nothing any more.
      if error.reason != nil { try? console.flush() }
      if let reason = error.reason { console.complain(reason, more: error.more) }
      return error.code
    }
  }

  /// The arguments with `--fetch -5` as `--fetch=-5`: a negative number is a wrong value, not an option.
  static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var joined: [String] = []
    for argument in arguments[..<end] {
      let isNumber = argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true
      if isNumber, let last = joined.last, last.hasPrefix("--"), !last.contains("=") {
        joined[joined.count - 1] += "=" + argument
      } else {
        joined.append(argument)
      }
    }
    return joined + arguments[end...]
  }

  /// The launch of arguments that are at most a file, with or without `play`; `nil` for what the parser has to read.
  static func launch(_ arguments: [String]) -> PlaygroundLaunch? {
    let isNamed = arguments.first == PlayCommand._commandName
    let rest = isNamed ? arguments.dropFirst() : arguments[...]
    guard let file = rest.first else { return PlaygroundLaunch() }
    let isOption = file.hasPrefix("-") && file != "-"
    guard rest.count == 1, !isOption, isNamed || !isCommand(file) else { return nil }
    return PlaygroundLaunch(file)
  }

  /// Whether a word is the name of a command, and no file to be played; `help` is the library's own.
  private static func isCommand(_ word: String) -> Bool {
    word == "help" || commands.contains { $0._commandName == word }
  }

  /// The command that arguments name, read without the tree of all commands where that goes: the tree costs start-up.
  ///
  /// It is needed for help, for the version, and for what is wrong where no command is named.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let named = commands.first { $0._commandName == arguments.first }
    let own = named == nil ? arguments : Array(arguments.dropFirst())
    if arguments.first != "help" {
      do {
        let command = try (named ?? PlayCommand.self).parseAsRoot(own)
        if command is any ConsoleCommand { return command }
      } catch {
        if named != nil, !own.contains("--version") { throw error }
      }
    }
    return try parseAsRoot(arguments)
  }

  private static func perform(_ arguments: [String], _ console: Console) throws(CommandError) {
    guard arguments.count <= maxArguments else {
      throw .usage(
        "\(arguments.count) arguments: expected at most \(maxArguments); check and tune take a folder of sessions"
      )
    }
    if arguments.count == 1, let reason = NamedCommand(arguments).missingSubcommand {
      throw CommandError(
        code: EX_USAGE, reason: reason, more: ["See '\(console.app.name) --help'."])
    }
    if let launch = launch(arguments) { return try launch.run(console) }
    if arguments == ["help", "keys"] { return try console.write(KeyListing.text) }
    do {
      var command = try parse(joiningNegativeNumbers(arguments))
      if let command = command as? any ConsoleCommand {
        try command.execute(console)
      } else {
        try command.run()
      }
    } catch let failure as CommandError {
      throw failure
    } catch {
      guard exitCode(for: error) != .success else {
        // Help, the version and completion scripts come as errors that are none.
        let text = fullMessage(for: error)
        try console.write(text.hasSuffix("\n") ? text : text + "\n")
        return
      }
      // An argument that is quoted, whole or without its option's name, begins no line.
      let quoted = arguments.flatMap { argument in
        [argument]
          + (argument.firstIndex(of: "=").map { [String(argument[$0...].dropFirst())] } ?? [])
      }
      .filter { $0.contains { $0.isNewline } }
      let text = quoted.reduce(message(for: error)) { $0.replacing($1, with: $1.scrubbed) }
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      let named = NamedCommand(arguments)
      throw CommandError(
        code: EX_USAGE, reason: named.missingSubcommand ?? lines.first ?? "",
        more: lines.dropFirst() + ["See '\(console.app.name) \(named.help)'."])
    }
  }
}

private struct NamedCommand {
  private var names: [String] = []
  private var subcommands = AdviewCommand.configuration.subcommands
  private let next: String?

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.first, let command = subcommands.first(where: { $0._commandName == name })
    {
      names.append(name)
      subcommands = command.configuration.subcommands
      rest.removeFirst()
    }
    next = rest.first
  }

  var help: String {
    names.isEmpty ? "--help" : (["help"] + names).joined(separator: " ")
  }

  /// What is expected, where something else than a subcommand follows.
  var missingSubcommand: String? {
    guard !subcommands.isEmpty, let next, !next.hasPrefix("-") else { return nil }
    let known = subcommands.map { $0._commandName }
    guard names.isEmpty else {
      return
        "\(names.joined(separator: " ")) \(next.scrubbed): expected one of \(known.joined(separator: ", "))"
    }
    // Elsewhere it is the file to be played.
    guard access(next, F_OK) != 0, let near = DidYouMean.suggestion(for: next, among: known) else {
      return nil
    }
    return "there is no command '\(next.scrubbed)'; did you mean '\(near)'?"
  }
}
