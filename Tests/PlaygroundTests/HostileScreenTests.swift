import AdSessions
import TestSupport
import Testing

@testable import Playground

/// Text that wants to be more than text: nothing of it may move a border or reach the terminal.
@Suite struct HostileScreenTests {
  private static let evil =
    "a\u{1B}[31mred\u{1B}]0;title\u{7} \u{202E}desrever\u{202C} z\u{200B}w\u{200D}j "
    + "👩\u{200D}👩\u{200D}👧 e\u{301}\u{302}\u{303} 漢字 \u{9B}2J \u{FEFF}x\u{AD}y"
  private static let word = String(repeating: "Wörd漢", count: 2500)

  private static var page: String {
    let yaml = evil.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x9B }
      .map(String.init).joined()
    return """
      ---
      title: "\(yaml)"
      ---
      # \(evil)

      \(word)

      ![\(evil)](image.png)

      [\(evil)](\(word).md)

      `\(evil)`

      ```ad
      unit: "\(yaml)"
      id: "\(yaml) \(word)"
      label: "\(yaml) \(word)"
      targeting: { "\(yaml)": "\(word)" }
      ```

      | \(evil) | \(word) |
      | --- | --- |
      """
  }

  @Test(
    .tags(.sweep), arguments: Sweep.sample([(80, 24), (120, 40), (200, 60), (60, 16), (40, 10)]))
  func `a hostile page stays in its columns, whatever is opened over it`(columns: Int, rows: Int)
    throws
  {
    var player = Player(Self.page, columns: columns, rows: rows)
    let keys: [Key] = [
      "b", .pageDown, "n", "n", "n", "w", .escape, .enter, .escape, "!", .escape, "y", .escape,
      "s", ":", .escape, "/", "d", .enter, .escape, "W", .escape, .end,
    ]
    for key in keys {
      player.press(key, wait: 700)
      try player.requireNoFault("\(key)")
      #expect(!player.screen.unicodeScalars.contains(where: isHarmful), "\(key)")
    }
  }

  @Test func `what a hostile page leads to in the log's file is harmless too`() {
    var player = Player(Self.page).pressing("b")
    while player.selectedSlot == nil { player.press("n") }
    player.wait(3000)
    let lines = player.requests.flatMap(\.logged)
    #expect(lines.count > 3)
    for line in lines { #expect(!line.unicodeScalars.contains(where: isHarmful), "\(line)") }
  }

  private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
