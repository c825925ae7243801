import AdEngine
import AdLab
import AdRendering
import FoundationEssentials
import TestSupport
import Testing

@testable import AdSessions

/// The JSON Schema that other apps can hold their sessions against.
@Suite struct SessionSchemaTests {
  private let schema: JSONSchema

  init() throws { schema = try JSONSchema.ofSessions() }

  @Test func `the schema has the keys that the reader knows, and no others`() throws {
    let known = [
      "header": SessionHeader.keys, "slot": SessionSlot.keys, "line": SessionLine.keys,
      "pageEvent": LoaderEvent.keys, "cause": SessionCause.keys, "opening": SessionOpening.keys,
      "answer": SessionCause.answers.keys, "bids": SessionCause.bidKeys, "ad": Answer.adKeys,
      "navigation": SessionNavigation.keys, "decision": SessionDecision.keys,
      "frame": SlotFrame.keys, "size": Size.keys, "lazyLoading": LazyLoadingChange.keys,
      "auction": AuctionSettings.keys, "sides": ["ahead", "behind"],
      "labHeader": SessionHeader.labKeys, "lab": LabSetup.keys, "labSettings": PreloadChange.keys,
      "labAnswer": PreloadInput.answers.keys, "labDecision": PreloadEffect.keys,
    ]
    for (name, keys) in known { #expect(try schema.keys(name) == Set(keys), "\(name)") }
    #expect(try schema.objects() == Set(known.keys))
  }

  @Test(arguments: 0..<200)
  func `whatever is written keeps to the schema`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    var writer = SessionWriter()
    writer.write(draw.header())
    for line in draw.lines() { writer.write(line) }
    for line in String(decoding: writer.drain(), as: UTF8.self).split(separator: "\n") {
      #expect(schema.allows(try JSONReader.read(Array(line.utf8), .strict)), "\(line)")
    }
  }

  @Test(arguments: SessionMistakes.badHeaders + SessionMistakes.badLines)
  func `what the reader refuses for its form, the schema refuses`(text: String, sentence: String) {
    // What lines say together, how large thresholds may be to each other, and what a TC string says, no schema can tell.
    let beyond = [
      "time goes backwards", "thresholds ", "appears twice", "too far away to hold",
      "\"tcf\": character", "belongs to", "auction: threshold", "when the visit ended",
    ]
    guard !beyond.contains(where: sentence.contains),
      let value = try? JSONReader.read(Array(text.utf8), .strict)
    else { return }
    #expect(!schema.allows(value))
  }

  @Test func `the demos keep to the schema`() throws {
    let folder = Project.root.appending(path: "Demos").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".jsonl") }
    #expect(names.count >= 6)
    for name in names {
      for line in try Project.text(of: "Demos/\(name)").split(separator: "\n") {
        #expect(schema.allows(try JSONReader.read(Array(line.utf8), .strict)), "\(name): \(line)")
      }
    }
  }
}
