package import AdEngine
package import AdLab
import AdRendering

extension LabRecord {
  package struct Remark: Hashable, Sendable {
    /// When it happened; `nil` for what did not happen.
    package let at: Instant?
    /// What happened, as a clause for people.
    package let text: String
    /// Whether it happened before anyone could see the ad.
    package let isEarly: Bool

    init(_ at: Instant?, _ text: String, isEarly: Bool = false) {
      (self.at, self.text, self.isEarly) = (at, text, isEarly)
    }
  }

  /// What has happened so far, in order of time.
  package var remarks: [Remark] {
    let origin =
      fetchedAt == .start ? "" : ", \(fetchedAt.milliseconds.secondsText) into the session"
    var remarks = [Remark(fetchedAt, "fetch of \(unit)\(origin)")]
    if let failure { remarks.append(Remark(failure.at, "failed: \(failure.value.words)")) }
    if let arrivedAt { remarks.append(Remark(arrivedAt, "the banner arrived\(placementWords)")) }
    remarks += activities(.early)
    if let completedAt { remarks.append(Remark(completedAt, "the completion event came")) }
    if let timedOutAt {
      remarks.append(Remark(timedOutAt, "timed out: no completion event before the watchdog"))
    }
    if let readyAt { remarks.append(Remark(readyAt, "ready\(since(arrivedAt, readyAt))")) }
    if let presentedAt { remarks.append(Remark(presentedAt, "presented")) }
    if let informedAt { remarks.append(Remark(informedAt, "informed of its visibility")) }
    remarks += activities(.seen)
    if let resetAt { remarks.append(Remark(resetAt, "reset")) }
    return remarks.sorted { $0.at ?? .start < $1.at ?? .start }
  }

  /// How long after the fetch something happened, in words; empty for what did not happen.
  package func time(of remark: Remark) -> String {
    remark.at.map { ($0 - fetchedAt).secondsText } ?? ""
  }

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

  private func activities(_ timing: PreloadTiming) -> [Remark] {
    var remarks: [Remark] = []
    if let impression, impression.timing == timing {
      remarks.append(remark(impression, "counted", "the impression"))
    }
    if let autoplay, autoplay.timing == timing {
      remarks.append(remark(autoplay, "played", "the creative"))
    }
    return remarks
  }

  private var placementWords: String { placements.first.map { ", \($0.value.words)" } ?? "" }

  private func remark(_ activity: Activity, _ verb: String, _ what: String) -> Remark {
    guard activity.timing == .early else { return Remark(activity.at, "\(what): \(verb)") }
    let gap = presentedAt.map { ", \(($0 - activity.at).secondsText) before it was presented" }
    let never = resetAt == nil ? ", not presented yet" : ", never presented"
    return Remark(activity.at, "\(what): \(verb) EARLY\(gap ?? never)", isEarly: true)
  }

  private func since(_ start: Instant?, _ end: Instant) -> String {
    start.map { " \((end - $0).secondsText) after the banner came" } ?? ""
  }
}

extension PreloadPlacement {
  /// The place as a clause for people.
  package var words: String {
    switch self {
    case .unattached: "in no view yet"
    case .behindViews: "behind other views"
    case .outsideScreenBounds: "outside the screen"
    case .detachedParent: "in a detached parent"
    case .hidden: "hidden"
    case .removed: "removed from its parent"
    case .presented: "on the screen"
    }
  }
}
