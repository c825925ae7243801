import AdEngine
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// What is quoted begins no line, and shows nothing that is not there.
@Suite struct ForgedLineTests {
  private static let forged = "x\\n::error file=evil.sh,line=1::forged\\nadview: all fine"

  /// All lines that begin with something of the forger's.
  private func forgeries(_ run: ProgramRun) -> [Substring] {
    (run.output + run.errors).split(separator: "\n").filter {
      $0.hasPrefix("::error") || $0.hasPrefix("adview: all fine") || $0.hasPrefix("renderer  Evil")
    }
  }

  @Test func `a key, a name and a slot of a session begin no line`() throws {
    let folder = try TemporaryFolder()
    for line in [
      "{\"at\":0,\"in\":{\"\(Self.forged)\":1}}",
      "{\"at\":0,\"in\":{\"reload\":\"\(Self.forged)\"}}",
      "{\"at\":0,\"in\":{\"open\":\"\(Self.forged)\"}}",
    ] {
      let text = "{\"adview\":1,\"slots\":[]}\n\(line)\n"
      let session = try folder.write(text, "s.jsonl")
      for command in ["check", "run"] {
        let run = try ProgramRun(command, session)
        #expect(run.code != 0, "\(line)")
        #expect(forgeries(run) == [], "\(line)")
        #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("adview: ") })
      }
    }
  }

  @Test func `a unit of the preload lab begins no line`() throws {
    let session = """
      {"adview":1,"lab":{"unit":"\(Self.forged)"}}
      {"at":500,"in":{"lab":"fetch"}}

      """
    for command in [["run", "-"], ["run", "--events", "-"], ["check", "-"]] {
      let run = try ProgramRun(command, input: session)
      #expect(forgeries(run) == [], "\(command): \(run.output)\(run.errors)")
    }
    try ProgramRun("run", "-", input: session, code: 0, output: .has("forged"))
  }

  @Test func `a slot and a unit in the tables of tune begin no line`() throws {
    let slot = "a\\u001b[31m" + Self.forged
    let session = """
      {"adview":1,"viewport":{"width":384,"height":800},"lazyLoad":{"fetchThreshold":0,"displayThreshold":0},"slots":[{"slot":"\(slot)","unit":"\(Self.forged)","y":2000,"width":320,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"scroll":1100}}
      {"at":2000,"in":{"scroll":1500}}
      {"at":3000,"in":{"world":{"slot":"\(slot)","generation":1,"loaded":{"width":320,"height":250,"media":"display"}}}}
      {"at":3600,"in":{"scroll":4000}}
      {"at":9000,"in":{"caption":"the end"}}

      """
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "tune", folder.write(session, "s.jsonl"), code: 0, output: .has("fetch for half"))
    #expect(forgeries(run) == [] && !run.output.unicodeScalars.contains("\u{1B}"), "\(run.output)")
  }

  @Test func `an id of a bid begins no line`() throws {
    let response = """
      {"id":"r","seatbid":[{"bid":[{"id":"b\\nrenderer  Evil 9.9","impid":"i","price":1,"adm":"<b>x</b>","ext":{"prebid":{"targeting":
      {"hb_pb":"1","hb_bidder":"x\\nadview: all fine"}}}}]}]}
      """
    let run = try ProgramRun(["explain", "bid", "-"], input: response)
    #expect(run.code == 0 && forgeries(run) == [], "\(run.output)")
  }

  @Test func `a file's name and an argument begin no line`() throws {
    let folder = try TemporaryFolder()
    let name = folder.path + "/a\n::error::forged.md"
    for arguments in [
      ["run", name], ["check", name], ["run", "--x\nadview: all fine"],
      ["run", "a.md", "--seed", "1\n::error::"],
      ["explain", "url", "--initial", "a", "--frame", "x\n::error", "u"],
      ["run", "a.md", "--network=a\n::error"], ["play", "--theme=a\n::error", "a.md"],
      ["tune", "--json=a\n::error", "a.jsonl"], ["run", "a.md", "--viewport=a\n::error"],
    ] {
      let run = try ProgramRun(arguments)
      #expect(run.code != 0 && forgeries(run) == [], "\(arguments): \(run.errors)")
    }
  }

  /// Every way out of a name that holds all that no one sees.
  @Test func `nothing invisible is printed, written into a session, or left in a report`() throws {
    let hidden = (0x80...0xE_0FFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
      .filter { Scrubbing.isUnsafe($0) && $0.value % 7 != 3 }
    let sample = hidden.filter { $0.value < 0x1_0000 || $0.value % 64 == 1 }
    let name = "n" + String(String.UnicodeScalarView(sample.prefix(400)))
    let folder = try TemporaryFolder()
    let page = try folder.write("# \(name)\n\n```ad\nunit: \"u\(name)\"\n```\n", "p.md")
    let session = folder.path + "/s.jsonl"
    try ProgramRun("import", "person", page, "--output", session, code: 0)
    let runs = [
      try ProgramRun("run", "--events", page), try ProgramRun("snapshot", page),
      try ProgramRun("explain", "targeting", "k=\(name)"),
      try ProgramRun("explain", "targeting", "--json", "k=\(name)"),
      try ProgramRun(
        ["explain", "bid", "--json", "-"], input: "{\"id\":\"\(name)\",\"cur\":\"\(name)\"}"),
      try ProgramRun("check", "--update", session), try ProgramRun("doctor", page),
    ]
    // A name of a file, as long as one may be.
    let file = String(String.UnicodeScalarView(sample.filter { $0.value < 0x3000 }.prefix(60)))
    let named = try folder.write(folder.text("s.jsonl"), "n\(file).jsonl")
    let reports = ["r.html", "t.html", "t.json", "r.xml"].map { folder.path + "/" + $0 }
    try ProgramRun("play", "--html", reports[0], named, code: 0)
    try ProgramRun("tune", "--html", reports[1], named, code: 0)
    try ProgramRun("tune", "--summary", reports[2], named, code: 0)
    try ProgramRun("check", "--junit", reports[3], named)
    let pictures = [
      try ProgramRun("snapshot", "--format", "svg", named),
      try ProgramRun("snapshot", "--format", "cast", named),
    ]
    let texts =
      try (runs + pictures).map { $0.output + $0.errors }
      + ["s.jsonl", "r.html", "t.html", "t.json", "r.xml"].map { try folder.text($0) }
    for (index, text) in texts.enumerated() {
      let found = text.unicodeScalars.first { Scrubbing.isUnsafe($0) && $0 != "\n" && $0 != "\t" }
      #expect(found == nil, "\(index): U+\(String(found?.value ?? 0, radix: 16))")
    }
  }
}
