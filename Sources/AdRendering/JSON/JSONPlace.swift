/// The way to a value in a JSON text, as `seatbid[0].bid[1].price`.
public struct JSONPlace: Hashable, Sendable, CustomStringConvertible {
  /// A step of the way.
  public enum Step: Hashable, Sendable {
    /// The value under a key of an object.
    case key(String)
    /// A value of a list, counted from 0.
    case index(Int)
  }

  /// The steps, from the whole text on.
  public let steps: [Step]

  /// Makes a place; without steps it is the whole text.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// The place one step farther.
  public func appending(_ step: Step) -> JSONPlace { JSONPlace(steps + [step]) }

  /// The way in words; it quotes keys as they came.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? "the response" : text
  }

  /// The number of bytes before the value in a text that was read, if the place is in it.
  ///
  /// It takes time in proportion to the text. Of a key that stands twice the last counts.
  public func offset(in bytes: [UInt8]) -> Int? {
    var scanner = JSONScanner(bytes: bytes)
    scanner.skipSpace()
    for step in steps {
      switch step {
      case .key(let key): guard scanner.enter(key) else { return nil }
      case .index(let index): guard scanner.enter(index) else { return nil }
      }
    }
    return scanner.position
  }
}

/// Finds values in a text that is known to be JSON.
private struct JSONScanner {
  let bytes: [UInt8]
  var position = 0

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Goes to the value under a key of the object that begins here.
  mutating func enter(_ key: String) -> Bool {
    guard byte == UInt8(ascii: "{") else { return false }
    var found: Int?
    position += 1
    while true {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { break }
      let start = position
      skipText()
      let isKey = (try? JSONReader.read(Array(bytes[start..<position]))) == .text(key)
      skipSpace()
      position += 1
      skipSpace()
      if isKey { found = position }
      skipValue()
      skipSpace()
      guard byte == UInt8(ascii: ",") else { break }
      position += 1
    }
    guard let found else { return false }
    position = found
    return true
  }

  /// Goes to a value of the list that begins here.
  mutating func enter(_ index: Int) -> Bool {
    guard byte == UInt8(ascii: "[") else { return false }
    position += 1
    skipSpace()
    for _ in 0..<index {
      skipValue()
      skipSpace()
      guard byte == UInt8(ascii: ",") else { return false }
      position += 1
      skipSpace()
    }
    return byte != UInt8(ascii: "]")
  }

  private mutating func skipText() {
    position += 1
    while let byte, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipText()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      position += 1
    }
  }
}
