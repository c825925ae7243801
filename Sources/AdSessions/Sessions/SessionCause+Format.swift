import AdEngine
import AdLab
import AdRendering

extension SessionCause {
  private static let expected = "one cause in each line"

  /// What stands by itself.
  enum Kind: String, CaseIterable {
    case scroll, scrollX, viewport, lazyLoad, consent, policy, click, reload, active
    case load, show, close, open, back, caption, world, lab
  }

  static let kinds = LineKinds<Kind>(missing: ("scroll", expected), expected: expected)

  /// What is done to a slot of a bare session.
  enum Change: String, CaseIterable {
    case frame, resized, x, visible, hidden, removed
  }

  static let changes = LineKinds<Change>(
    beside: ["slot"], companions: [(.frame, "unit")],
    missing: (
      "frame", "\"frame\", \"resized\", \"x\", \"visible\", \"hidden\" or \"removed\" of the slot"
    ), expected: expected)

  /// What the world of the ads says about a generation of a slot: its answer, or what the page of its ad says and wants.
  enum News: String, CaseIterable {
    case loaded, failed, presented, size, message, navigate
  }

  static let answers = LineKinds<News>(
    beside: ["slot", "generation"],
    missing: (
      "loaded",
      "\"loaded\", \"failed\" or \"presented\", or \"size\", \"message\" or \"navigate\" of an ad's page"
    ), expected: "one of them")

  static let keys = changes.keys + kinds.keys
  /// What the world says of an auction.
  static let bidKeys = ["slot", "auction", "bids"]

  init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    if fields.contains("slot") {
      try self.init(changing: fields.slot("slot"), fields)
      return
    }
    if let key = fields.keys.first, Kind(rawValue: key) == nil {
      throw .missing("slot", expected: "the name of a slot")
    }
    let kind = try Self.kinds.kind(of: fields)
    let key = kind.rawValue
    self =
      switch kind {
      case .scroll: .scrolled(to: try fields.number(key))
      case .scrollX: .scrolledAcross(to: try fields.number(key))
      case .viewport: .viewportResized(try fields.size(key))
      case .lazyLoad: .lazyLoadingChanged(try fields.lazyLoading(key))
      case .consent: .consentChanged(try fields.consent(key))
      case .policy: .policyChanged(try fields.choice(key))
      case .click: .clicked(try fields.slot(key))
      case .reload: .reloadRequested(try fields.slot(key))
      case .active: .activityChanged(try fields.flag(key))
      case .load: .screenAd(.load, try fields.choice(key))
      case .show: .screenAd(.show, try fields.choice(key))
      case .close: .screenAd(.close, try fields.choice(key))
      case .open: .pageOpened(try SessionOpening(fields, key: key))
      case .back: try fields.only(true, key, .wentBack)
      case .caption: .caption(try fields.text(key))
      case .world: try SessionCause(world: fields.object(key, "an answer of the world"))
      case .lab: .lab(try PreloadInput(fields, key: key))
      }
  }

  private init(changing slot: String, _ fields: JSONFields) throws(SessionLineError) {
    let kind = try Self.changes.kind(of: fields, context: ["slot"])
    let key = kind.rawValue
    self =
      switch kind {
      case .frame:
        .slotFramed(slot, try fields.frame(key), unit: try fields.having("unit")?.text("unit"))
      case .resized: .slotResized(slot, try fields.size(key))
      case .x: .slotMovedAcross(slot, to: try fields.number(key))
      case .visible: .slotClipped(slot, visibleShare: try fields.share(key))
      case .hidden: .slotHidden(slot, try fields.flag(key))
      case .removed: try fields.only(true, key, .slotRemoved(slot))
      }
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
    let slot = try fields.slot("slot")
    let number = try fields.generation("generation")
    let kind = try Self.answers.kind(of: fields)
    let key = kind.rawValue
    self =
      switch kind {
      case .loaded: .answered(slot, generation: number, try fields.object(key, "an ad").loadedAd())
      case .failed: .answered(slot, generation: number, .failed(try fields.choice(key)))
      case .presented: try fields.only(false, key, .presentationFailed(slot, generation: number))
      case .size: .messaged(slot, generation: number, .adSize(try fields.size(key)))
      case .message: .messaged(slot, generation: number, try fields.message(key))
      case .navigate:
        .navigationRequested(
          slot, generation: number,
          try SessionNavigation(fields.object(key, "an address and a frame")))
      }
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
    case .slotClipped(let name, let share): [("slot", .text(name)), ("visible", .number(share))]
    case .slotHidden(let name, let isHidden): [("slot", .text(name)), ("hidden", .flag(isHidden))]
    case .slotRemoved(let name): [("slot", .text(name)), ("removed", .flag(true))]
    case .lazyLoadingChanged(let change): [("lazyLoad", .object(change.fields))]
    case .consentChanged(let choice): [("consent", choice.text)]
    case .policyChanged(let policy): [("policy", .text(policy.rawValue))]
    case .clicked(let name): [("click", .text(name))]
    case .reloadRequested(let name): [("reload", .text(name))]
    case .activityChanged(let isActive): [("active", .flag(isActive))]
    case .screenAd(let call, let kind): [(call.rawValue, .text(kind.rawValue))]
    case .pageOpened(let opening): [("open", opening.text)]
    case .wentBack: [("back", .flag(true))]
    case .caption(let caption): [("caption", .text(caption))]
    case .bidsArrived(let name, let number):
      world(name, ("auction", .number(number)), ("bids", .flag(true)))
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
    world(name, ("generation", .number(generation)), field)
  }

  private func world(_ name: String, _ fields: (String, JSONText)...) -> JSONText.Fields {
    [("world", .object([("slot", .text(name))] + fields))]
  }
}

extension SessionNavigation {
  static let keys = ["url", "frame", "action"]

  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    self.init(url: try fields.text("url", "an address"))
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
    return .loaded(size, try having("media")?.choice("media") ?? .display)
  }

  /// A message over the bridge, as the page of an ad sends it.
  fileprivate func message(_ key: String) throws(SessionLineError) -> BridgeMessage {
    let value = try require(key, "a message: an object with a type")
    return try restating(try BridgeMessageReader.read(value), as: SessionLineError.message)
  }
}
