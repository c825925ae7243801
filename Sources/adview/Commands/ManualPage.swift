import AdRendering
import ArgumentParser
import Playground

/// The manual page `adview(1)` in mdoc(7), made of what `--help` and `adview help keys` are made of.
struct ManualPage {
  /// The page, for `man -l -`.
  private(set) var text = ""

  /// - Parameter day: The day of the program's last change, `YYYY-MM-DD`.
  /// - Throws: A failure where the tables of help cannot be read.
  init(day: String) throws(CommandError) {
    guard let tables = try? JSONReader.read(AdviewCommand._dumpHelp()), let help = tables["command"]
    else { throw .unavailable("help --man: the tables of help cannot be read") }
    let commands = help.list("subcommands").filter { $0["commandName"]?.text != "help" }
    macro("Dd", day.isEmpty ? ["$Mdocdate$"] : [day])
    macro("Dt", ["ADVIEW", "1"])
    macro("Os")
    macro("Sh", ["NAME"])
    macro("Nm", ["adview"])
    macro("Nd", [Self.words(Self.fragment(help["abstract"]?.text ?? ""))])
    macro("Sh", ["SYNOPSIS"])
    macro("Nm")
    macro("Op", ["Ar", "command"])
    macro("Op", ["Ar", "option", "..."])
    macro("Op", ["Ar", "file"])
    macro("Sh", ["DESCRIPTION"])
    paragraphs(AdviewCommand.introduction)
    macro("Sh", ["COMMANDS"])
    for command in commands { add(command, path: "adview") }
    macro("Sh", ["KEYS"])
    for context in KeyContext.inReadingOrder {
      section(context.title)
      list(
        KeyMap.bindings.filter { $0.context == context }.map { binding in
          (Self.words(binding.keyNames.joined(separator: "  ")), binding.help)
        })
    }
    macro("Sh", ["EXIT", "STATUS"])
    list(AdviewCommand.exitCodes.map { ("\($0.code)", $0.meaning) })
  }

  /// A command with its options, and the commands below it.
  private mutating func add(_ command: JSONValue, path: String) {
    let name = path + " " + (command["commandName"]?.text ?? "")
    section(name)
    paragraphs(command["abstract"]?.text ?? "")
    if let discussion = command["discussion"]?.text {
      macro("Pp")
      paragraphs(discussion)
    }
    let arguments = command.list("arguments").filter {
      $0["shouldDisplay"] != .flag(false) && !["help", "version"].contains($0.optionName)
    }
    list(arguments.map { (Self.title(of: $0), Self.help(of: $0)) })
    for inner in command.list("subcommands") where inner["commandName"]?.text != "help" {
      add(inner, path: name)
    }
  }

  /// An option or an argument as a list of them names it.
  private static func title(of argument: JSONValue) -> String {
    let value = argument["valueName"]?.text ?? ""
    guard argument["kind"]?.text != "positional" else { return "Ar " + words(value) }
    let names = argument.list("names").map { name in
      "Fl " + words((name["kind"]?.text == "long" ? "-" : "") + (name["name"]?.text ?? ""))
    }
    let flags = names.joined(separator: " , ")
    return argument["kind"]?.text == "flag" ? flags : flags + " Ar " + words(value)
  }

  private static func help(of argument: JSONValue) -> String {
    let help = [argument["abstract"]?.text, argument["discussion"]?.text].compactMap(\.self)
    var text = help.joined(separator: " ")
    let values = argument.list("allValues").compactMap(\.text)
    if !values.isEmpty { text += " (values: \(values.joined(separator: ", ")))" }
    if let value = argument["defaultValue"]?.text { text += " (default: \(value))" }
    return text
  }

  private mutating func macro(_ name: String, _ arguments: [String] = []) {
    text += ([".\(name)"] + arguments).joined(separator: " ") + "\n"
  }

  private mutating func section(_ title: String) { macro("Ss", [Self.words(title)]) }

  private mutating func list(_ items: [(title: String, help: String)]) {
    guard !items.isEmpty else { return }
    macro("Bl", ["-tag", "-width", "Ds"])
    for item in items {
      macro("It", [item.title])
      paragraphs(item.help)
    }
    macro("El")
  }

  /// Running text: a line for each sentence, as mdoc wants it, and none of more than 80 bytes where words allow it.
  private mutating func paragraphs(_ prose: String) {
    for (number, paragraph) in prose.split(separator: "\n", omittingEmptySubsequences: true)
      .enumerated()
    {
      if number > 0 { macro("Pp") }
      var line = ""
      func isFull(_ word: String) -> Bool {
        guard let last = line.last else { return false }
        return ".!?".contains(last) || line.hasSuffix(".)")
          || line.utf8.count + word.utf8.count >= 78
      }
      for word in paragraph.split(separator: " ").map({ Self.escaped($0) }) {
        if isFull(word) {
          text += line + "\n"
          line = ""
        }
        // A control character at the beginning of a line would make it a request.
        let isControl = line.isEmpty && word.first.map { ".'".contains($0) } == true
        line += (line.isEmpty ? (isControl ? "\\&" : "") : " ") + word
      }
      if !line.isEmpty { text += line + "\n" }
    }
  }

  /// Words on a macro's line, none of which is taken for another macro or for punctuation.
  private static func words(_ text: String) -> String {
    text.split(separator: " ").map(word).joined(separator: " ")
  }

  private static func word(_ text: some StringProtocol) -> String {
    "\\&" + escaped(text).replacing("\"", with: "\\(dq")
  }

  /// Text that roff shows as it stands.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case " "..."~": String(scalar)
      default: "\\[u\(hex(scalar.value))]"
      }
    }.joined()
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A sentence as part of another one.
  private static func fragment(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension JSONValue {
  fileprivate func list(_ key: String) -> [JSONValue] {
    if case .list(let values) = self[key] { values } else { [] }
  }

  fileprivate var optionName: String { self["preferredName"]?["name"]?.text ?? "" }
}
