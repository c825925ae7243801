import AdEngine
import AdSessions
import Testing

@Suite struct AdRuleTests {
  private let blocks = (1...9).map { "Block \($0).\n\n" }.joined()

  @Test func `a page without ads gets one after every fourth block`() {
    let slots = read(blocks).page.slots
    #expect(slots.map(\.name) == ["1", "2"])
    #expect(slots.map(\.ad.adUnitId) == ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_2"])
    #expect(slots.map(\.line) == [0, 0])
  }

  @Test func `the four units come in turn`() {
    let units = read(blocks, ads: .every(2)).page.slots.map(\.ad.adUnitId.last)
    #expect(units == ["1", "2", "3", "4"])
    #expect(read(blocks, ads: .every(1)).page.slots.map(\.ad.adUnitId.last) == Array("123412341"))
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

  @Test(arguments: [0, -3, .max, .min])
  func `a rule that makes no sense makes no slots`(count: Int) {
    #expect(read(blocks, ads: .every(count)).page.slots.isEmpty)
  }
}
