import TestSupport
import Testing

@testable import Playground

@Suite struct WordMatchTests {
  /// The text with what matched in brackets, or nothing.
  private func marked(_ query: String, in text: String) -> String? {
    guard let match = WordMatch(query, in: text) else { return nil }
    return text.enumerated().map { place, letter in
      match.positions.contains(place) ? "[\(letter)]" : String(letter)
    }
    .joined().replacing("][", with: "")
  }

  @Test(
    "words are found where words of the text begin, and else where they stand",
    arguments: [
      ("fet", "set the fetch threshold", "set the [fet]ch threshold"),
      ("sft", "set the fetch threshold", nil),
      ("resh", "set the fetch threshold", "set the fetch th[resh]old"),
      ("TH", "set the fetch threshold", "set [th]e fetch threshold"),
      ("thr", "set the fetch threshold", "set the fetch [thr]eshold"),
      ("thr fetch", "set the fetch threshold", "set the [fetch] [thr]eshold"),
      ("quit", "quit", "[quit]"),
      ("all re", "reload all ads", "[re]load [all] ads"),
      ("", "anything", "anything"),
      ("   ", "anything", "anything"),
      ("é", "café", "caf[é]"),
      ("xyz", "quit", nil),
      ("tiuq", "quit", nil),
      ("quit quit?", "quit", nil),
      ("quitt", "quit", nil),
      ("a", "", nil),
    ] as [(String, String, String?)])
  func letters(query: String, text: String, expected: String?) {
    #expect(marked(query, in: text) == expected)
  }

  @Test(
    "of two texts the one that a person means comes first",
    arguments: [
      ("re", "reload all ads", "scroll a row up"),
      ("fetch", "set the fetch threshold", "follow the selected link, or show the ad's details"),
      ("lad", "the ladybug: open or close the debug log", "select the next link or ad"),
      ("page", "go back a page", "spare change"),
      ("log", "the ladybug: open or close the debug log", "pause time, or resume it"),
      ("slow", "let time go slower", "select the next link or a word"),
    ])
  func order(query: String, first: String, second: String) throws {
    let one = try #require(WordMatch(query, in: first))
    let other = WordMatch(query, in: second)
    #expect(one.score > other?.score ?? .min)
  }

  @Test func `what matches stands in the text, and every prefix of it matches too`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      func word(_ length: Int) -> String {
        String((0..<length).map { _ in Array("abAB c'")[random.number(0...6)] })
      }
      let text = word(random.number(0...20))
      let query = word(random.number(0...5))
      let wanted = query.lowercased().split(separator: " ")
      guard let match = WordMatch(query, in: text) else {
        #expect(wanted.contains { !text.lowercased().contains($0) })
        continue
      }
      let letters = Array(text.lowercased())
      let found = match.positions.sorted().map { letters[$0] }
      if wanted.count == 1 { #expect(found == Array(wanted[0]), "\(query) in \(text)") }
      #expect(WordMatch(String(query.dropLast()), in: text) != nil)
    }
  }
}
