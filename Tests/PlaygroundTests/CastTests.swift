import AdEngine
import AdSessions
import FoundationEssentials
import Testing

@testable import Playground

/// Films of sessions, looked at as a player of asciicasts looks at them.
@Suite struct CastTests {
  private struct Header: Decodable {
    var version: Int
    var width: Int
    var height: Int
    var title: String
  }

  private struct Frame: Decodable {
    var seconds: Double
    var kind: String
    var bytes: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      seconds = try list.decode(Double.self)
      kind = try list.decode(String.self)
      bytes = try list.decode(String.self)
    }
  }

  /// A terminal that knows as much as a film asks of it: going to a row, clearing it, writing.
  private struct Terminal {
    var rows: [String]

    mutating func show(_ bytes: String) {
      var row = 0
      var rest = bytes[...]
      while let escape = rest.firstIndex(of: "\u{1B}") {
        rows[row] += rest[..<escape]
        let sequence = rest[escape...].dropFirst(2)
        let end = sequence.firstIndex { $0.isLetter } ?? sequence.endIndex
        switch sequence[end] {
        case "H": row = (Int(sequence[..<end].prefix { $0 != ";" }) ?? 1) - 1
        case "K": rows[row] = ""
        case "J": rows = rows.map { _ in "" }
        default: break
        }
        rest = sequence[end...].dropFirst()
      }
      rows[row] += rest
    }
  }

  @Test func `a film shows every change at its moment and ends at the last screen`() throws {
    let replay = try demoReplay("layout-shift.jsonl")
    let begun = Model(
      .session(replay), options: PlaygroundOptions(), settings: PlaygroundSettings(), columns: 60,
      rows: 20,
      at: 0)
    var cast = Cast(replaying: begun, theme: Theme(.dark, .direct))
    let first = cast.next() ?? ""
    let header = try JSONDecoder().decode(Header.self, from: Data(first.utf8))
    #expect(header.version == 2 && header.width == 60 && header.height == 20)
    #expect(!header.title.isEmpty)
    var terminal = Terminal(rows: Array(repeating: "", count: 20))
    var moments: Set<Int64> = []
    var last = -1.0
    while let line = cast.next() {
      let frame = try JSONDecoder().decode(Frame.self, from: Data(line.utf8))
      #expect(frame.kind == "o" && frame.seconds > last && line.hasSuffix("]\n"))
      last = frame.seconds
      moments.insert(Int64((frame.seconds * 1000).rounded()))
      terminal.show(frame.bytes)
    }
    let ended = Player(begun).waiting(replay.end.milliseconds)
    let rows = ended.canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, text) in terminal.rows.enumerated() {
      // A bar keeps the blanks at its end.
      #expect(
        text.hasPrefix(rows[row]) && text.dropFirst(rows[row].count).allSatisfy(\.isWhitespace))
    }
    #expect(last == Double(replay.end.milliseconds) / 1000)
    // A caption is always news.
    #expect(moments.isSuperset(of: captionMoments(of: replay)))
  }

  private func captionMoments(of replay: Replay) -> [Int64] {
    replay.script.captions.map(\.at.milliseconds)
  }
}
