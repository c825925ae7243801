import Testing

@testable import AdSessions

@Suite struct DidYouMeanTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("size", "size", 0), ("szie", "size", 1),
    ("sise", "size", 1), ("sizes", "size", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `the distance counts slips of the fingers`(from: String, to: String, slips: Int) {
    #expect(DidYouMean.distance(from, to) == slips)
  }

  @Test(arguments: [
    ("sizee", "size"), ("Size", "size"), ("lable", "label"), ("targetting", "targeting"),
    ("uint", "unit"), ("x", nil), ("mix", "min"), ("fetchTreshold", nil), ("", nil),
    ("allowsInlineMediaPlaybook", nil),
  ])
  func `a word that is near is suggested`(word: String, suggestion: String?) {
    let known = ["unit", "size", "min", "max", "label", "targeting"]
    #expect(DidYouMean.suggestion(for: word, among: known) == suggestion)
  }

  @Test func `of words that are equally near it is the one that was begun`() {
    for known in [["run", "tune"], ["tune", "run"]] {
      #expect(DidYouMean.suggestion(for: "tun", among: known) == "tune")
    }
  }
}
