import FoundationEssentials
import TestSupport
import Testing

@testable import AdEngine

@Suite(.tags(.fast)) struct Base64Tests {
  @Test func `bytes are written as Foundation writes them, and read back`() {
    var random = SeededGenerator(seed: 64)
    for length in 0...200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let text = Base64.standard.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.standard.bytes(of: Array(text.utf8)) == bytes)
    }
  }

  @Test func `a text is read as Foundation reads it, if it has padding at its end alone`() {
    var random = SeededGenerator(seed: 65)
    let characters = Array("AZaz09+/AZaz09+/==-_ .".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let isBase64 =
        bytes.count.isMultiple(of: 4) && text.wholeMatch(of: /[A-Za-z0-9+\/]*={0,2}/) != nil
      let expected = isBase64 ? Data(base64Encoded: Data(bytes)).map { Array($0) } : nil
      #expect(Base64.standard.bytes(of: bytes) == expected, "\(text)")
    }
  }
}
