import AdEngine

/// The keys that a session of the lab may hold, object by object; the JSON Schema has the same.
extension SessionKeys {
  static let labHeader = ["adview", "lab", "answers", "seed"]
  static let labSettings = ["unit"] + PreloadOption.allCases.map(\.rawValue)
  static let lab = labSettings + ["watchdog"]
  static let labAnswer = ["lab", "loaded", "failed", "event", "timers"]
  static let labDecisions = [
    "preload", "fetch", "size", "place", "record", "inject", "autoplay", "impression", "release",
  ]
  static let labDecision = ["lab", "impressions"] + labDecisions
}
