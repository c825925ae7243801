import AdEngine
package import AdLab
import AdRendering

extension LabRecord {
  /// The record as a list of what happened, one thing a line, with the time since the fetch.
  package var table: String {
    remarks.map { remark in
      time(of: remark).rightAligned(in: 9) + "  " + remark.text.scrubbed + "\n"
    }.joined()
  }

  /// What became of the ads of a session, as one line of JSON.
  package static func json(_ records: [LabRecord]) -> String {
    let ads = records.map { record in
      JSONText.object(
        [
          ("unit", .text(record.unit)), ("fetchedAt", .number(record.fetchedAt.milliseconds)),
          ("arrivedAt", .optional(record.arrivedAt?.milliseconds)),
          ("readyAt", .optional(record.readyAt?.milliseconds)),
          ("presentedAt", .optional(record.presentedAt?.milliseconds)),
          ("autoplayAt", .optional(record.autoplay?.at.milliseconds)),
          ("impressionAt", .optional(record.impression?.at.milliseconds)),
          ("autoplay", .optional(record.autoplay?.timing.rawValue)),
          ("impression", .optional(record.impression?.timing.rawValue)),
        ] + LabOutcome(record).fields)
    }
    return JSONText.object([("ads", .list(ads))]).json + "\n"
  }
}
