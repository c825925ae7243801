import AdEngine
import AdRendering

extension SessionCause {
  /// Reads what the world of the ads said: an answer to a fetch, or something that the page of an ad said or wants.
  init(world fields: JSONFields) throws(SessionProblem) {
    if fields.contains("lab") {
      self = .lab(try PreloadInput(world: fields))
      return
    }
    try fields.allow(SessionKeys.answer)
    let name = try fields.slot("slot")
    let generation = try fields.generation("generation")
    let keys = fields.keys.filter(SessionKeys.answers.contains)
    guard let key = keys.first else {
      throw .missing(
        "loaded",
        expected:
          "\"loaded\" or \"failed\", or \"size\", \"message\" or \"navigate\" of an ad's page")
    }
    guard keys.count == 1 else { throw .conflict(keys, expected: "one of them") }
    switch key {
    case "loaded":
      self = .answered(name, generation: generation, try fields.object(key, "an ad").loadedAd())
    case "failed":
      self = .answered(name, generation: generation, .failed(try fields.choice(key)))
    case "size":
      self = .messaged(name, generation: generation, .adSize(try fields.size(key)))
    case "message":
      self = .messaged(name, generation: generation, try fields.message(key))
    default:
      let navigation = try fields.object(key, "an address and a frame").navigation()
      self = .navigationRequested(name, generation: generation, navigation)
    }
  }
}

extension JSONFields {
  fileprivate func loadedAd() throws(SessionProblem) -> Answer {
    try allow(SessionKeys.ad)
    let size = Size(width: try extent("width"), height: try extent("height"))
    let media: AdMedia = contains("media") ? try choice("media") : .display
    return .loaded(size, media)
  }

  /// A message over the bridge, as the page of an ad sends it.
  fileprivate func message(_ key: String) throws(SessionProblem) -> BridgeMessage {
    let value = try require(key, "a message: an object with a type")
    do throws(InvalidBridgeMessage) {
      return try BridgeMessageReader.read(value)
    } catch {
      throw .message(error)
    }
  }

  fileprivate func navigation() throws(SessionProblem) -> SessionNavigation {
    try allow(SessionKeys.navigation)
    var navigation = SessionNavigation(try text("url", "an address"))
    if contains("frame") { navigation.frame = try choice("frame") }
    if contains("action") {
      navigation.action = Int(try whole("action", 0...largestWhole, "a whole number, from 0"))
    }
    return navigation
  }
}
