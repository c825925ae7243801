/// The check that a host name is in Normalization Form C, in which host names are compared.
enum NFCCheck {
  /// Whether no base and mark of the label have a precomposed scalar; browsers compose them, here they are rejected.
  static func isComposed(_ label: [Unicode.Scalar]) -> Bool {
    let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark]
    guard label.contains(where: { marks.contains($0.properties.generalCategory) }) else {
      return true
    }
    var base: Unicode.Scalar?
    var former: UInt8 = 0
    for scalar in label {
      let order = scalar.properties.canonicalCombiningClass.rawValue
      if order != 0, order < former { return false }
      if let base, composites.contains(String(base) + String(scalar)) { return false }
      if order == 0 { base = scalar }
      former = order
    }
    return true
  }

  /// The scalars of the blocks with precomposed letters (Unicode 17); `String` compares by canonical equivalence.
  private static let composites: Set<String> = {
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x1FFF, 0x3040...0x30FF, 0x1_0500...0x1_05FF, 0x1_1080...0x1_19FF,
      0x1_6100...0x1_613F, 0x1_6D60...0x1_6D6F,
    ]
    return Set(ranges.joined().lazy.compactMap { Unicode.Scalar($0).map { String($0) } })
  }()
}
