import AdRendering
import ArgumentParser
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

extension WithNcurses {
  @Suite struct DoctorCommandTests {
    private static let healthy = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "ADVIEW_THEME": "light",
      "LANG": "C.UTF-8",
    ]

    /// What the doctor finds without a terminal, in this environment but for a change.
    private func findings(_ change: [String: String] = [:]) -> [String: Finding] {
      let environment = Self.healthy.merging(change) { $1 }
      let findings = Doctor(output: -1) { environment[$0] }.findings()
      return Dictionary(findings.map { ($0.name, $0) }) { $1 }
    }

    @Test func `where all is well nothing is to be done`() {
      for finding in findings().values {
        #expect(finding.verdict == .ok && finding.advice == nil, "\(finding)")
      }
    }

    @Test func `whatever is not well says what to do`() {
      let ill = [
        ["TERM": "no-such-terminal"], ["TERM": "vt100"], ["TERM": "linux"], ["TERM": ""],
        ["ADVIEW_THEME": "sepia"], ["LANG": "xx_XX.UTF-8"],
      ]
      for change in ill {
        let findings = findings(change)
        #expect(findings.values.contains { $0.verdict != .ok }, "\(change)")
        for finding in findings.values {
          #expect((finding.verdict == .ok) == (finding.advice == nil), "\(finding)")
        }
      }
    }

    @Test(arguments: ["", "dumb", "no-such-terminal"])
    func `a terminal that shows no screen is something needed`(terminal: String) {
      #expect(findings(["TERM": terminal])["terminal"]?.verdict == .needed)
    }

    @Test(
      arguments: [
        (["NO_COLOR": "1"], .ok, "none, as NO_COLOR asks"),
        (["TERM": "vt100"], .note, "none, according to the terminfo entry of vt100"),
        (["TERM": "linux"], .note, "8, according to the terminfo entry of linux"),
        (["COLORTERM": ""], .ok, "256"),
      ] as [([String: String], Finding.Verdict, String)])
    func `colours are those of the terminal`(
      change: [String: String], verdict: Finding.Verdict, text: String
    ) {
      #expect(findings(change)["colours"]?.verdict == verdict)
      #expect(findings(change)["colours"]?.found == text)
    }

    @Test func `a background by a name that is none is a note`() {
      #expect(findings(["ADVIEW_THEME": "sepia"])["background"]?.verdict == .note)
      #expect(findings()["background"]?.found == "light; ADVIEW_THEME=light or dark changes it")
    }

    // MARK: - The command

    private func report(_ findings: [Finding], _ arguments: String...) throws -> (
      failure: CommandError?, output: String
    ) {
      let stream = try TemporaryFile()
      let descriptor = open(stream.path, O_RDWR)
      defer { close(descriptor) }
      let console = Console(input: -1, output: descriptor, errors: -1)
      let command = try #require(
        try AdviewCommand.parseAsRoot(["doctor"] + arguments) as? DoctorCommand)
      var failure: CommandError?
      do throws(CommandError) {
        try command.report(findings, console)
      } catch {
        failure = error
      }
      try console.flush()
      return (failure, try stream.text())
    }

    @Test func `each finding is a line, and what to do another`() throws {
      let (failure, output) = try report([
        .ok("terminal", "xterm"), .note("size", "10×3", "make it larger"),
      ])
      #expect(failure == nil)
      #expect(
        output == "ok      terminal  xterm\nnote    size      10×3\n"
          + "                  → make it larger\n")
    }

    @Test func `something needed is 69 after the report`() throws {
      let (failure, output) = try report([.needed("terminal", "is not set", "set TERM")])
      #expect(failure == .unavailable("the playground needs a better terminal"))
      #expect(output.hasPrefix("needed  terminal  is not set\n"))
    }

    @Test func `JSON holds the same`() throws {
      let findings = [Finding.ok("a", "b/\u{1B}c"), .needed("d", "e", "f")]
      let (_, output) = try report(findings, "--json")
      #expect(!output.contains("\u{1B}"))
      let json = try JSONReader.read(Array(output.utf8))
      #expect(json["ready"] == .flag(false))
      let lines = json["findings"]?.items ?? []
      #expect(lines.map { $0["verdict"]?.text } == ["ok", "needed"])
      #expect(lines.map { $0["advice"]?.text } == [nil, "f"])
    }

    @Test func `the environment cannot send anything to the terminal`() throws {
      let hostile = findings(["TERM": "\u{1B}[31m", "ADVIEW_THEME": "\u{1B}]0;x\u{7}"])
      let (_, output) = try report(Array(hostile.values))
      #expect(!output.contains("\u{1B}") && !output.contains("\u{7}"))
    }

    @Test func `the program examines itself without a terminal`() throws {
      let run = try ProgramRun("doctor", "--json")
      #expect(run.code == 0 || run.code == 69)
      #expect(run.output.hasPrefix("{\"findings\":[") && run.output.hasSuffix("}\n"))
    }
  }
}
