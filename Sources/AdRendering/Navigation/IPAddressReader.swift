/// Reads IP addresses in every spelling that browsers accept.
enum IPAddressReader {
  private static let addresses: ClosedRange<UInt64> = 0...0xFFFF_FFFF

  /// Reads IPv4: up to four numbers, each decimal, octal or hexadecimal; the last fills the remaining bytes.
  static func version4(_ text: String) -> UInt32? {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map(number)
    guard (1...4).contains(numbers.count) else { return nil }
    var address: UInt64 = 0
    for (index, number) in numbers.enumerated() {
      guard let number else { return nil }
      let isLast = index == numbers.count - 1
      let limit: UInt64 = isLast ? 1 << UInt64(8 * (5 - numbers.count)) : 256
      guard number < limit else { return nil }
      address += isLast ? number : number << UInt64(24 - 8 * index)
    }
    return UInt32(exactly: address)
  }

  private static func number(_ text: Substring) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy(isHex) || text.hasPrefix("0x") else { return nil }
    if text.hasPrefix("0x") {
      let digits = text.dropFirst(2)
      return digits.isEmpty ? 0 : WrittenNumber.whole(digits, in: addresses, radix: 16)
    }
    return WrittenNumber.whole(text, in: addresses, radix: text.hasPrefix("0") ? 8 : 10)
  }

  static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }

  /// Reads IPv6, without the brackets.
  static func version6(_ bytes: ArraySlice<UInt8>) -> (high: UInt64, low: UInt64)? {
    let text = string(bytes)
    // The groups before and after `::`.
    var halves: [[UInt16]] = []
    let parts = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    for (index, part) in parts.enumerated() {
      guard let groups = groups(part, mayEndInVersion4: index == parts.count - 1) else {
        return nil
      }
      halves.append(groups)
    }
    var groups = halves[0]
    if halves.count == 2 {
      let missing = 8 - halves[0].count - halves[1].count
      guard missing >= 1 else { return nil }
      groups += [UInt16](repeating: 0, count: missing) + halves[1]
    }
    guard groups.count == 8 else { return nil }
    func half(_ groups: ArraySlice<UInt16>) -> UInt64 { groups.reduce(0) { $0 << 16 | UInt64($1) } }
    return (half(groups[..<4]), half(groups[4...]))
  }

  private static func groups(_ text: Substring, mayEndInVersion4: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 8 else { return nil }
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if mayEndInVersion4, index == parts.count - 1, part.contains(".") {
        guard let address = dotted(part) else { return nil }
        groups += [UInt16(address >> 16), UInt16(address & 0xFFFF)]
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHex),
          let group = WrittenNumber.whole(part, in: 0...UInt16.max, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  /// Reads four decimal numbers without leading zeros.
  private static func dotted(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy(isDigit), part == "0" || !part.hasPrefix("0"),
        let number = WrittenNumber.whole(part, in: 0...UInt8.max)
      else { return nil }
      address = address << 8 | UInt32(number)
    }
    return address
  }
}
