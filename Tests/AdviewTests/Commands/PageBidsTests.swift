import TestSupport
import Testing

@testable import adview

/// Pages that name responses, from the files to the metrics.
@Suite struct PageBidsTests {
  private static let response = """
    {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"<b>x</b>","w":300,"h":200,"ext":{"prebid":{"targeting":{"hb_pb":"1",
    "hb_bidder":"x"},"meta":{"rendererName":"RichTextRenderer","rendererVersion":"1.0"}}}}]}]}
    """

  private func page(_ bids: String, in folder: TemporaryFolder) throws -> String {
    try folder.write(
      "---\nadServer: { bids: \(bids), latency: 50ms }\n---\n# T\n\n```ad\nunit: u\nsize: 300x250\n```\n",
      "page.md")
  }

  @Test func `ads come from the file that the page names, seen from the page's folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.response, "a.json")
    let run = try ProgramRun("run", "--events", try page("a.json", in: folder))
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(run.output.contains(#""size":{"width":300,"height":200}"#))
  }

  @Test func `a folder means its files that end in json`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.response, "u.json")
    try folder.write("{", "other.txt")
    let run = try ProgramRun("run", "--events", try page(".", in: folder))
    #expect(run.errors == "")
    #expect(run.output.contains(#""size":{"width":300,"height":200}"#))
  }

  @Test
  func
    `a broken response is said with its file and line, and the page is refused when it must be right`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("{\"id\":\"r\",\n\n\"seatbid\":7}", "a.json")
    let path = try page("a.json", in: folder)
    let run = try ProgramRun("run", "--events", path)
    #expect(run.code == 0)
    #expect(run.errors == "adview: \(folder.path)/a.json:3: seatbid: expected a list of seats\n")
    #expect(run.output.contains(#""ad":"failed""#))
    let strict = try ProgramRun("run", "--strict", path)
    #expect(strict.code == 65)
    #expect(strict.errors == run.errors)
  }

  @Test func `responses that are not there are said, and the ads are simulated`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("run", "--events", try page("none/", in: folder))
    #expect(run.code == 0)
    #expect(run.errors.contains("page.md:2: adServer: bids 'none/': \(folder.path)/none/: "))
    #expect(run.output.contains(#""ad":"loaded""#))
  }
}
