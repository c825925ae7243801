package import AdEngine
import AdLab
import AdRendering

/// Writes sessions: one line for each value, always the same bytes for the same value.
package struct SessionWriter: Sendable {
  /// What has been written and not been taken away yet.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The bytes written since the last call.
  package mutating func drain() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func write(_ header: SessionHeader) { append(header.text) }

  package mutating func write(_ line: SessionLine) { append(line.text) }

  /// Writes an `in` line; `page` is the number of the page that a slot in it is on.
  package mutating func write(_ cause: SessionCause, at: Instant, page: Int = 1) {
    write(SessionLine(at: at, page: page, .cause(cause)))
  }

  /// Writes an `out` line; `page` is the number of the page that the slot is on.
  package mutating func write(_ decision: SessionDecision, at: Instant, page: Int = 1) {
    write(SessionLine(at: at, page: page, .decision(decision)))
  }

  private mutating func append(_ line: JSONText) {
    bytes.append(contentsOf: line.json.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
