import Testing

@testable import adview

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
    let run = try ProgramRun("snapshot", "--size", "100x30", file.path)
    #expect(run.code == 0)
    #expect(run.errors == "")
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == 31 && rows.last == "")
    #expect(run.output.contains("AdView · A page"))
    #expect(run.output.contains("displayed viewable"))
  }

  @Test func `the moment and the place can be chosen`() throws {
    let file = try TemporaryFile(Self.page)
    let early = try ProgramRun("snapshot", "--at", "0.2", "--size", "100x30", file.path)
    #expect(early.output.contains("loading 0.2 s"))
    let low = try ProgramRun(
      "snapshot", "--scroll", "1e9", "--viewport", "384x200", "--size", "100x30", file.path)
    #expect(low.output.contains("100 %"))
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

  @Test func `a session is refused with a sentence`() throws {
    let run = try ProgramRun(
      "snapshot", "-", input: "{\"adview\":1,\"viewport\":{\"width\":1,\"height\":1}}\n")
    #expect(run.code == 64)
    #expect(
      run.errors == "adview: standard input: is a session; snapshots are made of pages\n")
  }

  @Test(arguments: [
    ("snapshot", "Missing expected argument '<file>'"),
    ("snapshot a --at -1", "--at"), ("snapshot a --at nan", "expected 0…3600 seconds"),
    ("snapshot a --scroll inf", "expected a number of points, not negative"),
    ("snapshot a --size 0x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --size 99999999999999999999x9", "expected COLUMNSxROWS in characters"),
    ("snapshot a --format png", "'--format <format>'"),
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
