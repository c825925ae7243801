import TestSupport
import Testing

/// `adview snapshot --format png`, which draws with a program that need not be there.
@Suite(.tags(.terminal)) struct PictureScenarios {
  private static let hasConverter = (try? run(["rsvg-convert", "--version"]))?.status == 0

  private func snapshot(_ format: String, _ filter: String, path: String? = nil) throws -> String {
    let folder = try TemporaryFolder()
    let page = try folder.write("# Page\n", "page.md")
    let line = "\"$0\" snapshot \"$1\" --size 40x10 --format \(format) 2>&1 | \(filter)"
    return try run(
      ["/bin/sh", "-c", line, BuiltProgram.path, page],
      environment: path.map { ["PATH": $0] } ?? [:]
    ).output
  }

  @Test(
    .enabled(if: hasConverter, "SKIPPED: pictures were NOT drawn: rsvg-convert is not installed"))
  func `a PNG has two pixels for each unit of the SVG that it is made of`() throws {
    let svg = try snapshot("svg", "cat")
    let width = try #require(svg.firstMatch(of: #/ width="(\d+)/#)?.1)
    // The signature, the head of the first chunk, and the width, most significant byte first.
    let bytes = try snapshot("png", "head -c 20 | od -An -tu1").split { !$0.isNumber }
      .compactMap { Int($0) }
    #expect(bytes.prefix(8) == [137, 80, 78, 71, 13, 10, 26, 10])
    #expect(bytes.suffix(4).reduce(0) { $0 << 8 | $1 } == 2 * Int(width)!)
  }

  @Test func `where nothing can draw it the sentence says what is needed`() throws {
    let said = try snapshot("png", "/bin/cat", path: "/nowhere")
    #expect(
      said.contains("--format png: rsvg-convert cannot be started (No such file or directory)"))
    #expect(said.contains("expected librsvg (Debian: librsvg2-bin)"), "\(said)")
  }
}
