import Testing

@testable import AdPlayground

/// `adview explain targeting` from its arguments to its exit code.
@Suite struct ExplainTargetingTests {
  private static let script = """
    window.googletag = window.googletag || {cmd: []};
    googletag.cmd = googletag.cmd || [];
    googletag.cmd.push(function () {
        googletag.pubads().setTargeting("section", "homepage");
        googletag.pubads().setTargeting("tags", ["a", "b"]);
    });

    """

  @Test func `the script alone goes to standard output, keys in the order they appear`() throws {
    try ProgramRun(
      "explain", "targeting", "section=homepage", "tags=a", "tags=b", code: 0, errors: "",
      output: .is(Self.script))
    try ProgramRun(
      "explain", "targeting", "tags=b", "tags=a", "section=homepage", code: 0, errors: "",
      output: .has("setTargeting(\"tags\", [\"b\", \"a\"]);\n    googletag."))
  }

  @Test func `a pair is split at its first equals sign`() throws {
    let run = try ProgramRun(
      "explain", "targeting", "k=a=b", "l=", "m==",
      output: .has(
        "setTargeting(\"k\", \"a=b\");", "setTargeting(\"l\", \"\");", "setTargeting(\"m\", \"=\");"
      ))
    let error = "adview: error: key \"k\": no value may contain =, as \"a=b\" does\n"
    #expect(run.errors.hasPrefix(error))
    #expect(run.errors.contains("adview: warning: key \"l\": an empty value\n"))
  }

  @Test func `what the ad server refuses is reported, and refused with strict`() throws {
    for pair in ["a b=1", "1a=1", "a=<b>"] {
      let told = try ProgramRun("explain", "targeting", "section=homepage", pair, code: 0)
      #expect(told.output.split(separator: "\n").count { $0.contains("setTargeting") } == 2)
      #expect(told.errors.hasPrefix("adview: error: key "))
      try ProgramRun(
        "explain", "targeting", "--strict", "section=homepage", pair, code: 65,
        errors: .begins("adview: key "), output: "")
    }
    // What may not work is no reason to refuse.
    try ProgramRun(
      "explain", "targeting", "--strict", "user_segment_of_today=1", code: 0,
      errors: .has("warning"))
  }

  @Test func `nothing that a terminal obeys leaves the program`() throws {
    let run = try ProgramRun(
      "explain", "targeting", "k\u{1B}[2J=\u{9B}31m\u{202E}", "l=a\nb", code: 0,
      output: .has(#""k\u001B[2J", "\u009B31m\u202E""#, #""a\nb""#))
    #expect((run.output + run.errors).unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    #expect(!run.errors.unicodeScalars.contains("\u{9B}"))
  }

  @Test func `a line feed in a key begins no line of its own`() throws {
    let run = try ProgramRun("explain", "targeting", "a\nadview: error: begins=1")
    #expect(run.errors.split(separator: "\n").count == 2)
    #expect(run.errors.contains(#"key "a\nadview: error: begins": "#))
  }

  @Test func `keys that the ad server does not know are hinted at`() throws {
    let run = try ProgramRun(
      "explain", "targeting", "--known", "section,tags", "age=7", "tags=a", code: 0)
    let hint = "key \"age\": not configured in the ad server, which ignores it until it is"
    #expect(run.errors == "adview: hint: \(hint)\n")
  }

  @Test func `the same as one line of JSON`() throws {
    try ProgramRun(
      "explain", "targeting", "--json", "b=<", "a=1", "b=2", code: 0, errors: "",
      output: .begins(##"{"targeting":{"b":["<","2"],"a":["1"]},"script":"##)
        & .has(#""problems":[{"severity":"error","text":"key \"b\": no value"#) & .ends("}]}\n"))
  }

  @Test(arguments: [["k"], ["=v"], [""], []])
  func `what is no pair is wrong usage`(pairs: [String]) throws {
    let run = try ProgramRun(
      ["explain", "targeting"] + pairs, code: 64, errors: .begins("adview: "), output: "")
    #expect(pairs.isEmpty || run.errors.contains("expected KEY=VALUE"))
  }
}
