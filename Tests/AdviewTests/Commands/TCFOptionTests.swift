import AdEngine
import TestSupport
import Testing

@testable import AdPlayground

/// `--tcf`, and a page at the doctor's.
@Suite struct TCFOptionTests {
  private static let page = """
    ---
    adServer: { latency: 100ms }
    ---
    Text.

    ```ad
    unit: div-gpt-ad-mobile_1
    creative: { size: 320x320 }
    ```

    """

  private static func string(_ purposes: [Int] = [1, 3, 4]) throws -> String {
    var string = TCString(created: 0, updated: 0, cmpID: 0, cmpVersion: 0)
    string.purposeConsents = PurposeSet(purposes)
    return string.encoded()
  }

  private func fetches(_ arguments: String...) throws -> Int {
    let run = try ProgramRun(["run", "--events", "-"] + arguments, input: Self.page, code: 0)
    return run.output.split(separator: "\n").count { $0.contains("\"fetch\":1") }
  }

  @Test func `a TC string, a file of one, or the keys of an app say whether ads may load`() throws {
    let folder = try TemporaryFolder()
    let yes = try Self.string()
    let no = try Self.string([1])
    #expect(try fetches("--tcf", yes) == 1)
    #expect(try fetches("--tcf", no) == 0)
    #expect(try fetches("--tcf", no, "--policy", "determined") == 1)
    #expect(try fetches("--tcf", folder.write("\n \(yes)\n", "string")) == 1)
    let keys = "{\"IABTCF_TCString\": \"\(yes)\", \"IABTCF_gdprApplies\": 1, \"other\": true}"
    #expect(try fetches("--tcf", folder.write(keys, "keys.json")) == 1)
    // Where the GDPR does not apply nobody need be asked.
    let elsewhere = "{\"IABTCF_TCString\": \"\(no)\", \"IABTCF_gdprApplies\": 0}"
    #expect(try fetches("--tcf", folder.write(elsewhere, "elsewhere.json")) == 1)
  }

  @Test(arguments: [
    ("!!!", "expected A–Z, a–z, 0–9, - or _"), ("", "nothing there: expected a TC string"),
    ("BO", "version 1: expected version 2, which begins with C"),
  ])
  func `what is no TC string is bad data, with the place`(text: String, sentence: String) throws {
    try ProgramRun(
      ["run", "-", "--tcf", text], input: Self.page, code: 65, errors: .has(sentence), output: "")
  }

  @Test func `a file that holds no choice, or is no file, is told by its name`() throws {
    let folder = try TemporaryFolder()
    for (text, sentence) in [
      (
        "{}",
        "holds no choice: expected IABTCF_TCString, IABGPP_HDR_GppString or IABTCF_gdprApplies"
      ),
      ("{\"IABTCF_TCString\": \"C\"}", "IABTCF_TCString: character 2: the segment ends inside"),
      ("{\"IABTCF_gdprApplies\": 3}", "IABTCF_gdprApplies: expected the number 0 or 1"),
      ("{", "expected"), ("C", "TC string: character 2"),
    ] {
      let path = try folder.write(text, "choice")
      try ProgramRun(
        ["run", "-", "--tcf", path], input: Self.page, code: 65, errors: .has(path, sentence))
    }
    try ProgramRun(["run", "-", "--tcf", folder.path], input: Self.page, code: 66)
  }

  @Test func `--consent and --tcf contradict each other`() throws {
    try ProgramRun(
      ["run", "-", "--consent", "granted", "--tcf", try Self.string()], input: Self.page, code: 64,
      errors: .has("--consent and --tcf: expected one of them"))
  }

  @Test func `an imported session holds the string and checks`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "page.md")
    let session = folder.path + "/session.jsonl"
    let string = try Self.string()
    try ProgramRun("import", "person", page, "--tcf", string, "--output", session, code: 0)
    #expect(try folder.text("session.jsonl").contains("\"consent\":{\"tcf\":\"\(string)\"}"))
    try ProgramRun("check", session, code: 0)
  }

  @Test func `a snapshot shows what a TC string leads to`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "page.md")
    try ProgramRun("snapshot", page, "--tcf", try Self.string([2]), output: .has("consent denied"))
  }

  // MARK: - The doctor

  @Test func `the doctor of a page answers each question, and says what to change`() throws {
    let run = try ProgramRun(
      "doctor", "-", "--tcf", try Self.string([1]), input: Self.page, code: 0)
    for question in ["Why is there no ad?\n", "Why is it slow?\n", "Why does it flicker?\n"] {
      #expect(run.output.contains(question))
    }
    #expect(!run.output.contains("no log"), "the debug log is the playground's")
    #expect(run.output.contains("  ! consent is denied under strict"))
    #expect(run.output.contains("  ! the TC string lacks: purposes 3, 4 without consent\n    → "))
    try ProgramRun(
      "doctor", "-", input: Self.page, output: .has("  · 1 ad rendered\n") & .lacks("  ! "))
  }

  @Test func `the doctor's answers are a line of JSON, too`() throws {
    let run = try ProgramRun(
      "doctor", "-", "--json", "--consent", "unset", input: Self.page, code: 0,
      output: .begins("{\"page\":\"standard input\",\"at\":")
        & .has("{\"question\":\"noAd\",\"cause\":true,\"fact\":\"consent is unset"))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func `the doctor of this machine takes no options of pages`() throws {
    try ProgramRun(
      "doctor", "--fetch", "9", code: 64, errors: .has("--fetch: expected a page with it"))
  }
}
