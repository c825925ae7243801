import CZlib
import TestSupport
import Testing

@testable import AdPlayground

/// Files that are compressed are read like others.
@Suite struct GzipReaderTests {
  /// A member of gzip whose bytes are stored as they are.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let sum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(bytes.count, 2)
      + little(~bytes.count, 2) + bytes + little(Int(sum), 4) + little(bytes.count, 4)
  }

  private func expand(_ bytes: [UInt8], chunk: Int, atMost count: Int = 7) throws -> [UInt8] {
    let reader = GzipReader("a.gz")
    var rest = bytes[...]
    var expanded: [UInt8] = []
    while true {
      let part = try reader.read(atMost: count) { () throws(FileError) in
        defer { rest = rest.dropFirst(chunk) }
        return Array(rest.prefix(chunk))
      }
      if part.isEmpty { return expanded }
      expanded += part
    }
  }

  @Test(arguments: [1, 2, 5, 1000])
  func `what is compressed is expanded, whatever pieces it comes in`(chunk: Int) throws {
    let text = Array("a session, line by line\n".utf8)
    #expect(try expand(Self.gzip(text), chunk: chunk) == text)
    #expect(try expand(Self.gzip(text) + Self.gzip(text), chunk: chunk) == text + text)
    #expect(try expand(Self.gzip(text) + [0, 0, 0], chunk: chunk) == text, "padding")
    #expect(try expand(Self.gzip([]), chunk: chunk) == [])
    for plain in [text, [], [0x1F], [0x1F, 0x20], Array("{}".utf8)] {
      #expect(try expand(plain, chunk: chunk) == plain)
    }
  }

  @Test func `what is damaged is refused, and nothing of it is believed`() {
    let whole = Self.gzip(Array("a session, line by line\n".utf8))
    for length in 2..<whole.count {
      #expect(throws: FileError.self) {
        try expand(Array(whole.prefix(length)), chunk: 3)
      }
    }
    var other = whole
    other[20] ^= 1
    #expect(throws: FileError.self) { try expand(other, chunk: 1000) }
    #expect(throws: FileError.self) { try expand(whole + [1, 2, 3], chunk: 1000) }
  }

  @Test func `a compressed session runs like the session`() throws {
    let folder = try TemporaryFolder()
    let session = """
      {"adview":1,"viewport":{"width":390,"height":500},"slots":[{"slot":"a","y":900,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":9000,"in":{"scroll":701}}

      """
    let plain = try folder.write(session, "a.jsonl")
    let compressed = try folder.write(bytes: Self.gzip(Array(session.utf8)), "b.jsonl.gz")
    let expected = try ProgramRun("run", "--json", plain, code: 0)
    #expect(try ProgramRun("run", "--json", compressed).output == expected.output)
    let tuned = try ProgramRun("tune", folder.path, "--step", "500", "--json")
    #expect(
      tuned.output.contains("\"sessions\":2"), "both are found in the folder: \(tuned.errors)")

    let update = try ProgramRun("check", "--update", compressed, code: 64)
    #expect(update.errors.contains("is compressed; expand it to update it"))

    let cut = try folder.write(
      bytes: Array(Self.gzip(Array(session.utf8)).prefix(60)), "c.jsonl.gz")
    let run = try ProgramRun("run", cut, code: 65)
    #expect(run.errors.contains("the gzip data ends too soon"))
  }
}
