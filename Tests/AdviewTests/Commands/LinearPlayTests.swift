import Glibc
import Testing

@testable import AdPlayground

@Suite struct LinearPlayTests {
  @Test func `a line without an end is refused and the next one counts`() throws {
    let endless = String(repeating: "x", count: 150_000)
    try ProgramRun(
      "play", "--linear", input: endless + "\nwhere\nquit\n", code: 0, errors: "",
      output: .has(
        "a line of more than 1000 bytes is no command", "at 0 of 3640 pt, 0%, at 00:00.000"))
  }

  @Test func `thresholds are written into the page, and a page that is gone is told`() throws {
    let page = try TemporaryFile("# A page\n\nText, and [a link](no-such-page.md).\n")
    let run = try ProgramRun(
      "play", "--linear", page.path, input: "fetch 900\nwrite\nwrite\nnext\nopen\n", code: 0,
      output: .has("the thresholds are written into"))
    #expect(try page.text().contains("fetchThreshold: 900"))
    #expect(run.output.hasSuffix("no-such-page.md: No such file or directory\n"))
  }

  @Test func `nobody's settings are read or kept when lines come from a file`() throws {
    let run = try ProgramRun("--linear", input: "consent granted\n")
    let again = try ProgramRun("--linear", input: "consent granted\n")
    #expect(again.output == run.output)
    #expect(run.output.contains("consent unset → granted"))
  }

  @Test func `a demo is played without a screen, and ends with its figures`() throws {
    let run = try ProgramRun(
      "demo", "slow-network", "--linear", input: "", code: 0, output: .has("caption: "))
    let figures = run.output.split(separator: "\n").suffix(10)
    #expect(figures.first == "Saturday on the Holm")
    #expect(figures.contains { $0.hasPrefix("  viewable ads ") && $0.hasSuffix(" of rendered") })
    try ProgramRun("demo", "--linear", input: "", code: EX_USAGE)
  }
}
