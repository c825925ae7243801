import AdEngine
import AdLab
import AdRendering

/// The causes in the words of a session: a row for each kind.
extension SessionCause {
  private static let expected = "one cause in each line"

  /// What stands by itself.
  static let kinds = LineKinds<SessionCause>(
    missing: ("scroll", expected), expected: expected,
    [
      LineKind("scroll") { fields, key throws(SessionLineError) in
        .scrolled(to: try fields.number(key))
      },
      LineKind("scrollX") { fields, key throws(SessionLineError) in
        .scrolledAcross(to: try fields.number(key))
      },
      LineKind("viewport") { fields, key throws(SessionLineError) in
        .viewportResized(try fields.size(key))
      },
      LineKind("lazyLoad") { fields, key throws(SessionLineError) in
        .lazyLoadingChanged(try fields.lazyLoading(key))
      },
      LineKind("consent") { fields, key throws(SessionLineError) in
        .consentChanged(try fields.consent(key))
      },
      LineKind("policy") { fields, key throws(SessionLineError) in
        .policyChanged(try fields.choice(key))
      },
      LineKind("click") { fields, key throws(SessionLineError) in
        .clicked(try fields.slot(key))
      },
      LineKind("reload") { fields, key throws(SessionLineError) in
        .reloadRequested(try fields.slot(key))
      },
      LineKind("active") { fields, key throws(SessionLineError) in
        .activityChanged(try fields.flag(key))
      },
      LineKind(HostCall.load.rawValue) { fields, key throws(SessionLineError) in
        .host(.load, try fields.choice(key))
      },
      LineKind(HostCall.show.rawValue) { fields, key throws(SessionLineError) in
        .host(.show, try fields.choice(key))
      },
      LineKind(HostCall.close.rawValue) { fields, key throws(SessionLineError) in
        .host(.close, try fields.choice(key))
      },
      LineKind("open") { fields, key throws(SessionLineError) in
        .pageOpened(try SessionOpening(fields, key: key))
      },
      LineKind("back") { fields, key throws(SessionLineError) in
        try fields.only(true, key, .wentBack)
      },
      LineKind("caption") { fields, key throws(SessionLineError) in
        .caption(try fields.text(key))
      },
      LineKind("world") { fields, key throws(SessionLineError) in
        try SessionCause(world: fields.object(key, "an answer of the world"))
      },
      LineKind("lab") { fields, key throws(SessionLineError) in
        .lab(try PreloadInput(fields, key: key))
      },
    ])

  /// What is done to a slot of a bare session.
  static let changes = LineKinds<SessionCause>(
    beside: ["slot"],
    missing: (
      "frame", "\"frame\", \"resized\", \"x\", \"visible\", \"hidden\" or \"removed\" of the slot"
    ), expected: expected,
    [
      LineKind("frame", with: .init(key: "unit")) { fields, key throws(SessionLineError) in
        .slotFramed(
          try fields.slot("slot"), try fields.frame(key),
          unit: fields.contains("unit") ? try fields.text("unit") : nil)
      },
      LineKind("resized") { fields, key throws(SessionLineError) in
        .slotResized(try fields.slot("slot"), try fields.size(key))
      },
      LineKind("x") { fields, key throws(SessionLineError) in
        .slotMovedAcross(try fields.slot("slot"), to: try fields.number(key))
      },
      LineKind("visible") { fields, key throws(SessionLineError) in
        .slotClipped(try fields.slot("slot"), visibleShare: try fields.share(key))
      },
      LineKind("hidden") { fields, key throws(SessionLineError) in
        .slotHidden(try fields.slot("slot"), try fields.flag(key))
      },
      LineKind("removed") { fields, key throws(SessionLineError) in
        try fields.only(true, key, .slotRemoved(fields.slot("slot")))
      },
    ])

  /// What the world of the ads says about a generation of a slot: its answer, or what the page of its ad says and wants.
  static let answers = LineKinds<SessionCause>(
    beside: ["slot", "generation"],
    missing: (
      "loaded",
      "\"loaded\", \"failed\" or \"presented\", or \"size\", \"message\" or \"navigate\" of an ad's page"
    ), expected: "one of them",
    [
      LineKind("loaded") { fields, key throws(SessionLineError) in
        .answered(
          try fields.slot("slot"), generation: try fields.generation("generation"),
          try fields.object(key, "an ad").loadedAd())
      },
      LineKind("failed") { fields, key throws(SessionLineError) in
        .answered(
          try fields.slot("slot"), generation: try fields.generation("generation"),
          .failed(try fields.choice(key)))
      },
      LineKind("presented") { fields, key throws(SessionLineError) in
        try fields.only(
          false, key,
          .presentationFailed(
            fields.slot("slot"), generation: fields.generation("generation")))
      },
      LineKind("size") { fields, key throws(SessionLineError) in
        .messaged(
          try fields.slot("slot"), generation: try fields.generation("generation"),
          .adSize(try fields.size(key)))
      },
      LineKind("message") { fields, key throws(SessionLineError) in
        .messaged(
          try fields.slot("slot"), generation: try fields.generation("generation"),
          try fields.message(key))
      },
      LineKind("navigate") { fields, key throws(SessionLineError) in
        .navigationRequested(
          try fields.slot("slot"), generation: try fields.generation("generation"),
          try SessionNavigation(fields.object(key, "an address and a frame")))
      },
    ])

  static let keys = changes.keys + kinds.keys
  /// What the world says of an auction.
  static let bidKeys = ["slot", "auction", "bids"]

  /// Reads what an `in` line says.
  init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    if fields.contains("slot") {
      _ = try fields.slot("slot")
      self = try Self.changes.read(fields, context: ["slot"])
      return
    }
    if let key = fields.keys.first, !Self.kinds.contains(key) {
      throw .missing("slot", expected: "the name of a slot")
    }
    self = try Self.kinds.read(fields)
  }

  private init(world fields: JSONFields) throws(SessionLineError) {
    if fields.contains("lab") {
      self = .lab(try PreloadInput(world: fields))
      return
    }
    if fields.contains("auction") {
      try fields.allow(Self.bidKeys)
      let name = try fields.slot("slot")
      let number = try fields.auction("auction")
      self = try fields.only(true, "bids", .bidsArrived(name, auction: number))
      return
    }
    try fields.allow(Self.answers.keys)
    _ = try fields.slot("slot")
    _ = try fields.generation("generation")
    self = try Self.answers.read(fields)
  }

  /// What an `in` line says, in the order in which it is written.
  var fields: JSONText.Fields {
    switch self {
    case .scrolled(let position): [("scroll", .number(position))]
    case .scrolledAcross(let position): [("scrollX", .number(position))]
    case .viewportResized(let size): [("viewport", .object(size.fields))]
    case .slotFramed(let name, let frame, let unit):
      [("slot", .text(name)), ("frame", .object(frame.fields))]
        + (unit.map { [("unit", .text($0))] } ?? [])
    case .slotResized(let name, let size):
      [("slot", .text(name)), ("resized", .object(size.fields))]
    case .slotMovedAcross(let name, let x): [("slot", .text(name)), ("x", .number(x))]
    case .slotClipped(let name, let share):
      [("slot", .text(name)), ("visible", .number(share))]
    case .slotHidden(let name, let isHidden):
      [("slot", .text(name)), ("hidden", .flag(isHidden))]
    case .slotRemoved(let name): [("slot", .text(name)), ("removed", .flag(true))]
    case .lazyLoadingChanged(let change): [("lazyLoad", .object(change.fields))]
    case .consentChanged(let choice): [("consent", choice.text)]
    case .policyChanged(let policy): [("policy", .text(policy.rawValue))]
    case .clicked(let name): [("click", .text(name))]
    case .reloadRequested(let name): [("reload", .text(name))]
    case .activityChanged(let isActive): [("active", .flag(isActive))]
    case .host(let call, let host): [(call.rawValue, .text(host.rawValue))]
    case .pageOpened(let opening): [("open", opening.text)]
    case .wentBack: [("back", .flag(true))]
    case .caption(let caption): [("caption", .text(caption))]
    case .bidsArrived(let name, let number):
      [
        (
          "world",
          .object([
            ("slot", .text(name)), ("auction", .number(number)), ("bids", .flag(true)),
          ])
        )
      ]
    case .answered(let name, let generation, let answer): world(name, generation, answer.field)
    case .presentationFailed(let name, let generation):
      world(name, generation, ("presented", .flag(false)))
    case .messaged(let name, let generation, let message): world(name, generation, message.field)
    case .navigationRequested(let name, let generation, let navigation):
      world(name, generation, ("navigate", .object(navigation.fields)))
    case .lab(let input): input.fields
    }
  }

  private func world(
    _ name: String, _ generation: Int, _ field: (String, JSONText)
  ) -> JSONText.Fields {
    let fields: JSONText.Fields = [
      ("slot", .text(name)), ("generation", .number(generation)), field,
    ]
    return [("world", .object(fields))]
  }
}

extension SessionNavigation {
  static let keys = ["url", "frame", "action"]

  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    self.init(try fields.text("url", "an address"))
    if fields.contains("frame") { frame = try fields.choice("frame") }
    if fields.contains("action") {
      action = Int(try fields.whole("action", 0...largestWhole, "a whole number, from 0"))
    }
  }

  fileprivate var fields: JSONText.Fields {
    [("url", .text(url)), ("frame", .text(frame.rawValue))]
      + (action.map { [("action", .number($0))] } ?? [])
  }
}

extension BridgeMessage {
  fileprivate var field: (String, JSONText) {
    switch self {
    case .console(let level, let text):
      (
        "message",
        .object([("type", .text("console")), ("level", .text(level)), ("message", .text(text))])
      )
    case .adSize(let size): ("size", .object(size.fields))
    case .unknown(_, let fields): ("message", .written(fields))
    }
  }
}

extension Answer {
  static let adKeys = Size.keys + ["media"]

  fileprivate var field: (String, JSONText) {
    switch self {
    case .loaded(let size, let media):
      ("loaded", .object(size.fields + [("media", .text(media.rawValue))]))
    case .failed(let reason): ("failed", .text(reason.rawValue))
    }
  }
}

extension JSONFields {
  fileprivate func loadedAd() throws(SessionLineError) -> Answer {
    try allow(Answer.adKeys)
    let size = Size(width: try extent("width"), height: try extent("height"))
    let media: AdMedia = contains("media") ? try choice("media") : .display
    return .loaded(size, media)
  }

  /// A message over the bridge, as the page of an ad sends it.
  fileprivate func message(_ key: String) throws(SessionLineError) -> BridgeMessage {
    let value = try require(key, "a message: an object with a type")
    do throws(BridgeMessageError) {
      return try BridgeMessageReader.read(value)
    } catch {
      throw .message(error)
    }
  }
}
