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
  public init(_ steps: [Step] = []) { self.steps = steps }

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

  /// The number of bytes before the value in a JSON text, in linear time; of a key that stands twice the last counts.
  public func offset(in bytes: [UInt8]) -> Int? { JSONReader.offset(of: steps, in: bytes) }
}
