import AdSessions
import Testing

private let size = "WxH in points, each side more than 0 and at most 4096"
private let others = ", or _; a list of sizes, fluid, or a name such as MEDIUM_RECTANGLE"
private let keys =
  "unit, id, beside, position, size, sizes, min, max, overflow, placeholder, collapse, label, font, targeting, renew, refresh, lazyLoad or creative"
private let latency = "a time like 800ms or 2s, or a range like 400ms..2500ms, at most 1h"

@Suite struct AdBlockProblemTests {
  @Test(
    arguments: refusals(
      #"""
      sise: 1x1 → 3: ad block: unknown key 'sise'; did you mean 'size'?
      allowsInlineMediaPlaybook: true
        → 3: ad block: unknown key 'allowsInlineMediaPlaybook'; expected \#(keys)
      fetchThreshold: 800
        → 3: ad block: unknown key 'fetchThreshold'; here it is written `lazyLoad: { fetchThreshold: 800 }`
      showAdLabel: true → 3: ad block: unknown key 'showAdLabel'; here it is written `label: true`
      initialWidth: 300 → 3: ad block: unknown key 'initialWidth'; here it is written `size: 300x_`
      size: 320 → 3: ad block: size '320': expected \#(size)\#(others)
      size: 0x20 → 3: ad block: size '0x20': expected \#(size)\#(others)
      min: 320x4097 → 3: ad block: min '320x4097': expected \#(size), or _
      max: -1x5 → 3: ad block: max '-1x5': expected \#(size), or _
      size: nanxinf → 3: ad block: size 'nanxinf': expected \#(size)\#(others)
      size: [320, b] → 3: ad block: size (a list): expected \#(size)\#(others)
      min: 200x100
      max: 100x600 → 4: ad block: max width 100: expected at least the min width, 200
      max: _x50.5
      min: _x100 → 3: ad block: max height 50.5: expected at least the min height, 100
      id: [a] → 3: ad block: id (a list): expected a text
      label: [a] → 3: ad block: label (a list): expected true, false or a text
      font: bolt 11
        → 3: ad block: font 'bolt 11': expected bold 10, bold 14, caption bold, system 12 semibold, or `system SIZE WEIGHT` with a size of 1 to 100
      targeting: sport → 3: ad block: targeting 'sport': expected a map of texts or lists of texts
      targeting:
        a: b
        c: {d: e} → 5: ad block: targeting 'c': expected a text or a list of texts
      targeting: { a: [] } → 3: ad block: [Custom Targeting] Empty array provided for key 'a'
      creative: big → 3: ad block: creative 'big': expected a map of settings
      creative: { size: 300x_ } → 3: creative: size '300x_': expected \#(size)
      creative: { fails: nofill }
        → 3: creative: fails 'nofill': expected noFill, network, timeout, error or rendering; did you mean 'noFill'?
      creative: { media: image } → 3: creative: media 'image': expected display or video
      creative: { latency: soon } → 3: creative: latency 'soon': expected \#(latency)
      creative: { sice: 1x1 } → 3: creative: unknown key 'sice'; did you mean 'size'?
      unit: v → 3: ad block: the key 'unit' is given twice; the first one counts
      %TAG ! x
      size: 1x1 → 3: ad block: directives (%name) are not supported
      size: 1x1
      ---
      label: true → 4: ad block: expected one document of YAML, not a second
      """#))
  func `a key of an ad block that is not as it should be leaves its default`(
    yaml: String, problem: String
  ) {
    #expect(problems(ofAd: "unit: u\n\(yaml)") == [problem])
    #expect(slot(yaml) != nil)
  }

  @Test(
    arguments: refusals(
      #"""

        → 1: ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`
      size: 1x1 → 1: ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`
      unit: [] → 1: ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`
      unit: → 1: ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`
      unit: "x → 2: ad block: not YAML: found unexpected end of stream
      words → 2: ad block: expected keys and their values, as in `key: value`
      """#))
  func `an ad block that cannot be used is shown as code`(yaml: String, problem: String) {
    let (page, found) = read("```ad\n\(yaml)\n```\n")
    #expect(found.map { "\($0.line): \($0.sentence)" }.first?.hasPrefix(problem) == true)
    #expect(page.slots == [])
  }

  @Test func `names that are taken are told with the line that took them`() {
    let block = "```ad\nunit: u\nid: top\n```\n"
    #expect(
      problems(of: block + block)
        == ["7: ad block: id 'top' is taken by the slot on line 1; this one is called 2"])
    #expect(
      problems(of: block.replacing("top", with: "2") + "```ad\nunit: u\n```\n")
        == ["3: ad block: id '2' is the number of another slot; this one is called 1"])
  }

  @Test(
    "a number that is no slot's is a name like any other",
    arguments: ["-9223372036854775808", "9223372036854775807", "-1", "0", "99999999999999999999"])
  func numberAsName(id: String) {
    let (page, found) = read("```ad\nunit: u\nid: \(id)\n```\n")
    #expect(found == [])
    #expect(page.slots.map(\.name) == [id])
  }
}
