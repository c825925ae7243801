import FoundationEssentials
import Testing

@testable import AdSessions

/// What build servers and workflows read.
@Suite struct CheckReportTests {
  private static let hostile =
    "<a>&\"'\u{1B}[2J\u{0}\u{FFFE}\u{202E}]]>" + String(decoding: [0xFF, 0xC0], as: UTF8.self)

  private static var report: CheckReport {
    var report = CheckReport()
    var passed = CheckResult(
      Verdict(world: .recorded, expected: 3, outcome: .passed), file: "a.jsonl")
    passed.notes = ["a.jsonl: p.md has changed"]
    report.add(passed)
    report.add(
      CheckResult(
        Verdict(world: .recorded, expected: 0, outcome: .expectsNothing), file: "b.jsonl"))
    report.add(CheckResult(error: "c.jsonl:3: this is not JSON", file: "c.jsonl", exitCode: 65))
    return report
  }

  @Test func `annotations name file and line, and notes are warnings`() {
    #expect(
      Self.report.results.map { $0.annotations(at: $0.file) } == [
        "::warning file=a.jsonl,title=adview check::a.jsonl: p.md has changed\n",
        "::error file=b.jsonl,title=adview check::the session holds no decisions yet\n",
        "::error file=c.jsonl,line=3,title=adview check::c.jsonl:3: this is not JSON\n",
      ])
    let odd = CheckResult(error: "50 %\r\n::b", file: "a,b:c%.jsonl", exitCode: 65)
    #expect(
      odd.annotations(at: odd.file)
        == "::error file=a%2Cb%3Ac%25.jsonl,title=adview check::50 %25��::b\n")
  }

  @Test func `a summary is a table whose cells no text leaves`() {
    #expect(
      Self.report.markdown == #"""
        ### adview check: 3 sessions: 1 passed, 1 failed, 1 error

        | session | result | |
        | --- | --- | --- |
        | a\.jsonl | ✅ passed | passed, 3 decisions, recorded answers; a\.jsonl\: p\.md has changed |
        | b\.jsonl | ❌ failed | the session holds no decisions yet |
        | c\.jsonl\:3 | ⚠️ error | c\.jsonl\:3\: this is not JSON |


        """#)
    var report = CheckReport()
    report.add(
      CheckResult(
        error: "<b>|`x`\n| [a](b) | @me https://a.b &amp; **c** _d_ ~~e~~ #1 \\ \(Self.hostile)",
        file: "x", exitCode: 65))
    let row = report.markdown.split(separator: "\n").last ?? ""
    #expect(report.markdown.split(separator: "\n").count == 4)
    var isEscaped = false
    for character in row.dropFirst(2).dropLast(2) {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        #expect(!"<>`[]@:&*_~#!".contains(character), "\(row)")
      }
    }
    #expect(row.split(separator: " | ").count == 3)
  }

  @Test func `a report counts and tells what failed`() {
    let report = Self.report
    #expect(
      report.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="3" failures="1" errors="1">
          <testsuite name="adview check" tests="3" failures="1" errors="1">
            <testcase classname="adview.check" name="a.jsonl">
              <system-err>a.jsonl: p.md has changed</system-err>
            </testcase>
            <testcase classname="adview.check" name="b.jsonl">
              <failure message="the session holds no decisions yet">b.jsonl: FAILED: the session holds no decisions yet; --update adds them
        </failure>
            </testcase>
            <testcase classname="adview.check" name="c.jsonl">
              <error message="c.jsonl:3: this is not JSON">c.jsonl:3: this is not JSON</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `text from sessions and files cannot break it`() {
    var report = CheckReport()
    let line = Divergence.NumberedLine(number: 3, text: Self.hostile)
    let divergence = Divergence(
      line: 4, expected: Self.hostile, happened: nil, causes: [line],
      metrics: [MetricChange(label: Self.hostile, before: "1", now: "2")])
    var result = CheckResult(
      Verdict(world: .recorded, expected: 1, outcome: .diverged(divergence)), file: Self.hostile,
      steps: [Self.hostile])
    result.notes = [Self.hostile]
    report.add(result)
    report.add(CheckResult(error: Self.hostile, file: "b", exitCode: 65))
    for scalar in report.junit.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && scalar.value != 0x7F)
      #expect(scalar != "\u{FFFE}" && scalar != "\u{202E}")
    }
    // Every angle bracket belongs to an element of the report itself, every ampersand to an entity.
    let elements = [
      "?xml", "testsuites", "testsuite", "testcase", "failure", "error", "system-err",
    ]
    for part in report.junit.split(separator: "<") {
      let name = part.drop { $0 == "/" }
      #expect(elements.contains { name.hasPrefix($0) }, "\(part)")
      #expect(part.count { $0 == ">" } == 1, "\(part)")
    }
    for part in report.junit.split(separator: "&").dropFirst() {
      let entity = part.prefix { $0 != ";" }
      #expect(["amp", "lt", "gt", "quot", "apos"].contains(entity), "\(part)")
    }
  }
}
