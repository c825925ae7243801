import AdRendering
import Playground

/// What a terminal sends for the mouse (modes 1006 and 1002): `ESC [ < code ; column ; row M`, `m` for a button that went up.
enum MouseReport {
  /// Starts the reports; the form comes first, so that no report has the old one.
  static let on = "\u{1B}[?1006h\u{1B}[?1002h"
  /// Ends the reports, those of kindred modes as well.
  static let off = "\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l"

  private static let motion = 32
  private static let wheel = 64
  /// Shift, alt and ctrl; they make no difference.
  private static let modifiers = 4 | 8 | 16

  /// The event of a report, whose numbers are between `<` and the final byte; `nil` for one that means nothing here.
  static func event(parameters: ArraySlice<UInt8>, isRelease: Bool) -> MouseEvent? {
    let numbers = SequenceParameters.numbers(in: parameters)
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2]
    else { return nil }
    return event(code: code, column: column, row: row, isRelease: isRelease)
  }

  /// The event of an old report, from its three bytes; a button that went up is not named there.
  static func event(old bytes: ArraySlice<UInt8>) -> MouseEvent? {
    let numbers = bytes.map { Int($0) - 32 }
    guard numbers.count == 3 else { return nil }
    let isRelease = numbers[0] & ~modifiers == 3
    return event(
      code: isRelease ? 0 : numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
  }

  private static func event(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
    let cells = 1...SequenceParameters.maximum
    guard cells.contains(column), cells.contains(row) else { return nil }
    let action: MouseEvent.Action
    switch (code & ~modifiers, isRelease) {
    case (0, false): action = .pressed
    case (0, true), (motion, true): action = .released
    case (motion, false): action = .dragged
    case (wheel, false): action = .wheelUp
    case (wheel + 1, false): action = .wheelDown
    default: return nil
    }
    return MouseEvent(action, column: column - 1, row: row - 1)
  }
}

/// The numbers between the introducer of a control sequence and its final byte.
enum SequenceParameters {
  /// No parameter of a key or of the mouse is greater: cells beyond this are on no screen.
  static let maximum = 0xFFFF

  /// The numbers of a list; `nil` for one left out, not in digits, or greater than ``maximum``.
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
