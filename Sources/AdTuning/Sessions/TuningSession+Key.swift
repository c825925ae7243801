import AdEngine
import AdSessions
import AdSimulation

extension TuningSession {
  /// A number made of what a user did in these steps until an end: the same on every machine.
  static func key(of steps: [Step], _ end: Instant) -> UInt64 {
    var bytes: [UInt8] = []
    // Nearly all steps are scrolls.
    bytes.reserveCapacity(17 * steps.count + 8)
    for step in steps {
      bytes.add(UInt64(bitPattern: step.at.milliseconds))
      step.action.add(to: &bytes)
    }
    bytes.add(UInt64(bitPattern: end.milliseconds))
    return FNV1a.hash(bytes)
  }
}

extension Fork.Action {
  fileprivate func add(to bytes: inout [UInt8]) {
    switch self {
    case .scroll(let position, let adjustment):
      bytes.append(0)
      bytes.add((position - (adjustment ?? 0)).bitPattern)
    case .take(let given):
      bytes.append(1)
      bytes.add(UInt64(given.count))
      for given in given { bytes.add(given.text) }
    case .open(let opening, _):
      bytes.append(2)
      bytes.add(opening.path)
    case .goBack: bytes.append(3)
    }
  }
}

extension RunInput {
  /// What is given as a text that differs where it does.
  fileprivate var text: String {
    switch self {
    case .choice(.status(let status)): "\(status)"
    // Not what was read of it: that holds sets, whose order is another one each time.
    case .choice(.tcString(let string)): string.text
    case .input(let input, let page): "\(page) \(input)"
    case .slotAdded(let slot, let frame, let ad): "\(slot) \(frame) \(ad.unit)"
    case .scrolled(let position, let adjustment, let page): "\(page) \(position) \(adjustment)"
    }
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends a text behind its length.
  fileprivate mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
