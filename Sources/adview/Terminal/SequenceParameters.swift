import AdRendering

/// The numbers between the introducer of a control sequence and its final byte.
enum SequenceParameters {
  /// No parameter of a key or of the mouse is greater: cells beyond this are on no screen.
  static let maximum = 0xFFFF

  /// The numbers of a list separated by semicolons; `nil` for one that is left out, is not written in digits alone, or is
  /// greater than ``maximum``.
  static func numbers(in bytes: ArraySlice<UInt8>) -> [Int?] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(number)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    // Bounded before anything is computed: the bytes may come from anywhere.
    guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return WrittenNumber.whole(String(decoding: digits, as: UTF8.self), in: 0...maximum)
  }
}
