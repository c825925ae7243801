import AdEngine
import AdRendering
import TestSupport
import Testing

@testable import AdSessions

/// Scroll lines are read by a road of their own, which says what the strict reader says.
@Suite struct ScrollLineTests {
  private static let header = #"{"adview":1,"slots":[]}"# + "\n"

  /// What came of a session: its items, the dropped line, and the error that ended it.
  private struct Reading: Equatable {
    var items: [SessionReader.Item] = []
    var dropped: Int?
    var error: SessionError?
  }

  private func read(_ text: [UInt8], chunk: Int = .max) -> Reading {
    var reader = SessionReader()
    var reading = Reading()
    var rest = text[...]
    do throws(SessionError) {
      while true {
        while let item = try reader.next() { reading.items.append(item) }
        if rest.isEmpty { break }
        reader.append(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
      }
      reader.finish()
      while let item = try reader.next() { reading.items.append(item) }
    } catch {
      reading.error = error
    }
    reading.dropped = reader.droppedLine
    return reading
  }

  /// The same session with a blank in every line, so that the strict reader reads it.
  private func strictly(_ text: [UInt8]) -> Reading {
    var spaced: [UInt8] = []
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { spaced.append(0x0A) }
      if line.first == UInt8(ascii: "{") {
        spaced += Array("{ ".utf8) + line.dropFirst()
      } else {
        spaced += line
      }
    }
    return read(spaced)
  }

  private func line(_ draw: inout SeededGenerator, at time: Int64) -> String {
    let number =
      draw.chance(50)
      ? JSONText.number(
        Double(draw.number(-2_000_000...2_000_000)) / draw.pick([1, 2, 3, 7, 1000])
      ).json
      : draw.pick([
        "0", "-0", "-0.0", "0.5", "00", "01", "1.", ".5", "1e3", "1E-2", "123456789012345",
        "1234567890123456", "1000000000000000000000000000000", "0.123456789012345",
        "-0.0000000000000001",
        "0.00000000000000000000000000000000001",
        "1797693134862315.70814527423731704", "00.12345678901234567", "-1.50", "9007199254740993",
        "1e400", "--1", "1-2",
        "100.000", "\"1\"", "null", "",
      ])
    return draw.pick([
      #"{"at":\#(time),"in":{"scroll":\#(number)}}"#,
      #"{"at":\#(time),"in":{"scroll":\#(number)}}"#,
      #"{"at":\#(time),"in":{"scroll":\#(number)}}"#,
      #"{"in":{"scroll":\#(number)},"at":\#(time)}"#,
      #"{"at":\#(time).0,"in":{"scroll":\#(number)}}"#,
      #"{"at":0\#(time),"in":{"scroll":\#(number)}}"#,
      #"{"at":\#(time),"in":{"scroll":\#(number)}} "#,
      #"{"at":\#(time),"in":{"scroll":\#(number)},"page":2}"#,
    ])
  }

  @Test func `a position of many digits is the double nearest to it, also beside a tie`() throws {
    var draw = SeededGenerator(seed: 5)
    var numbers = [
      "9007199254740993", "9007199254740993.0", "4503599627370496.5", "4503599627370497.5",
      "4503599627370497.50", "0.500000000000000166", "0.1000000000000000055", "72057594037927945",
    ]
    for _ in 0..<20_000 {
      let digits = draw.number(1_000_000_000_000_000...999_999_999_999_999_999)
      let places = draw.number(1...17)
      let text = String(digits)
      let dot = text.index(text.endIndex, offsetBy: -min(places, text.count - 1))
      numbers.append("\(text[..<dot]).\(text[dot...])")
    }
    for number in numbers {
      let line = Array(#"{"at":1,"in":{"scroll":\#(number)}}"#.utf8) + [0x0A]
      let read = line.withUnsafeBufferPointer { ScrollLine($0, from: 0)?.position }
      #expect(read == Double(number), "\(number)")
    }
  }

  @Test func `any line is read as the strict reader reads it, and refused with the same sentence`()
  {
    var counts = (read: 0, refused: 0)
    for seed in 1...1500 {
      var draw = SeededGenerator(seed: seed)
      var text = Array(Self.header.utf8)
      var time: Int64 = 0
      for _ in 0..<draw.number(1...5) {
        time += draw.pick([0, 1, 16, 900_000_000_000])
        if draw.chance(5) { time -= 2 }
        var line = Array(line(&draw, at: time).utf8)
        if draw.chance(25), !line.isEmpty {
          line[draw.number(0...(line.count - 1))] = draw.pick(Array("0129-.,:\"{}ei \r".utf8))
        }
        text += line + [0x0A]
      }
      if draw.chance(30) { text.removeLast(draw.number(1...3)) }
      let whole = read(text)
      #expect(whole == strictly(text), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      #expect(whole == read(text, chunk: draw.number(1...40)), "seed \(seed), in pieces")
      counts.read += whole.items.count - 1
      counts.refused += whole.error == nil ? 0 : 1
    }
    #expect(counts.read > 500 && counts.refused > 300)
  }

  @Test func `what the writer writes takes the short road`() {
    var draw = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let position = Double(draw.number(-40_000...400_000)) / Double(draw.pick([1, 2, 4, 3]))
      let line = SessionLine(
        at: Instant(milliseconds: Int64(draw.number(0...9_999_999))),
        .cause(.scrolled(to: position)))
      let bytes = Array((line.text.json + "\n").utf8)
      let scroll = bytes.withUnsafeBufferPointer { ScrollLine($0, from: 0) }
      if bytes.count < 44 { #expect(scroll != nil, "\(line.text.json)") }
      guard let scroll else { continue }
      #expect(scroll.position == position && scroll.at == line.at.milliseconds)
      #expect(scroll.end == bytes.count)
    }
  }
}
