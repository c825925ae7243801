import FoundationEssentials
import Testing

@testable import AdSessions

/// What build servers read.
@Suite struct JUnitReportTests {
  private static let hostile =
    "<a>&\"'\u{1B}[2J\u{0}\u{FFFE}\u{202E}]]>" + String(decoding: [0xFF, 0xC0], as: UTF8.self)

  @Test func `a report counts and tells what failed`() {
    var report = JUnitReport()
    report.add(Verdict(world: .recorded, expected: 3, outcome: .passed), file: "a.jsonl")
    report.add(Verdict(world: .recorded, expected: 0, outcome: .expectsNothing), file: "b.jsonl")
    report.add(error: "c.jsonl:3: this is not JSON", file: "c.jsonl")
    #expect(
      report.xml == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="3" failures="1" errors="1">
          <testsuite name="adview check" tests="3" failures="1" errors="1">
            <testcase classname="adview.check" name="a.jsonl"/>
            <testcase classname="adview.check" name="b.jsonl">
              <failure message="the session expects nothing">b.jsonl: FAILED: the session expects nothing; --update writes what is decided now
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
    var report = JUnitReport()
    let line = Divergence.NumberedLine(number: 3, text: Self.hostile)
    let divergence = Divergence(
      line: 4, expected: Self.hostile, happened: nil, causes: [line],
      metrics: [MetricChange(label: Self.hostile, before: "1", now: "2")])
    report.add(
      Verdict(world: .recorded, expected: 1, outcome: .diverged(divergence)), file: Self.hostile)
    report.add(error: Self.hostile, file: "b")
    for scalar in report.xml.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && scalar.value != 0x7F)
      #expect(scalar != "\u{FFFE}" && scalar != "\u{202E}")
    }
    // Every angle bracket belongs to an element of the report itself, every ampersand to an entity.
    let elements = ["?xml", "testsuites", "testsuite", "testcase", "failure", "error"]
    for part in report.xml.split(separator: "<") {
      let name = part.drop { $0 == "/" }
      #expect(elements.contains { name.hasPrefix($0) }, "\(part)")
      #expect(part.count { $0 == ">" } == 1, "\(part)")
    }
    for part in report.xml.split(separator: "&").dropFirst() {
      let entity = part.prefix { $0 != ";" }
      #expect(["amp", "lt", "gt", "quot", "apos"].contains(entity), "\(part)")
    }
  }
}
