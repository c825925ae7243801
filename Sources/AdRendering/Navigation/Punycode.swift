/// The ASCII encoding of internationalised labels (RFC 3492).
enum Punycode {
  /// Encodes a label, without the prefix `xn--`; `nil` if it is longer than 63 scalars.
  static func encoded(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= 63 else { return nil }
    var output = label.filter(\.isASCII).map { UInt8($0.value) }
    var handled = output.count
    let basic = handled
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var code: UInt32 = 128
    var delta = 0
    var bias = 72
    while handled < label.count {
      guard let next = label.map(\.value).filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, points: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes a label, without the prefix `xn--`; `nil` if it is invalid.
  static func decoded(_ text: Substring) -> [Unicode.Scalar]? {
    guard text.utf8.count <= 63 else { return nil }
    let bytes = Array(text.utf8)
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    var label = bytes[..<(hyphen ?? 0)].map { Unicode.Scalar($0) }
    var rest = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
    var code = 128
    var place = 0
    var bias = 72
    while !rest.isEmpty {
      let start = place
      var weight = 1
      var position = 36
      while true {
        guard let digit = rest.popFirst().flatMap(value) else { return nil }
        place += digit * weight
        // Beyond any scalar; larger weights would overflow.
        guard place < 1 << 40 else { return nil }
        let threshold = min(max(position - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        guard weight < 1 << 40 else { return nil }
        position += 36
      }
      let count = label.count + 1
      bias = adapted(place - start, points: count, isFirst: start == 0)
      code += place / count
      place %= count
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      label.insert(scalar, at: place)
      place += 1
    }
    return label
  }

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case 0x61...0x7A: Int(digit) - 0x61
    case 0x30...0x39: Int(digit) - 0x16
    default: nil
    }
  }

  private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var position = 36
    while true {
      let threshold = min(max(position - bias, 1), 26)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / points
    var position = 0
    while delta > 455 {
      delta /= 35
      position += 36
    }
    return position + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x16 + value)
  }
}
