import Testing

@testable import AdPlayground

/// `adview explain consent` from its arguments to its exit code.
@Suite struct ExplainConsentTests {
  private static let t1 = "COtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA"
  private static let t7 = "COrVd1pOrVd1pACABCENAHCAAAAAAAAAAAiQAAAAAAAA"

  private func lastWord(_ arguments: String...) throws -> Substring? {
    let run = try ProgramRun(["explain", "consent"] + arguments, code: 0, errors: "")
    return run.output.split { $0 == " " || $0 == "\n" }.last
  }

  @Test func `the last word is the decision`() throws {
    #expect(try lastWord(Self.t1) == "hold")
    #expect(try lastWord(Self.t1, "--purposes", "2,10") == "allow")
    #expect(try lastWord(Self.t1, "--purposes", "") == "allow")
    #expect(try lastWord(Self.t1, "--purposes", "2", "--vendors", "755") == "hold")
    #expect(try lastWord(Self.t7, "--policy", "strict") == "hold")
    #expect(try lastWord(Self.t7, "--policy", "determined") == "limited")
  }

  @Test func `what the string says comes before, and what is missing`() throws {
    let output = try ProgramRun("explain", "consent", Self.t1).output
    for line in [
      "created                        2020-01-26T17:01:00Z\n",
      "updated                        2021-02-02T17:01:00Z\n",
      "consent platform               675\n", "its version                    2\n",
      "purposes, consent              2, 10\n", "purposes 1, 3, 4 without consent\n",
      "purpose 1 was not asked about (PurposeOneTreatment = 1)\n",
    ] { #expect(output.contains(line), "\(line)") }
  }

  @Test func `a long list of vendors is shown by its beginning`() throws {
    let t4 = "COv__-wOv__-wC2AAAENAPCgAAAAAAAAAAAAA_wAQA_gEBABAEAAAA"
    let output = try ProgramRun("explain", "consent", t4).output
    #expect(output.contains("vendors, consent               127\n"))
    #expect(output.contains("vendors, legitimate interest   128\n"))
  }

  @Test func `the same as one line of JSON`() throws {
    let run = try ProgramRun(
      "explain", "consent", "--json", Self.t1,
      output: .begins(#"{"created":"2020-01-26T17:01:00Z","#)
        & .has(#""purposeConsents":[2,10]"#, #""missingPurposes":[1,3,4]"#)
        & .ends(#""decision":"hold"}"# + "\n"))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func `what the text says the JSON says, too`() throws {
    let restricted = "COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA"
    try ProgramRun(
      "explain", "consent", "--json", restricted,
      output: .has(#""neededPurposes":["#, #""google":{"#, #""publisherRestrictions":["#))
    try ProgramRun(
      "explain", "consent", "--json", "DBABMA~" + Self.t1, code: 0,
      output: .begins(#"{"GPP section 2":"TCF EU","created":"#))
  }

  @Test(arguments: [
    "", "C", "!!!!", "COtybn4PA_zT4KjACBEN", "BOtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA",
    "COtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA.\u{1B}[2J",
  ])
  func `what is no TC string is bad data, with the place`(text: String) throws {
    try ProgramRun(
      "explain", "consent", text, code: 65,
      errors: .begins("adview: TC string: character ") & .lacks("\u{1B}"), output: "")
  }

  @Test(arguments: [
    ["--purposes", "0"], ["--purposes", "25"], ["--purposes", "1,,2"], ["--purposes", "x"],
    ["--vendors", "65536"], ["--policy", "loose"],
  ])
  func `ids that do not exist are wrong usage`(arguments: [String]) throws {
    try ProgramRun(["explain", "consent", Self.t1] + arguments, code: 64, output: "")
  }
}
