package import AdEngine

/// What a way of preloading came to for one creative: the lab's question answered.
package struct LabOutcome: Hashable, Sendable {
  /// How long after the banner came it was ready, in milliseconds; `nil` when it never was.
  package var readyAfter: Int64?
  /// How long before it was presented it began to play, in milliseconds; `nil` when it did not.
  package var earlyAutoplay: Int64?
  /// How long before it was presented an impression was counted, in milliseconds; `nil` when none was.
  package var earlyImpression: Int64?
  /// How long after it was presented it began to play, in milliseconds; `nil` when it did not.
  package var playsAfterPresent: Int64?
  /// Whether the watchdog ended the preloading.
  package var hasTimedOut: Bool
  /// Why no ad came, if none came.
  package var failure: AdFailure?

  package init(_ record: LabRecord) {
    func early(_ activity: LabRecord.Activity?) -> Int64? {
      guard let activity, activity.timing == .early, let end = record.presentedAt else {
        return nil
      }
      return end - activity.at
    }
    if let arrived = record.arrivedAt { readyAfter = record.readyAt.map { $0 - arrived } }
    earlyAutoplay = early(record.autoplay)
    earlyImpression = early(record.impression)
    if let start = record.autoplay, start.timing == .seen {
      playsAfterPresent = record.presentedAt.map { start.at - $0 }
    }
    hasTimedOut = record.timedOutAt != nil
    failure = record.failure?.value
  }

  /// Whether it played or was counted before anyone could see it.
  package var isEarly: Bool { earlyAutoplay != nil || earlyImpression != nil }

  /// How long the user waits with Present once the button is there, in milliseconds.
  package static let hesitation: Int64 = 3_000

  /// The record of an ad of these settings that is fetched and presented, by hand ``hesitation`` after the button is there.
  package static func record(
    of settings: PreloadSettings, seed: UInt64
  ) -> (record: LabRecord?, history: [LabRunEvent]) {
    var run = LabRun(LabSetup(settings, seed: seed))
    run.apply(.fetchRequested, at: .start)
    run.runUntilIdle()
    if run.machine.canPresent, let time = run.record?.readyAt ?? run.record?.timedOutAt {
      // The first run went on beyond that time; the second one stops there for the button.
      run = LabRun(LabSetup(settings, seed: seed))
      run.apply(.fetchRequested, at: .start)
      run.apply(.presentRequested, at: time + hesitation)
      run.runUntilIdle()
    }
    return (run.record, run.drainHistory())
  }

  /// Orders outcomes for a table: the quickest first, those without an ad last.
  var rank: [Int64] {
    [
      failure == nil ? 0 : 1, readyAfter ?? .max, hasTimedOut ? 1 : 0,
      (earlyAutoplay ?? 0) + (earlyImpression ?? 0), playsAfterPresent ?? -1,
    ]
  }
}
