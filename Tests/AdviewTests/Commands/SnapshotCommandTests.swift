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
    let early = try ProgramRun("snapshot", "--at", "0.2", "--size", "100x30", file.path)
    #expect(early.output.contains("loading 0.2 s"))
    let low = try ProgramRun(
      "snapshot", "--scroll", "1e9", "--viewport", "384x200", "--size", "100x30", file.path)
    #expect(low.output.contains("100%"))
  }

  @Test func `a picture is an SVG, colours are escape sequences`() throws {
    let file = try TemporaryFile(Self.page)
    let svg = try ProgramRun("snapshot", "--format", "svg", "--theme", "light", file.path)
    #expect(svg.output.hasPrefix("<svg xmlns=") && svg.output.hasSuffix("</svg>\n"))
    #expect(svg.output.contains("<title>A page</title>") && svg.output.contains("#ffffff"))
    let ansi = try ProgramRun("snapshot", "--format", "ansi", file.path)
    #expect(ansi.output.contains("\u{1B}[") && ansi.output.hasSuffix("\n"))
    let text = try ProgramRun("snapshot", "--ladybug", file.path)
    #expect(!text.output.contains("\u{1B}") && text.output.contains("debug log"))
  }

  @Test func `without consent the screen asks for it`() throws {
    let file = try TemporaryFile(Self.page)
    let run = try ProgramRun("snapshot", "--consent", "unset", file.path)
    #expect(run.output.contains("May this page load ads"))
  }

  @Test func `a page's mistakes are told, or refused with strict`() throws {
    let file = try TemporaryFile("---\ntitel: x\n---\n" + Self.page)
    let lenient = try ProgramRun("snapshot", file.path)
    #expect(lenient.code == 0 && lenient.errors.hasPrefix("adview: \(file.path):2: "))
    let strict = try ProgramRun("snapshot", "--strict", file.path)
    #expect(strict.code == 65 && strict.output == "")
  }

  private static let demo: String = {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(root)/Demos/thresholds.jsonl"
  }()

  @Test func `a session is shown at a moment, under other thresholds too`() throws {
    let run = try ProgramRun("snapshot", "--at", "9.6", "--size", "120x40", Self.demo)
    #expect(run.code == 0 && run.errors == "")
    #expect(run.output.contains("replay 00:09.600 / 00:18.800"))
    #expect(run.output.contains("A fetch threshold of 2,400 points"))
    #expect(run.output.contains("fetch    2400 pt"))
    let other = try ProgramRun(
      "snapshot", "--at", "9.6", "--fetch", "900", "--size", "120x40", Self.demo)
    #expect(other.output.contains("fetch     900 pt"))
    let end = try ProgramRun("snapshot", Self.demo)
    #expect(end.output.contains("replay 00:18.800 / 00:18.800"))
  }

  @Test func `a film of a session is an asciicast of all of it`() throws {
    let run = try ProgramRun("snapshot", "--format", "cast", "--size", "80x24", Self.demo)
    #expect(run.code == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"version":2,"width":80,"height":24,"#) == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains(#","o",""#) && $0.hasSuffix(#""]"#) })
    #expect(lines.last?.hasPrefix("[18.800,") == true)
  }

  @Test(arguments: [
    (["snapshot", "--scroll", "9"], 64, "--scroll 9.0: a session scrolls by itself"),
    (
      ["snapshot", "--at", "1", "--format", "cast"], 64, "--at 1.0: a cast is of the whole session"
    ),
  ])
  func `what has no meaning for a session is 64`(
    arguments: [String], code: Int32, sentence: String
  ) throws {
    let run = try ProgramRun(arguments + [Self.demo])
    #expect(run.code == code && run.output == "")
    #expect(run.errors.contains(sentence))
  }

  @Test func `a film is not made of a page`() throws {
    let file = try TemporaryFile(Self.page)
    let run = try ProgramRun("snapshot", "--format", "cast", file.path)
    #expect(run.code == 64 && run.errors.hasSuffix("is a page; a cast is made of a session\n"))
  }

  @Test func `a session without a page shows its slots`() throws {
    let bare = try ProgramRun(
      "snapshot", "-",
      input: #"{"adview":1,"slots":[{"slot":"a","unit":"unit-of-the-app","y":0,"height":320}]}"#
        + "\n" + #"{"at":0,"in":{"viewport":{"width":390,"height":844}}}"# + "\n")
    #expect(bare.code == 0 && bare.errors == "")
    #expect(bare.output.contains("unit-of-the-app") && bare.output.contains("◐ loading"))
    let wrong = try ProgramRun(
      "snapshot", "-",
      input: #"{"adview":1,"slots":[]}"# + "\n" + #"{"at":0,"in":{"open":"a.md"}}"# + "\n")
    #expect(wrong.code == 65)
    #expect(
      wrong.errors
        == "adview: standard input:2: \"open\" belongs to a session of a page\n", "\(wrong.errors)")
  }

  @Test(arguments: ["snapshot", "play"])
  func `what is wrong with a session is said before there is a screen`(command: String) throws {
    let page = try TemporaryFile(Self.page)
    let header = #"{"adview":1,"page":"\#(page.path)"}"# + "\n"
    let scrambled = try TemporaryFile(header + #"{"at":5,"in":{"scroll":1}}"# + "\n{\n{\n")
    let refused = try ProgramRun(command, scrambled.path)
    #expect(refused.code == 65 && refused.errors.hasPrefix("adview: \(scrambled.path):3: "))
    let unknown = try TemporaryFile(header + #"{"at":5,"in":{"click":"nobody"}}"# + "\n")
    let run = try ProgramRun(command, unknown.path)
    #expect(run.code == 65 && run.errors.hasPrefix("adview: \(unknown.path):2: "))
    let lost = try TemporaryFile(#"{"adview":1,"page":"/nowhere/at/all.md"}"# + "\n")
    #expect(try ProgramRun(command, lost.path).code == 66)
  }

  @Test(arguments: [
    ("snapshot", "Missing expected argument '<file>'"),
    ("snapshot a --at -1", "--at"), ("snapshot a --at nan", "expected 0…3600 seconds"),
    ("snapshot a --scroll inf", "expected 0…1000000000 points"),
    ("snapshot a --scroll 1e300", "expected 0…1000000000 points"),
    ("snapshot a --size 0x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --size 99999999999999999999x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --format gif", "'--format <format>'"),
    ("snapshot a --theme sepia", "'--theme <theme>'"),
  ])
  func `wrong usage is 64 and a sentence`(line: String, sentence: String) throws {
    let run = try ProgramRun(line.split(separator: " ").map(String.init))
    #expect(run.code == 64 && run.output == "")
    #expect(run.errors.contains(sentence))
  }

  @Test func `no such file is 66`() throws {
    #expect(try ProgramRun("snapshot", "/nowhere/a.md").code == 66)
  }
}
