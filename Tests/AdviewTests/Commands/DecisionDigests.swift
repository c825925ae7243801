import FoundationEssentials
import TestSupport
import Testing

/// What is decided about the demos and about seeded sessions, kept as digests.
///
/// `ADVIEW_RECORD=1 swift test --filter DecisionDigests` writes the digests of now; a commit that does says why.
@Suite(.tags(.sweep), .timeLimit(.minutes(10))) struct DecisionDigests {
  @Test func `decisions about the demos are the bytes they were`() throws {
    let demos = Project.root.appending(path: "Demos").path
    let names = try FileManager.default.contentsOfDirectory(atPath: demos)
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".jsonl") }.sorted()
    expectDigests(try names.map { ($0, try decisions(about: $0, in: demos)) }, "demos.txt")
  }

  /// Every fifth seed; all of them in `.ci/deep` and when digests are recorded.
  private static func seeds(_ count: Int) -> [Int] {
    Golden.isRecorded ? Array(0..<count) : Sweep.sample(Array(0..<count), every: 5)
  }

  @Test func `decisions about 300 bare sessions are the bytes they were`() throws {
    let folder = try TemporaryFolder()
    expectDigests(
      try Self.seeds(300).map { seed in
        try folder.write(SessionCorpus.bareSession(seed: seed), "bare.jsonl")
        return ("bare \(seed)", try decisions(about: "bare.jsonl", in: folder.path))
      }, "bare.txt")
  }

  @Test func `decisions about 100 page sessions are the bytes they were`() throws {
    let folder = try TemporaryFolder()
    expectDigests(
      try Self.seeds(100).map { seed in
        let (session, pages) = SessionCorpus.pageSession(seed: seed)
        for (name, text) in pages { try folder.write(text, name) }
        try folder.write(session, "page.jsonl")
        return ("page \(seed)", try decisions(about: "page.jsonl", in: folder.path))
      }, "pages.txt")
  }

  private func decisions(about file: String, in folder: String) throws -> String {
    let run = try ProgramRun("run", "--events", "\(folder)/\(file)")
    #expect(run.code == 0, "\(file)")
    return run.output
  }

  /// Compares each output, by its number of lines and its digest, with the golden of that name.
  private func expectDigests(_ outputs: [(name: String, text: String)], _ name: String) {
    let lines = outputs.map { name, text in
      "\(name): \(text.utf8.count { $0 == 0x0A }) decisions \(digest(of: text))"
    }
    let path = "Tests/AdviewTests/Goldens/decisions/\(name)"
    guard !Golden.isRecorded else {
      return Golden.expect(lines.joined(separator: "\n") + "\n", path)
    }
    let golden = Set((try? Project.text(of: path))?.split(separator: "\n").map(String.init) ?? [])
    for line in lines { #expect(golden.contains(line)) }
  }

  /// FNV-1a, 64 bits, in hexadecimal digits.
  private func digest(of text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
