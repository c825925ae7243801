import AdEngine
import AdLab
import AdRendering

extension LabSetup {
  static let keys = PreloadChange.keys + ["watchdog"]

  /// The lab that a header holds under a key; the seed is the header's own.
  init(_ fields: JSONFields, key: String) throws(SessionLineError) {
    let lab = try fields.object(key, "the settings of the preload lab")
    try lab.allow(Self.keys)
    let change = try PreloadChange(lab)
    let watchdog = try lab.having("watchdog")?.whole(
      "watchdog", 1...86_400_000, "a whole number of milliseconds, 1…86400000")
    self.init(
      PreloadSettings().applying(change), watchdog: watchdog ?? PreloadMachine.standardWatchdog,
      seed: nil)
  }

  /// The settings, every switch included.
  var fields: JSONText.Fields {
    let switches = PreloadOption.allCases.map { ($0.rawValue, JSONText.flag(settings[$0])) }
    let own: JSONText.Fields =
      watchdog == PreloadMachine.standardWatchdog ? [] : [("watchdog", .number(watchdog))]
    return [("unit", .text(settings.unit))] + switches + own
  }
}

extension PreloadChange {
  static let keys = ["unit"] + PreloadOption.allCases.map(\.rawValue)

  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    self.init()
    if fields.contains("unit") { unit = try fields.text("unit", "a unit") }
    for option in PreloadOption.allCases where fields.contains(option.rawValue) {
      options[option] = try fields.flag(option.rawValue)
    }
  }

  fileprivate var fields: JSONText.Fields {
    let unit: JSONText.Fields = unit.map { [("unit", .text($0))] } ?? []
    return unit
      + PreloadOption.allCases.compactMap { option in
        options[option].map { (option.rawValue, .flag($0)) }
      }
  }
}

// MARK: - Causes

/// What a creative did, in the words of a session.
private enum LabEvent: String, CaseIterable {
  case completed = "celtraLoaded"
  case autoplay
  case impression

  var event: CreativeEvent {
    switch self {
    case .completed: .completed
    case .autoplay: .autoplayed
    case .impression: .impressed
    }
  }

  var field: (String, JSONText) { ("event", .text(rawValue)) }
}

extension PreloadInput {
  private enum Button: String, CaseIterable {
    case fetch, present, reset

    var input: PreloadInput {
      switch self {
      case .fetch: .fetchRequested
      case .present: .presentRequested
      case .reset: .resetRequested
      }
    }
  }

  /// What the world says about a generation.
  enum News: String, CaseIterable {
    case loaded, failed, timers, event
  }

  static let answers = LineKinds<News>(
    beside: ["lab"], missing: ("loaded", "\"loaded\", \"failed\", \"event\" or \"timers\""),
    expected: "one of them")

  /// What a cause says under its key: a button, or settings.
  init(_ fields: JSONFields, key: String) throws(SessionLineError) {
    if case .object(let values)? = fields[key] {
      let change = JSONFields(values)
      try change.allow(PreloadChange.keys)
      self = .settingsChanged(try PreloadChange(change))
    } else {
      self = try fields.choice(key, of: Button.self).input
    }
  }

  init(world fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.answers.keys)
    let generation = try fields.labGeneration()
    let kind = try Self.answers.kind(of: fields)
    let key = kind.rawValue
    self =
      switch kind {
      case .loaded: .answered(generation: generation, .loaded(try fields.size(key)))
      case .failed: .answered(generation: generation, .failed(try fields.choice(key)))
      case .timers: .heard(generation: generation, .timers(try fields.choice(key)))
      case .event: .heard(generation: generation, try fields.choice(key, of: LabEvent.self).event)
      }
  }

  var fields: JSONText.Fields {
    switch self {
    case .fetchRequested: [("lab", .text("fetch"))]
    case .presentRequested: [("lab", .text("present"))]
    case .resetRequested: [("lab", .text("reset"))]
    case .settingsChanged(let change): [("lab", .object(change.fields))]
    case .answered(let generation, .loaded(let size)):
      world(generation, ("loaded", .object(size.fields)))
    case .answered(let generation, .failed(let reason)):
      world(generation, ("failed", .text(reason.rawValue)))
    case .heard(let generation, .timers(let pace)):
      world(generation, ("timers", .text(pace.rawValue)))
    case .heard(let generation, .completed): world(generation, LabEvent.completed.field)
    case .heard(let generation, .autoplayed): world(generation, LabEvent.autoplay.field)
    case .heard(let generation, .impressed): world(generation, LabEvent.impression.field)
    // Wake-ups are not recorded.
    case .woken: [("lab", .text("woken"))]
    }
  }

  private func world(_ generation: Int, _ field: (String, JSONText)) -> JSONText.Fields {
    [("world", .object([("lab", .number(generation)), field]))]
  }
}

// MARK: - Decisions

extension PreloadEffect {
  private static let expected = "one decision in each line"

  /// What is decided about a generation.
  private enum Kind: String, CaseIterable {
    case preload, fetch, size, place, record, inject, autoplay, impression, release
  }

  private static let kinds = LineKinds<Kind>(
    beside: ["lab"], companions: [(.fetch, "impressions")], missing: ("preload", expected),
    expected: expected)

  static let keys = kinds.keys

  init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    let generation = try fields.labGeneration()
    let kind = try Self.kinds.kind(of: fields)
    let key = kind.rawValue
    self =
      switch kind {
      case .preload: .publishState(generation, try fields.choice(key))
      case .fetch:
        .fetch(generation, unit: try fields.text(key, "a unit"), try fields.choice("impressions"))
      case .size: .resize(generation, try fields.size(key))
      case .place: .place(generation, try fields.choice(key))
      case .record: try fields.only(true, key, .recordImpression(generation))
      case .inject: try fields.only(true, key, .injectVisibilityScript(generation))
      case .autoplay: .report(generation, .autoplay, try fields.choice(key))
      case .impression: .report(generation, .impression, try fields.choice(key))
      case .release: try fields.only(true, key, .release(generation))
      }
  }

  /// The generation, then one key that names the thing.
  var fields: JSONText.Fields {
    switch self {
    case .publishState(let generation, let state):
      lab(generation, ("preload", .text(state.rawValue)))
    case .fetch(let generation, let unit, let impressions):
      lab(generation, ("fetch", .text(unit)), ("impressions", .text(impressions.rawValue)))
    case .resize(let generation, let size): lab(generation, ("size", .object(size.fields)))
    case .place(let generation, let placement):
      lab(generation, ("place", .text(placement.rawValue)))
    case .recordImpression(let generation): lab(generation, ("record", .flag(true)))
    case .injectVisibilityScript(let generation): lab(generation, ("inject", .flag(true)))
    case .report(let generation, let activity, let timing):
      lab(generation, (activity.rawValue, .text(timing.rawValue)))
    case .release(let generation): lab(generation, ("release", .flag(true)))
    // Refusals are not recorded: nothing was decided.
    case .refuse(let refusal): lab(0, ("refused", .text(refusal)))
    }
  }

  private func lab(_ generation: Int, _ fields: (String, JSONText)...) -> JSONText.Fields {
    [("lab", .number(generation))] + fields
  }
}

extension JSONFields {
  fileprivate func labGeneration() throws(SessionLineError) -> Int {
    Int(try whole("lab", 1...largestWhole, "the number of a fetch, from 1"))
  }
}

extension LabOutcome {
  var fields: JSONText.Fields {
    [
      ("readyAfter", .optional(readyAfter)), ("earlyAutoplay", .optional(earlyAutoplay)),
      ("earlyImpression", .optional(earlyImpression)),
      ("playsAfterPresent", .optional(playsAfterPresent)), ("watchdog", .flag(hasTimedOut)),
      ("failed", .optional(failure?.rawValue)),
    ]
  }
}
