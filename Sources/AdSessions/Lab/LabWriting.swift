import AdEngine

/// The words of the lab's lines, in the order in which they are written.
extension PreloadSettings {
  /// The settings as the fields of an object, every switch included.
  var jsonFields: String {
    let options = PreloadOption.allCases.map { "\"\($0.rawValue)\":\(self[$0])" }
    return (["\"unit\":" + jsonText(unit)] + options).joined(separator: ",")
  }
}

extension LabSetup {
  /// The lab in a header.
  var json: String {
    let own = watchdog == PreloadMachine.standardWatchdog ? "" : ",\"watchdog\":\(watchdog)"
    return "{" + settings.jsonFields + own + "}"
  }
}

extension PreloadInput {
  /// The input as the fields of a cause.
  var jsonFields: String {
    switch self {
    case .fetchRequested: "\"lab\":\"fetch\""
    case .presentRequested: "\"lab\":\"present\""
    case .resetRequested: "\"lab\":\"reset\""
    case .settingsChanged(let change): "\"lab\":{" + change.jsonFields + "}"
    case .answered(let generation, .loaded(let size)):
      world(
        generation,
        "\"loaded\":{\"width\":\(jsonText(size.width)),\"height\":\(jsonText(size.height))}")
    case .answered(let generation, .failed(let reason)):
      world(generation, "\"failed\":" + jsonText(reason.rawValue))
    case .heard(let generation, .timers(let pace)):
      world(generation, "\"timers\":" + jsonText(pace.rawValue))
    case .heard(let generation, .completed): world(generation, LabEvent.completed.json)
    case .heard(let generation, .autoplayed): world(generation, LabEvent.autoplay.json)
    case .heard(let generation, .impressed): world(generation, LabEvent.impression.json)
    // Nobody records a wake-up.
    case .woken: "\"lab\":\"woken\""
    }
  }

  private func world(_ generation: Int, _ fields: String) -> String {
    "\"world\":{\"lab\":\(generation),\(fields)}"
  }
}

/// What a creative did, in the words of a session.
enum LabEvent: String, CaseIterable {
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

  fileprivate var json: String { "\"event\":" + jsonText(rawValue) }
}

extension PreloadChange {
  fileprivate var jsonFields: String {
    let unit = unit.map { ["\"unit\":" + jsonText($0)] } ?? []
    let switches = PreloadOption.allCases.compactMap { option in
      options[option].map { "\"\(option.rawValue)\":\($0)" }
    }
    return (unit + switches).joined(separator: ",")
  }
}

extension PreloadEffect {
  /// The effect as the fields of a decision: the generation, then one key that names the thing.
  var jsonFields: String {
    switch self {
    case .publishState(let generation, let state):
      lab(generation, "\"preload\":" + jsonText(state.rawValue))
    case .fetch(let generation, let unit, let impressions):
      lab(
        generation,
        "\"fetch\":\(jsonText(unit)),\"impressions\":\(jsonText(impressions.rawValue))")
    case .resize(let generation, let size):
      lab(
        generation,
        "\"size\":{\"width\":\(jsonText(size.width)),\"height\":\(jsonText(size.height))}")
    case .place(let generation, let placement):
      lab(generation, "\"place\":" + jsonText(placement.rawValue))
    case .recordImpression(let generation): lab(generation, "\"record\":true")
    case .injectVisibilityScript(let generation): lab(generation, "\"inject\":true")
    case .report(let generation, let activity, let timing):
      lab(generation, "\(jsonText(activity.rawValue)):\(jsonText(timing.rawValue))")
    case .release(let generation): lab(generation, "\"release\":true")
    // Nobody records a refusal: nothing was decided.
    case .refuse(let refusal): lab(0, "\"refused\":" + jsonText(refusal.description))
    }
  }

  private func lab(_ generation: Int, _ fields: String) -> String {
    "\"lab\":\(generation),\(fields)"
  }
}
