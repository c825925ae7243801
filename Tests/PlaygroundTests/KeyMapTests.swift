import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct KeyMapTests {
  @Test func `S0_35 S0_59 the help says what to ask ad operations for`() throws {
    let player = Player(testPage()).pressing("?", "G")
    #expect(player.screen.contains("Ask ad operations"))
    for word in ["units", "targeting", "audience", "dimensions"] {
      #expect(player.screen.contains(word))
    }
  }

  @Test func `every command has one row in the table, and keys`() {
    for command in Command.allCases {
      let lines = CommandTable.lines.filter { $0.binding.command == command }
      #expect(lines.count { $0.row != nil } == 1, "\(command)")
      #expect(lines.first?.row != nil, "\(command)")
    }
  }

  @Test func `no key means two things in one place`() {
    var seen: [KeyContext: Set<Key>] = [:]
    for binding in KeyMap.bindings {
      for key in binding.keys {
        #expect(
          seen[binding.context, default: []].insert(key).inserted,
          "\(key.label) in \(binding.context)")
      }
    }
  }

  @Test func `dispatch, help and manual agree on every key`() {
    let help = HelpText.lines.map { "\($0.key ?? "") | \($0.text)" }
    let manual = KeyListing.text.split(separator: "\n").map { $0.split(separator: " ") }
    for binding in KeyMap.bindings {
      for key in binding.keys {
        #expect(KeyMap.command(for: key, in: binding.context) == binding.command, "\(key.label)")
      }
      let names = binding.keyNames.joined(separator: " ")
      #expect(help.contains("\(names) | \(binding.help)"))
      #expect(manual.contains("\(names) \(binding.help)".split(separator: " ")), "\(names)")
    }
    #expect(KeyListing.text.split(separator: "\n").allSatisfy { Glyphs.cells($0) <= 80 })
  }

  @Test(
    arguments: [
      // A place's own keys come before those that count anywhere.
      ("d", .article, .pickDisplay), ("d", .consent, .disagree),
      (.escape, .threshold, .revertThreshold),
      // What covers the page keeps all keys but quit from it.
      ("x", .overlay, nil), ("q", .overlay, .close), ("x", .consent, nil), ("q", .consent, .quit),
    ] as [(Key, KeyContext, Command?)])
  func `a key means what it means in its place`(key: Key, place: KeyContext, command: Command?) {
    #expect(KeyMap.command(for: key, in: place) == command)
  }

  @Test func `the ladybug answers to its key everywhere but where text is typed`() {
    for context in KeyContext.allCases where context != .search && context != .palette {
      #expect(KeyMap.command(for: "b", in: context) == .toggleLadybug, "\(context)")
    }
    let player = Player(testPage(), columns: 120, rows: 40).pressing("?", "b")
    #expect(player.model.visit.settings.isDebugEnabled)
    #expect(player.overlay != nil, "and what is read stays open")
  }

  @Test func `a click on the ladybug is its key`() {
    var player = Player(testPage(), columns: 120, rows: 40).pressing("m")
    for isOn in [true, false] {
      player.send(.mouse(MouseEvent(.pressed, column: 2, row: 0)))
      #expect(player.model.visit.settings.isDebugEnabled == isOn)
    }
    player.press("M")
    player.send(.mouse(MouseEvent(.pressed, column: 1, row: 0)))
    #expect(player.model.visit.settings.isDebugEnabled, "over the page, too")
  }

  @Test func `while a search is typed the footer names no key that is a letter of it`() {
    var player = Player(testPage(), columns: 200, rows: 50).pressing("m", "/")
    #expect(!Footer(player.model).hints.flatMap(\.commands).contains(.toggleMouse))
    player.press(.escape)
    #expect(Footer(player.model).hints.first?.commands == [.toggleMouse])
  }

  @Test func `every key in the footer does what the footer says`() {
    var random = SeededGenerator(seed: 7)
    var player = Player(testPage(), columns: 200, rows: 40)
    for _ in 0..<400 {
      player.press(random.key(), wait: 20)
      player.expectTrueFooter()
    }
  }
}
