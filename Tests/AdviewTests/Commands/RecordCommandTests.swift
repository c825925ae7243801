import ArgumentParser
import TestSupport
import Testing

@testable import AdPlayground

/// `adview record` before it starts a browser; the rest is in `RecordScenarios`.
@Suite struct RecordCommandTests {
  @Test func `the address of a file is decoded, and a path is not`() throws {
    let (folder, file) = try TemporaryFolder.holding("<p>", "a b%20.html")
    for page in ["file://\(folder.path)/a%20b%2520.html", file] {
      let command = try #require(
        try AdviewCommand.parseAsRoot(["record", page]) as? RecordCommand)
      #expect(command.path == file)
    }
  }
}
