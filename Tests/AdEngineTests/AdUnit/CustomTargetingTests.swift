import AdEngine
import TestSupport
import Testing

/// Keys and values, and the script that sets them (`S0.21`–`S0.26`, `S1.25`–`S1.30`, D7–D10).
@Suite(.tags(.fast)) struct CustomTargetingTests {
  private func targeting(_ pairs: [(String, [String])]) -> CustomTargeting {
    var targeting = CustomTargeting()
    for (key, values) in pairs { targeting.set(key, to: values) }
    return targeting
  }

  /// What stands in the call that sets this value of a key `k`.
  private func literal(_ value: String) throws -> Substring {
    let script = targeting([("k", [value])]).script
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("    ") })
    let call = "    googletag.pubads().setTargeting(\"k\", "
    #expect(line.hasPrefix(call) && line.hasSuffix(");"))
    return line.dropFirst(call.count).dropLast(2)
  }

  @Test func `S1.29 one value is a text, several are a list, and D10 the queue is made first`() {
    let script = targeting([("section", ["homepage"]), ("tags", ["a", "b"])]).script
    #expect(
      script == """
        window.googletag = window.googletag || {cmd: []};
        googletag.cmd = googletag.cmd || [];
        googletag.cmd.push(function () {
            googletag.pubads().setTargeting("section", "homepage");
            googletag.pubads().setTargeting("tags", ["a", "b"]);
        });
        """)
  }

  @Test func `S1.28 nothing to set makes no script`() {
    #expect(CustomTargeting().script == "")
    #expect(targeting([("k", [])]).script == "")
  }

  @Test func `S1.25 a key that is set again takes the new values, and D8 keeps its place`() {
    var targeting = targeting([("a", ["1"]), ("b", ["2", "3"]), ("a", ["4", "5"])])
    targeting.set("b", to: "6")
    #expect(targeting.entries.map(\.key) == ["a", "b"])
    #expect(targeting["a"] == ["4", "5"])
    #expect(targeting["b"] == ["6"])
    #expect(targeting["c"] == nil)
  }

  @Test func `D8 the script has the keys in the order in which they were set, every time`() {
    let keys = (0..<200).map { "k\($0 * 7919 % 1000)" }
    let script = targeting(keys.map { ($0, ["v"]) }).script
    let found = script.split(separator: "\n").compactMap { line in
      line.hasPrefix("    ") ? line.split(separator: "\"")[1] : nil
    }
    #expect(found.map(String.init) == keys)
    #expect(targeting(keys.map { ($0, ["v"]) }).script == script)
  }

  @Test func `S1.27 an empty list changes nothing and is noted`() {
    let targeting = targeting([("k", ["v"]), ("k", []), ("l", [])])
    #expect(targeting.entries.count == 1)
    #expect(targeting["k"] == ["v"])
    #expect(targeting.emptyLists == ["k", "l"])
    #expect(
      targeting.problems().map(\.description) == [
        "[Custom Targeting] Empty array provided for key 'k'",
        "[Custom Targeting] Empty array provided for key 'l'",
      ])
  }

  @Test func `D9 the script of one ad unit holds that unit's targeting and no other's`() {
    let first = targeting([("position", ["top"])])
    var second = first
    second.set("position", to: "bottom")
    #expect(first.script.contains("\"top\"") && !first.script.contains("\"bottom\""))
    #expect(second.script.contains("\"bottom\"") && !second.script.contains("\"top\""))
  }

  @Test(
    arguments: [
      ("homepage", #""homepage""#),
      ("it's", #""it's""#),
      (#"a\"#, #""a\\""#),
      ("l1\nl2", #""l1\nl2""#),
      ("'); evil('", #""'); evil('""#),
      (
        "</script><script>alert(1)</script>",
        #""\u003C/script\u003E\u003Cscript\u003Ealert(1)\u003C/script\u003E""#
      ),
      ("a\u{2028}b\u{2029}c", #""a\u2028b\u2029c""#),
      ("æøå 🎯", #""æøå 🎯""#),
      ("a/b", #""a/b""#),
      ("", #""""#),
      ("<!--", #""\u003C!--""#),
      ("\u{0}\u{8}\u{7F}\u{9B}\u{202E}\r\t", #""\u0000\u0008\u007F\u009B\u202E\r\t""#),
    ])
  func `D7 every value becomes a safe literal`(value: String, expected: String) throws {
    #expect(try literal(value) == expected)
  }

  @Test func `D7 a hostile key is a literal too, and an error is said`() {
    let key = #"k", "x"); evil(("#
    let targeting = targeting([(key, ["v"])])
    #expect(
      targeting.script.contains(#"googletag.pubads().setTargeting("k\", \"x\"); evil((", "v");"#))
    #expect(targeting.problems().first == .forbiddenInKey(key, ["\"", ",", " ", ")", ";", "("]))
    #expect(targeting.problems().first?.severity == .error)
  }

  @Test func `keys that look the same are two, as the ad server has them`() {
    let targeting = targeting([("\u{E9}", ["1"]), ("e\u{301}", ["2"])])
    #expect(targeting.entries.map(\.values) == [["1"], ["2"]])
  }

  @Test(
    arguments: [
      ("hb_cache_host_rubico", "v", []),
      ("hb_cache_host_rubicon", "v", [.longKey("hb_cache_host_rubicon")]),
      ("7up", "v", [.leadingDigit("7up")]), ("", "v", [.emptyKey]),
      ("a b=c=", "v", [.forbiddenInKey("a b=c=", [" ", "="])]), ("k", "", [.emptyValue(key: "k")]),
      ("k", "two words", []), ("k", "7", []),
      ("k", "it's", [.forbiddenInValue("it's", ["'"], key: "k")]),
      ("k", String(repeating: "v", count: 40), []),
      (
        "k", String(repeating: "v", count: 41),
        [.longValue(String(repeating: "v", count: 41), key: "k")]
      ),
    ] as [(String, String, [TargetingProblem])])
  func `the rules of the ad server are said`(
    key: String, value: String, problems: [TargetingProblem]
  ) {
    #expect(targeting([(key, [value])]).problems() == problems)
  }

  @Test func `keys that differ in case alone are one to the ad server`() {
    let targeting = targeting([("tags", ["a"]), ("Tags", ["b"])])
    #expect(targeting.problems() == [.sameButForCase("Tags", "tags")])
  }

  @Test func `S0.26 a key that is not configured is hinted at where the configured ones are known`()
  {
    let targeting = targeting([("Section", ["a"]), ("tags", ["b"])])
    #expect(targeting.problems(configured: nil) == [])
    #expect(targeting.problems(configured: ["section"]) == [.notConfigured(key: "tags")])
    #expect(targeting.problems(configured: []).map(\.severity) == [.hint, .hint])
  }

  @Test func `ten thousand keys make one script with each of them`() {
    var targeting = CustomTargeting()
    for key in 0..<10_000 { targeting.set("k\(key)", to: ["v", "w"]) }
    for key in 0..<10_000 { targeting.add("x", to: "k\(key)") }
    #expect(targeting.script.utf8.count(where: { $0 == 0x0A }) == 10_003)
    #expect(targeting["k9999"] == ["v", "w", "x"])
    #expect(targeting.problems() == [])
  }
}
