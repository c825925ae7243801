import TestSupport
import Testing

@testable import AdPlayground

@Suite struct SnapshotCommandTests {
  private static let page = """
    # A page

    ```ad
    unit: u
    creative: { latency: 300ms, size: 320x320, media: display }
    ```

    Text.

    ```ad
    unit: far
    ```

    """

  @Test func `a page is shown when nothing is pending any more`() throws {
    let file = try TemporaryFile(Self.page)
    let run = try ProgramRun("snapshot", "--size", "100x30", file.path, code: 0, errors: "")
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == 31 && rows.last == "")
    #expect(run.output.contains("AdView · A page"))
    #expect(run.output.contains("◉ viewable"))
  }

  @Test func `the moment and the place can be chosen`() throws {
    let file = try TemporaryFile(Self.page)
    try ProgramRun(
      "snapshot", "--at", "0.2", "--size", "100x30", file.path, output: .has("loading 0.2 s"))
    try ProgramRun(
      "snapshot", "--scroll", "1e9", "--viewport", "384x200", "--size", "100x30", file.path,
      output: .has("100%"))
  }

  @Test func `a picture is an SVG, colours are escape sequences`() throws {
    let file = try TemporaryFile(Self.page)
    try ProgramRun(
      "snapshot", "--format", "svg", "--theme", "light", file.path,
      output: .begins("<svg xmlns=") & .has("<title>A page</title>", "#ffffff") & .ends("</svg>\n"))
    try ProgramRun("snapshot", "--format", "ansi", file.path, output: .has("\u{1B}[") & .ends("\n"))
    try ProgramRun("snapshot", "--ladybug", file.path, output: .has("debug log") & .lacks("\u{1B}"))
  }

  @Test func `without consent the screen asks for it`() throws {
    let file = try TemporaryFile(Self.page)
    try ProgramRun(
      "snapshot", "--consent", "unset", file.path, output: .has("May this page load ads"))
  }

  private static let demo = Project.demo("thresholds.jsonl")

  @Test func `a session is shown at a moment, under other thresholds too`() throws {
    try ProgramRun(
      "snapshot", "--at", "9.6", "--size", "120x40", Self.demo, code: 0, errors: "",
      output: .has(
        "replay 00:09.600 / 00:18.800", "A fetch threshold of 2,400 points", "fetch    2400 pt"))
    try ProgramRun(
      "snapshot", "--at", "9.6", "--fetch", "900", "--size", "120x40", Self.demo,
      output: .has("fetch     900 pt"))
    try ProgramRun("snapshot", Self.demo, output: .has("replay 00:18.800 / 00:18.800"))
  }

  @Test func `a film of a session is an asciicast of all of it`() throws {
    let run = try ProgramRun(
      "snapshot", "--format", "cast", "--size", "80x24", Self.demo, code: 0, errors: "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"version":2,"width":80,"height":24,"#) == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains(#","o",""#) && $0.hasSuffix(#""]"#) })
    #expect(lines.last?.hasPrefix("[18.800,") == true)
  }

  @Test func `what has no meaning for a session or for a page is 64`() throws {
    let page = try TemporaryFile(Self.page)
    for (arguments, sentence) in [
      (["--scroll", "9", Self.demo], "--scroll 9.0: a session scrolls by itself"),
      (["--at", "1", "--format", "cast", Self.demo], "--at 1.0: a cast is of the whole session"),
      (["--format", "cast", page.path], "is a page; a cast is made of a session\n"),
    ] {
      try ProgramRun(["snapshot"] + arguments, code: 64, errors: .has(sentence), output: "")
    }
  }

  @Test func `a session without a page shows its slots`() throws {
    try ProgramRun(
      "snapshot", "-",
      input: #"{"adview":1,"slots":[{"slot":"a","unit":"unit-of-the-app","y":0,"height":320}]}"#
        + "\n" + #"{"at":0,"in":{"viewport":{"width":390,"height":844}}}"# + "\n", code: 0,
      errors: "", output: .has("unit-of-the-app", "◐ loading"))
    let wrong = try ProgramRun(
      "snapshot", "-",
      input: #"{"adview":1,"slots":[]}"# + "\n" + #"{"at":0,"in":{"open":"a.md"}}"# + "\n", code: 65
    )
    #expect(
      wrong.errors
        == "adview: standard input:2: \"open\" belongs to a session of a page\n", "\(wrong.errors)")
  }

  @Test(arguments: ["snapshot", "play"])
  func `what is wrong with a session is said before there is a screen`(command: String) throws {
    let page = try TemporaryFile(Self.page)
    let header = #"{"adview":1,"page":"\#(page.path)"}"# + "\n"
    let scrambled = try TemporaryFile(header + #"{"at":5,"in":{"scroll":1}}"# + "\n{\n{\n")
    try ProgramRun(
      command, scrambled.path, code: 65, errors: .begins("adview: \(scrambled.path):3: "))
    let unknown = try TemporaryFile(header + #"{"at":5,"in":{"click":"nobody"}}"# + "\n")
    try ProgramRun(command, unknown.path, code: 65, errors: .begins("adview: \(unknown.path):2: "))
    let lost = try TemporaryFile(#"{"adview":1,"page":"/nowhere/at/all.md"}"# + "\n")
    try ProgramRun(command, lost.path, code: 66)
  }
}
