import FoundationEssentials
import TestSupport
import Testing

/// What fuzzers have found interesting, read again: nothing of it ends the program.
@Suite struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test(arguments: FuzzedReader.allCases)
  func `all that is in the corpus is read, and mutations of it`(reader: FuzzedReader) throws {
    let folder = Self.corpus.appending(path: reader.rawValue).path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count >= 5, "a corpus of \(reader)")
    var random = SeededGenerator(seed: 3)
    for name in names {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      reader.read(bytes)
      guard !bytes.isEmpty else { continue }
      for _ in 1...3 {
        var changed = bytes
        changed[random.below(changed.count)] = UInt8(random.below(256))
        changed.removeSubrange(random.below(changed.count)..<changed.count)
        reader.read(changed)
      }
    }
  }
}
