import Playground

/// Turns a terminal's bytes into keys and mouse events; unlike in ncurses, unknown sequences are swallowed whole.
///
/// Keys of xterm and its kin, the Linux console, rxvt, vt100 and screen are known; of modifiers only shift is.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private var inputs: [TerminalEvent] = []
  private var taken = 0

  /// Takes bytes in, in the order they came.
  mutating func feed(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
    var rest = bytes[...]
    while let input = decode(&rest) {
      if let input { inputs.append(input) }
    }
    bytes = Array(rest)
  }

  mutating func next() -> TerminalEvent? {
    guard taken < inputs.count else { return nil }
    taken += 1
    defer {
      if taken == inputs.count {
        inputs.removeAll(keepingCapacity: true)
        taken = 0
      }
    }
    return inputs[taken - 1]
  }

  /// Whether there may be a key already: escape alone; a longer beginning cannot have been typed.
  var isUndecided: Bool {
    guard bytes.first == Self.escape else { return false }
    return bytes.count <= 2 || Self.beginsString(bytes)
  }

  /// Nothing came for a while: escape was the key, and a string that has no end by then has none.
  mutating func decide() {
    guard isUndecided else { return }
    guard bytes.count <= 2 else {
      bytes = bytes.last == Self.escape ? [Self.escape] : []
      return
    }
    inputs.append(.key(.escape))
    let rest = bytes.dropFirst()
    bytes = []
    feed(rest)
  }

  private static let escape: UInt8 = 0x1B

  /// Takes one input off the bytes: `nil` when there is none yet, `.some(nil)` for one that means nothing.
  private func decode(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    guard let first = bytes.first else { return nil }
    switch first {
    case Self.escape:
      return Self.decodeEscape(&bytes)
    case 0x20...0x7E, 0x80...:
      return decodeCharacter(&bytes)
    default:
      bytes.removeFirst()
      return .some(.key(Self.control(first)))
    }
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    default: .control(Character(Unicode.Scalar(byte | 0x40)).lowercasedASCII)
    }
  }
}

// MARK: - Characters

extension KeyDecoder {
  /// A character with all that combines with it, as far as it has come.
  private func decodeCharacter(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    let window = bytes.prefix(64)
    let run = window.prefix { $0 >= 0x20 && $0 != 0x7F }
    // Half a character is waited for, unless a control key came instead of its other half.
    let whole = run.count < window.count ? run : run.dropLast(Self.unfinishedCount(run))
    let text = String(decoding: whole, as: UTF8.self)
    guard let character = text.first else { return nil }
    guard !character.unicodeScalars.contains("\u{FFFD}") else {
      // Not UTF-8, or an honest replacement character, which no key writes.
      bytes.removeFirst()
      return .some(nil)
    }
    bytes.removeFirst(character.utf8.count)
    // C1 controls are no text, whatever sent them.
    let isControl = character.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) }
    return .some(isControl ? nil : .key(.character(character)))
  }

  /// How many bytes at the end begin a character without ending it.
  private static func unfinishedCount(_ bytes: ArraySlice<UInt8>) -> Int {
    for (count, byte) in zip(1...3, bytes.reversed()) {
      switch byte {
      case 0x80..<0xC0: continue
      case 0xC2..<0xE0: return count < 2 ? count : 0
      case 0xE0..<0xF0: return count < 3 ? count : 0
      case 0xF0..<0xF5: return count < 4 ? count : 0
      default: return 0
      }
    }
    return 0
  }
}

// MARK: - Sequences

extension KeyDecoder {
  private static func decodeEscape(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    let body = bytes.dropFirst()
    switch body.first {
    case nil:
      return nil
    case UInt8(ascii: "["):
      return decodeControlSequence(&bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return decodeString(&bytes)
    case UInt8(ascii: "O"):
      guard let final = body.dropFirst().first else { return nil }
      guard let key = applicationKey(final) else {
        bytes.removeFirst()
        return .some(.key(.escape))
      }
      bytes.removeFirst(3)
      return .some(.key(key))
    default:
      // Escape, and then something else: typed at once, or a letter held with alt.
      bytes.removeFirst()
      return .some(.key(.escape))
    }
  }

  /// Whether a string begins there: `ESC ]`, `ESC P`, `ESC X`, `ESC ^` or `ESC _`.
  private static func beginsString(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && "]PX^_".utf8.contains(bytes[1])
  }

  /// A string up to `ESC \\`, BEL or another control character: a late answer of the terminal, swallowed piece by piece.
  private static func decodeString(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
      guard body.count > maxString else { return nil }
      bytes = bytes.prefix(2) + body.suffix(1)
      return .some(nil)
    }
    switch bytes[end] {
    case 0x07:
      bytes = bytes[(end + 1)...]
    case escape:
      guard end + 1 < bytes.endIndex else { return nil }
      bytes = bytes[(bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end)...]
    default:
      bytes = bytes[end...]
    }
    return .some(nil)
  }

  private static let maxString = 4096

  /// `ESC [`, parameters, intermediates, one final byte; or `ESC [ [` and a letter, on the Linux console.
  private static func decodeControlSequence(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    let body = bytes.dropFirst(2)
    if body.first == UInt8(ascii: "[") {
      guard let final = body.dropFirst().first else { return nil }
      bytes.removeFirst(4)
      let isKey = (0x41...0x45).contains(final)
      return .some(isKey ? .key(.function(Int(final) - 0x40)) : nil)
    }
    if body.first == UInt8(ascii: "M") { return decodeOldMouseReport(&bytes) }
    let parameters = body.prefix { (0x20...0x3F).contains($0) }
    guard let final = body.dropFirst(parameters.count).first else {
      guard parameters.count > 64 else { return nil }
      bytes.removeFirst(bytes.count)
      return .some(nil)
    }
    guard (0x40...0x7E).contains(final) else {
      // Something else began in the middle of it.
      bytes.removeFirst(2 + parameters.count)
      return .some(nil)
    }
    bytes.removeFirst(3 + parameters.count)
    return .some(input(final: final, parameters: parameters))
  }

  /// `ESC [ M` and three bytes.
  private static func decodeOldMouseReport(_ bytes: inout ArraySlice<UInt8>) -> TerminalEvent?? {
    let report = bytes.dropFirst(3).prefix(3)
    guard report.allSatisfy({ $0 >= 0x20 }) else {
      bytes.removeFirst(3)
      return .some(nil)
    }
    guard report.count == 3 else { return nil }
    bytes.removeFirst(6)
    return .some(MouseReport.event(old: report).map { .mouse($0) })
  }

  private static func input(final: UInt8, parameters: ArraySlice<UInt8>) -> TerminalEvent? {
    guard parameters.first == UInt8(ascii: "<") else {
      return key(final: final, parameters: parameters).map { .key($0) }
    }
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    return MouseReport.event(
      parameters: parameters.dropFirst(), isRelease: final == UInt8(ascii: "m")
    ).map { .mouse($0) }
  }

  private static func key(final: UInt8, parameters: ArraySlice<UInt8>) -> Key? {
    let numbers = SequenceParameters.numbers(in: parameters)
    let modifiers = numbers.count > 1 ? max(numbers[1] ?? 1, 1) - 1 : 0
    let isShifted = modifiers & 1 == 1
    if final == UInt8(ascii: "~") {
      return numbers.first.flatMap { $0 }.flatMap { numberedKey($0, isShifted: isShifted) }
    }
    guard numbers.allSatisfy({ $0 != nil }) || parameters.isEmpty else { return nil }
    return letteredKey(final, isShifted: isShifted)
  }

  private static func letteredKey(_ final: UInt8, isShifted: Bool) -> Key? {
    switch final {
    case UInt8(ascii: "A"): isShifted ? .shiftUp : .up
    case UInt8(ascii: "B"): isShifted ? .shiftDown : .down
    case UInt8(ascii: "C"): isShifted ? .shiftRight : .right
    case UInt8(ascii: "D"): isShifted ? .shiftLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P"): .function(isShifted ? 13 : 1)
    case UInt8(ascii: "Q"): .function(isShifted ? 14 : 2)
    case UInt8(ascii: "R"): .function(isShifted ? 15 : 3)
    case UInt8(ascii: "S"): .function(isShifted ? 16 : 4)
    // rxvt's arrows with shift.
    case UInt8(ascii: "a"): .shiftUp
    case UInt8(ascii: "b"): .shiftDown
    case UInt8(ascii: "c"): .shiftRight
    case UInt8(ascii: "d"): .shiftLeft
    default: nil
    }
  }

  private static func numberedKey(_ number: Int, isShifted: Bool) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    // Function keys, in the groups of a vt220's keyboard.
    case 11...15: .function(number - 10 + (isShifted ? 12 : 0))
    case 17...21: .function(number - 11 + (isShifted ? 12 : 0))
    case 23...24: .function(number - 12 + (isShifted ? 12 : 0))
    case 25...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// `ESC O` and a letter: arrows and function keys, and the number pad of a vt100.
  private static func applicationKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): .up
    case UInt8(ascii: "B"), UInt8(ascii: "b"): .down
    case UInt8(ascii: "C"), UInt8(ascii: "c"): .right
    case UInt8(ascii: "D"), UInt8(ascii: "d"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
    default: nil
    }
  }
}

extension Character {
  /// The letter in lower case, anything else as it is.
  fileprivate var lowercasedASCII: Character {
    ("A"..."Z").contains(self) ? Character(Unicode.Scalar((asciiValue ?? 0) | 0x20)) : self
  }
}
