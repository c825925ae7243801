import AdEngine
import AdSessions
import Testing

@Suite struct AdRuleTests {
  private let blocks = (1...9).map { "Block \($0).\n\n" }.joined()

  @Test(
    arguments: [
      (.every(4), "12"), (.every(2), "1234"), (.every(1), "123412341"), (.every(0), ""),
      (.every(-3), ""), (.every(.max), ""), (.every(.min), ""),
    ] as [(AdRule, String)])
  func `a page without ads gets one after every so many blocks, its four units in turn`(
    rule: AdRule, units: String
  ) {
    let slots = read(blocks, ads: rule).page.slots
    #expect(slots.map(\.ad.adUnitId) == units.map { "div-gpt-ad-mobile_\($0)" })
    #expect(slots.map(\.name) == slots.indices.map { String($0 + 1) })
    #expect(slots.allSatisfy { $0.line == 0 })
  }

  @Test func `a rule that is not given is every fourth block`() {
    #expect(read(blocks).page.slots == read(blocks, ads: .every(4)).page.slots)
  }

  @Test func `only blocks of the outermost level count`() {
    #expect(read("- a\n- b\n- c\n- d\n\nText\n").page.slots.isEmpty)
    #expect(read("> a\n>\n> b\n\n- c\n\n    code\n\n---\n\n# e\n").page.slots.count == 1)
  }

  @Test func `a page with ads keeps its own`() {
    let text = blocks + "```ad\nunit: own\n```\n"
    #expect(read(text).page.slots.map(\.ad.adUnitId) == ["own"])
    #expect(read(text).problems == [])
    #expect(
      problems(of: text, ads: .every(1))
        == ["19: the page has ads of its own: the rule every:1 is ignored"])
  }

  @Test(arguments: [("every:4", 4), ("every:1", 1), ("every:1000000", 1_000_000)])
  func `a rule is read as it is written`(text: String, count: Int) throws {
    let rule = try AdRule(text)
    #expect(rule == .every(count))
    #expect(rule.description == text)
  }

  @Test(arguments: ["", "every", "every:", "every:0", "every:-1", "every:x", "each:4", "every:4:4"])
  func `what is no rule is refused with a sentence`(text: String) {
    let error = #expect(throws: AdRuleError.self) { try AdRule(text) }
    #expect(
      error?.description
        == "ads '\(text)': expected every:N with a whole number N of blocks, as in every:4")
  }
}
