import AdEngine
import AdRendering

extension LabSetup {
  /// The lab that a header holds under a key; the seed is the header's own.
  init(_ fields: JSONFields, key: String) throws(SessionProblem) {
    let lab = try fields.object(key, "the settings of the preload lab")
    try lab.allow(SessionKeys.lab)
    let change = try PreloadChange(lab)
    var watchdog = PreloadMachine.standardWatchdog
    if lab.contains("watchdog") {
      watchdog = try lab.whole(
        "watchdog", 1...86_400_000, "a whole number of milliseconds, 1…86400000")
    }
    self.init(PreloadSettings().applying(change), watchdog: watchdog, seed: nil)
  }
}

extension PreloadChange {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    self.init()
    if fields.contains("unit") { unit = try fields.text("unit", "a unit") }
    for option in PreloadOption.allCases where fields.contains(option.rawValue) {
      options[option] = try fields.flag(option.rawValue)
    }
  }
}

extension PreloadInput {
  private enum Button: String, CaseIterable {
    case fetch, present, reset
  }

  /// What a cause says under its key: a button, or settings.
  init(_ fields: JSONFields, key: String) throws(SessionProblem) {
    if case .object(let values)? = fields[key] {
      let change = JSONFields(values)
      try change.allow(SessionKeys.labSettings)
      self = .settingsChanged(try PreloadChange(change))
      return
    }
    switch try fields.choice(key, of: Button.self) {
    case .fetch: self = .fetchRequested
    case .present: self = .presentRequested
    case .reset: self = .resetRequested
    }
  }

  /// What the world said about a generation of the lab.
  init(world fields: JSONFields) throws(SessionProblem) {
    try fields.allow(SessionKeys.labAnswer)
    let generation = try fields.labGeneration()
    let keys = fields.keys.filter { $0 != "lab" }
    guard let key = keys.first else {
      throw .missing("loaded", expected: "\"loaded\", \"failed\", \"event\" or \"timers\"")
    }
    guard keys.count == 1 else { throw .conflict(keys, expected: "one of them") }
    switch key {
    case "loaded":
      self = .answered(generation: generation, .loaded(try fields.labSize(key)))
    case "failed": self = .answered(generation: generation, .failed(try fields.choice(key)))
    case "timers": self = .heard(generation: generation, .timers(try fields.choice(key)))
    default:
      let event = try fields.choice(key, of: LabEvent.self)
      self = .heard(generation: generation, event.event)
    }
  }
}

extension PreloadEffect {
  /// A decision of the lab.
  init(_ fields: JSONFields) throws(SessionProblem) {
    try fields.allow(SessionKeys.labDecision)
    let generation = try fields.labGeneration()
    let keys = fields.keys.filter { $0 != "lab" && $0 != "impressions" }
    guard let key = keys.first else {
      throw .missing("preload", expected: "one decision in each line")
    }
    guard keys.count == 1 else { throw .conflict(keys, expected: "one decision in each line") }
    guard fields.contains("impressions") == (key == "fetch") else {
      if key == "fetch" {
        throw .missing("impressions", expected: "who counts impressions: automatic, manual")
      }
      throw .conflict(["impressions", key], expected: "\"impressions\" with \"fetch\"")
    }
    switch key {
    case "preload": self = .publishState(generation, try fields.choice(key))
    case "fetch":
      self = .fetch(
        generation, unit: try fields.text(key, "a unit"), try fields.choice("impressions"))
    case "size": self = .resize(generation, try fields.labSize(key))
    case "place": self = .place(generation, try fields.choice(key))
    case "record": self = try fields.only(true, key, .recordImpression(generation))
    case "inject": self = try fields.only(true, key, .injectVisibilityScript(generation))
    case "autoplay": self = .report(generation, .autoplay, try fields.choice(key))
    case "impression": self = .report(generation, .impression, try fields.choice(key))
    default: self = try fields.only(true, key, .release(generation))
    }
  }
}

extension JSONFields {
  fileprivate func labGeneration() throws(SessionProblem) -> Int {
    Int(try whole("lab", 1...largestWhole, "the number of a fetch, from 1"))
  }

  fileprivate func labSize(_ key: String) throws(SessionProblem) -> Size {
    let size = try object(key, "a width and a height")
    try size.allow(SessionKeys.size)
    return Size(width: try size.extent("width"), height: try size.extent("height"))
  }
}
