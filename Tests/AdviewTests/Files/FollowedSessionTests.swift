import Glibc
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// A session that is read while others write it.
@Suite struct FollowedSessionTests {
  private static let header =
    #"{"adview":1,"slots":[{"slot":"1","y":1000,"width":300,"height":250}]}"# + "\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func follow(_ text: String) throws -> FollowedSession {
    let path = try folder.write(text, "s.jsonl")
    return try FollowedSession(
      path, OpeningPlan(), PlaygroundOptions(), Console(input: -1, output: -1, errors: -1))
  }

  private func lines(_ times: Range<Int>) -> String {
    times.map { #"{"at":\#($0),"in":{"scroll":\#($0 * 7 % 900)}}"# + "\n" }.joined()
  }

  /// Takes all that is there, and returns how many lines that were.
  private func takeAll(_ session: FollowedSession) -> Int {
    session.look()
    var count = 0
    while session.isReady { count += session.take()?.lines.count ?? 0 }
    return count
  }

  @Test func `what is appended is read on, also when it comes in pieces`() throws {
    let session = try follow(Self.header + lines(0..<3))
    #expect(takeAll(session) == 3)
    let file = open(folder.path + "/s.jsonl", O_WRONLY | O_APPEND)
    defer { close(file) }
    for text in [lines(3..<2000), #"{"at":2000,"in""#, #":{"scroll":1}}"# + "\n"] {
      let bytes = Array(text.utf8)
      #expect(write(file, bytes, bytes.count) == bytes.count)
      _ = takeAll(session)
    }
    #expect(!session.isOver)
  }

  @Test func `a file that is cut and longer again when it is looked at is left`() throws {
    let session = try follow(Self.header + lines(0..<3))
    #expect(takeAll(session) == 3)
    let file = open(folder.path + "/s.jsonl", O_WRONLY | O_TRUNC)
    defer { close(file) }
    let bytes = Array((Self.header + lines(100..<2000)).utf8)
    #expect(write(file, bytes, bytes.count) == bytes.count)
    #expect(takeAll(session) == 0, "nothing is read from the middle of the other session")
    #expect(session.isOver)
    #expect(session.problem?.code == EX_IOERR)
    #expect(session.problem?.reason?.hasSuffix("s.jsonl: was cut short or overwritten") == true)
  }

  @Test func `no more than 32 MiB are read, however long the lines are`() throws {
    let padding = String(repeating: " ", count: 12 << 20)
    let header = "{" + padding + Self.header.dropFirst()
    let long = #"{"at":0,"# + padding + #""in":{"scroll":1}}"# + "\n"
    let session = try follow(header + long + long)
    _ = takeAll(session)
    #expect(session.problem?.code == EX_DATAERR)
    #expect(
      session.problem?.reason?.hasSuffix("is longer than 32 MiB; the rest is not read") == true)
  }
}
