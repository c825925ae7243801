import AdEngine
import AdSimulation

/// Complete sessions from other sources than a recording.
package enum ImportedSession {
  package static func scrolling(
    _ rows: [ScrollTable.Row], _ header: SessionHeader, _ setup: RunSetup
  ) -> [UInt8] {
    var recorded = RecordingRun(header, setup)
    for row in rows { recorded.apply(.scrolled(to: row.scroll), at: row.at) }
    recorded.finish()
    return recorded.drain()
  }

  /// The bytes of a session in which a person reads a page, which ads of other sizes change, to its end, or gives up.
  package static func reading(
    _ visit: inout ReaderVisit,
    caption: String,
    _ header: SessionHeader,
    _ setup: RunSetup
  ) -> [UInt8] {
    var recorded = RecordingRun(header, setup)
    recorded.caption(caption, at: .start)
    while let step = visit.next() {
      visit.observe(
        recorded.scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment, at: step.at))
    }
    recorded.finish()
    return recorded.drain()
  }
}
