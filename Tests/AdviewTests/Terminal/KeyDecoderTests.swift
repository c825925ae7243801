import Playground
import TestSupport
import Testing

@testable import AdPlayground

struct KeyDecoderTests {
  /// All keys that the text holds once nothing more comes.
  private func keys(_ text: String) -> [Key] { keys(in: [Array(text.utf8)]) }

  private func keys(in pieces: [[UInt8]]) -> [Key] {
    inputs(in: pieces).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  private func inputs(in pieces: [[UInt8]]) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    for piece in pieces { decoder.feed(piece) }
    while decoder.isUndecided { decoder.decide() }
    return Array(sequence(state: decoder) { $0.next() })
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OC", .right),
      ("\u{1B}OD", .left), ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown),
      ("\u{1B}[1;2C", .shiftRight), ("\u{1B}[1;2D", .shiftLeft), ("\u{1B}[d", .shiftLeft),
      ("\u{1B}[1;5C", .right), ("\u{1B}[1;6C", .shiftRight), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[H", .home),
      ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}[F", .end),
      ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\r", .enter), ("\n", .enter),
      ("\u{1B}OM", .enter), ("\t", .tab), ("\u{1B}[Z", .backTab), ("\u{7F}", .backspace),
      ("\u{8}", .backspace), ("\u{1B}", .escape), ("\u{1B}OP", .function(1)),
      ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)), ("\u{1B}[15~", .function(5)),
      ("\u{1B}[21~", .function(10)), ("\u{1B}[24~", .function(12)), ("\u{1B}[1;2P", .function(13)),
      ("\u{1B}[23;2~", .function(23)), ("\u{1}", .control("a")), ("\u{3}", .control("c")),
      ("\u{1A}", .control("z")), ("\0", .control(" ")), ("\u{1D}", .control("]")),
      ("j", .character("j")), ("J", .character("J")), (" ", .character(" ")),
      ("é", .character("é")),
      ("漢", .character("漢")), ("👩‍🚀", .character("👩‍🚀")), ("e\u{301}", .character("e\u{301}")),
      ("\u{1B}Op", .character("0")),
    ] as [(String, Key)])
  func `a key is known by its bytes, even when they come one by one`(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
    // What a person composes comes at once; a character by itself is a key.
    if bytes.unicodeScalars.count == 1 || bytes.utf8.first == 0x1B {
      #expect(keys(in: bytes.utf8.map { [$0] }) == [key])
    }
  }

  @Test func `many keys may come at once`() {
    #expect(
      keys("j\u{1B}[Bk\u{1B}[1;2Cü\r")
        == [.character("j"), .down, .character("k"), .shiftRight, .character("ü"), .enter])
  }

  @Test func `escape before other keys is a key`() {
    #expect(keys("\u{1B}j") == [.escape, .character("j")])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    #expect(keys("\u{1B}[") == [.escape, .character("[")])
    #expect(keys("\u{1B}O") == [.escape, .character("O")])
    #expect(keys("\u{1B}Oz") == [.escape, .character("O"), .character("z")])
  }

  @Test(arguments: [
    "\u{1B}[?2026;2$y", "\u{1B}[200~", "\u{1B}[I", "\u{1B}[99;9~",
    "\u{1B}[>1;2;3c",
    "\u{1B}[1;", "\u{1B}[" + String(repeating: "1;", count: 60), "\u{85}",
    "\u{1B}[1;-9223372036854775808A", "\u{1B}[-9223372036854775808~",
    "\u{1B}[9223372036854775808;9223372036854775808A",
  ])
  func `a sequence that is no key is swallowed whole`(bytes: String) {
    #expect(keys(bytes) == [])
  }

  /// A terminal answers the program that ran before: its colors, a setting, its version.
  @Test(arguments: [
    "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}]52;c;cXF\u{1B}\\", "\u{1B}P1$r0 q\u{1B}\\",
    "\u{1B}P>|term 1.0\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^q\u{1B}\\", "\u{1B}Xqé\u{1B}\\",
    "\u{1B}]0;\(String(repeating: "q", count: 9000))\u{7}",
  ])
  func `an answer to another program is no key`(bytes: String) {
    #expect(keys(bytes) == [])
    #expect(keys(bytes + "j") == [.character("j")])
    #expect(keys(in: bytes.utf8.map { [$0] } + [[0x6A]]) == [.character("j")])
  }

  @Test func `an answer without an end takes nothing with it that comes later`() {
    #expect(keys("\u{1B}]") == [.escape, .character("]")])
    #expect(keys("\u{1B}P1$r\r") == [.enter])
    #expect(keys("\u{1B}]11;\u{1B}[A") == [.up])
    #expect(keys("\u{1B}]11;\u{1B}") == [.escape])
    var decoder = KeyDecoder()
    decoder.feed(Array("\u{1B}]11;rgb".utf8))
    while decoder.isUndecided { decoder.decide() }
    decoder.feed(Array("q".utf8))
    #expect(decoder.next() == .key(.character("q")))
  }

  @Test func `a sequence that is cut short does not take the next with it`() {
    #expect(keys("\u{1B}[1;2\u{1B}[A") == [.up])
  }

  @Test func `bytes that are not UTF-8 are no keys`() {
    #expect(keys(in: [[0xFF, 0x61, 0xC3, 0x28, 0xE2, 0x82, 0x62]]).suffix(1) == [.character("b")])
    #expect(keys(in: [[0xFF], [0x61]]) == [.character("a")])
    #expect(keys(in: [[0xC3], [0x28]]) == [.character("(")])
  }

  @Test(
    "a character that is not finished ends at a control key",
    arguments: [
      ([0xE9, 0x0D], .enter), ([0xC3, 0x0D], .enter), ([0xE9, 0x7F], .backspace),
      ([0xF0, 0x0C], .control("l")), ([0xE9, 0x09], .tab), ([0xE9, 0x1B, 0x5B, 0x41], .up),
      ([0xF0, 0x9F, 0x0D], .enter), ([0xE9, 0xE9, 0x0D], .enter), ([0xE9, 0x61], .character("a")),
    ] as [([UInt8], Key)])
  func unfinished(bytes: [UInt8], key: Key) {
    #expect(keys(in: [bytes]) == [key])
    #expect(keys(in: bytes.map { [$0] }) == [key])
    #expect(keys(in: [bytes, [0x71]]) == [key, .character("q")])
  }

  @Test func `half a character waits for the other half`() {
    var decoder = KeyDecoder()
    decoder.feed([0xE6, 0xBC])
    #expect(!decoder.isUndecided)
    #expect(decoder.next() == nil)
    decoder.feed([0xA2])
    #expect(decoder.next() == .key(.character("漢")))
  }

  @Test(
    "a report of the mouse is known, even when its bytes come one by one",
    arguments: [
      ("\u{1B}[<0;10;5M", MouseEvent(.pressed, column: 9, row: 4)),
      ("\u{1B}[<32;1;1M", MouseEvent(.dragged, column: 0, row: 0)),
      ("\u{1B}[<0;10;5m", MouseEvent(.released, column: 9, row: 4)),
      ("\u{1B}[<64;200;60M", MouseEvent(.wheelUp, column: 199, row: 59)),
      ("\u{1B}[<65;65535;65535M", MouseEvent(.wheelDown, column: 65_534, row: 65_534)),
      // With shift, alt and ctrl.
      ("\u{1B}[<28;10;5M", MouseEvent(.pressed, column: 9, row: 4)),
      ("\u{1B}[M !!", MouseEvent(.pressed, column: 0, row: 0)),
      ("\u{1B}[M#*%", MouseEvent(.released, column: 9, row: 4)),
      ("\u{1B}[M@*%", MouseEvent(.dragged, column: 9, row: 4)),
      ("\u{1B}[M`*%", MouseEvent(.wheelUp, column: 9, row: 4)),
    ])
  func mouse(bytes: String, event: MouseEvent) {
    #expect(inputs(in: [Array(bytes.utf8)]) == [.mouse(event)])
    #expect(inputs(in: bytes.utf8.map { [$0] }) == [.mouse(event)])
    #expect(inputs(in: [Array((bytes + "j").utf8)]) == [.mouse(event), .key(.character("j"))])
  }

  @Test(
    "a report of the mouse that makes no sense is swallowed whole",
    arguments: [
      "\u{1B}[<1;10;5M", "\u{1B}[<2;10;5m", "\u{1B}[<35;10;5M", "\u{1B}[<66;1;1M",
      "\u{1B}[<128;1;1M",
      "\u{1B}[<0;0;5M", "\u{1B}[<0;5;0M", "\u{1B}[<0;65536;1M", "\u{1B}[<0;-5;1M",
      "\u{1B}[<0;+5;1M",
      "\u{1B}[<0;99999999999999999999;1M", "\u{1B}[<99999999999999999999;1;1M", "\u{1B}[<0;5M",
      "\u{1B}[<0;5;5;5M", "\u{1B}[<;;M", "\u{1B}[<M", "\u{1B}[<0:1:1M", "\u{1B}[<0;5;5A",
      "\u{1B}[<0;5;5~",
      "\u{1B}[M \u{20}!", "\u{1B}[M\u{22}!!",
    ])
  func noMouse(bytes: String) {
    #expect(inputs(in: [Array((bytes + "j").utf8)]) == [.key(.character("j"))])
  }

  @Test func `a report that is cut short does not take the next with it`() {
    #expect(inputs(in: [Array("\u{1B}[<0;5\u{1B}[A".utf8)]) == [.key(.up)])
    #expect(inputs(in: [Array("\u{1B}[M!\u{1B}[A".utf8)]).last == .key(.up))
    #expect(inputs(in: [Array("\u{1B}[<0;5".utf8)]) == [])
  }

  @Test func `whatever bytes come, the decoder lives and is ready for a key`() {
    var random = SeededGenerator(seed: 11)
    let alphabet = Array("\u{1B}[<M0;-9m ~OA\r]P\\\u{7}".utf8) + [0xFF, 0x80, 0x00, 0xE9, 0xC3]
    for _ in 0..<3000 {
      let bytes = (0..<random.below(40)).map { _ in alphabet[random.below(alphabet.count)] }
      // Enough letters to end whatever was begun.
      let inputs = inputs(in: [bytes, Array("\u{1B}\u{1B}\u{1B}\u{1B}q".utf8)])
      #expect(inputs.last == .key(.character("q")), "\(bytes)")
    }
  }
}
