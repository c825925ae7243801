import TestSupport
import Testing

@testable import AdPlayground

/// What `adview tune` refuses because its cost would grow with the square.
@Suite struct TuneLimitTests {
  @Test func `a page and a session of more than a thousand slots are refused with a sentence`()
    throws
  {
    let page = (0...1000).map { "```ad\nunit: u\($0)\n```\n\n" }.joined()
    let words = "has 1001 slots: settings are compared for at most 1000"
    let file = try TemporaryFile(page)
    let readers = try ProgramRun("tune", file.path, "--readers", "1", code: 65)
    #expect(readers.errors.contains(words), "\(readers.errors)")
    let slots = (0...1000).map { "{\"slot\":\"\($0)\",\"y\":\($0 * 300),\"height\":250}" }
    let session = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[\(slots.joined(separator: ","))]}
      {"at":0,"in":{"scroll":0}}

      """
    let run = try ProgramRun("tune", "-", input: session, code: 65)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
