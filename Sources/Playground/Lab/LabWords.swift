internal import AdEngine
internal import AdLab
internal import AdSessions

extension PreloadOption {
  /// What the setting is called (`S2.12`–`S2.24`), and how it is called where there is little room.
  private var names: (title: String, short: String) {
    switch self {
    case .preload: ("Preload", "preload")
    case .outsideScreenBounds: ("Outside Screen Bounds", "outside")
    case .inDetachedParentView: ("In Detached Parent View", "detached")
    case .waitForCompletionEvent: ("Wait for Completion Event", "wait")
    case .hideAfterwards: ("Hide Afterwards", "hide")
    case .removeFromParentAfterwards: ("Remove From Parent Afterwards", "remove")
    case .injectVisibilityJavascript: ("Inject Visibility Javascript", "inject")
    case .autoPresent: ("Auto-Present", "auto-present")
    case .manualImpressions: ("Manual Impressions", "manual")
    }
  }

  var title: String { names.title }
  var shortTitle: String { names.short }

  var explanation: String {
    switch self {
    case .preload: "The banner loads before it appears: attached behind other views for 5 s."
    case .outsideScreenBounds: "It preloads outside the screen: its x is the screen's width."
    case .inDetachedParentView: "It preloads in a parent that is in no view hierarchy."
    case .waitForCompletionEvent:
      "It preloads until it sends \(LabCreative.completionEvent); off: for 5 s, loaded or not."
    case .hideAfterwards: "Once preloaded it is hidden until it is presented."
    case .removeFromParentAfterwards:
      "Once preloaded it is taken out of its parent until it is presented."
    case .injectVisibilityJavascript:
      "When it is presented a script says so; creatives can wait for that."
    case .autoPresent: "It is presented as soon as it is ready; off: when you press Present."
    case .manualImpressions: "The app reports impressions, not the ad network's SDK."
    }
  }

  /// Why it does not change while it means nothing.
  var refusal: String { "\(title) means something only while \(PreloadOption.preload.title) is on" }
}

extension LabCreative {
  /// What a unit's creative is like, or what is wrong with the text.
  static func words(of unit: String) -> String {
    do throws(LabUnitError) {
      return try LabCreative(unit: unit).words
    } catch {
      return "\(error)"
    }
  }

  /// The same as a preview, with how to describe a creative.
  static func preview(of unit: String) -> [String] {
    words(of: unit).wrapped(to: 60) + [
      "", "Any text is a unit ID: its creative is generated from the name,",
      "or described, times in ms: NAME?size=300x250&load=2400",
      "&autoplay=1800&event=never&gated=on&outside=on",
    ]
  }
}

extension PreloadSettings {
  static let unitExplanation = "The unit that the next fetch asks for."

  /// The last part of the unit's path, without a description: all of it that is shown (`S2.26`).
  var shortUnit: String {
    let path = unit.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? unit
  }

  /// The switches that are on and mean something.
  var words: String {
    let names = PreloadOption.allCases.filter(isInForce).map(\.shortTitle)
    return names.isEmpty ? "all off" : names.joined(separator: ", ")
  }

  /// The unit a number of places further in the list.
  func unit(_ places: Int) -> String {
    let units = LabCreative.units
    guard let index = units.firstIndex(of: LabCreative.named(unit)?.unit ?? "") else {
      return units.first ?? unit
    }
    return units[(index + places + units.count) % units.count]
  }
}

extension Lab {
  /// What the second button says.
  var fetchTitle: String {
    if machine.canPresent { return "Present" }
    if machine.isFetching { return "Fetching…" }
    return machine.isPreloading ? "Preloading…" : "Fetch"
  }

  /// Whether the second button does something.
  var canFetchOrPresent: Bool { machine.canFetch || machine.canPresent }

  /// The state and its details, the longest wording first.
  var stateWords: [String] {
    switch machine.state {
    case .failed: ["failed: \(machine.failure?.words ?? "no ad")"]
    case .timedOut:
      [
        "timed out: no completion event in \(machine.watchdog.secondsText)",
        "timed out after \(machine.watchdog.secondsText)",
      ]
    case .noAd, .fetching, .preloading, .ready, .presented: [machine.state.words]
    }
  }

  /// How far preloading is, 0…1, and in words; `nil` while nothing of the kind goes on.
  var progress: (share: Double, words: String)? {
    guard machine.isPreloading, let end = machine.nextDeadline, let start = record?.arrivedAt else {
      return nil
    }
    let total = max(1, end - start)
    let gone = max(0, min(total, time - start))
    let limit = machine.settings[.waitForCompletionEvent] ? "at most " : ""
    return (
      Double(gone) / Double(total), "\(gone.inTenths.secondsText) of \(limit)\(total.secondsText)"
    )
  }

  /// How much of the content is there, where the simulated world knows.
  var contentWords: String? {
    run.creativeProgress(at: time).map { "content \(Int(($0 * 100).rounded(.down)))%" }
  }

  /// What happened too early, and how long before the ad was presented; `nil` as long as there is no banner.
  var verdict: (words: String, isEarly: Bool)? {
    guard let record, machine.banner != nil else { return nil }
    let activities = [("played", record.autoplay), ("counted", record.impression)]
    let early = activities.compactMap { verb, activity -> String? in
      guard let activity, activity.timing == .early else { return nil }
      return verb + (record.presentedAt.map { " \(($0 - activity.at).secondsText)" } ?? "")
    }
    guard !early.isEmpty else { return ("nothing happened early so far", false) }
    return ("EARLY: " + early.joined(separator: ", "), true)
  }
}

extension Int64 {
  /// Milliseconds, the last two digits dropped: for what grows on the screen.
  var inTenths: Int64 { self / 100 * 100 }
}
