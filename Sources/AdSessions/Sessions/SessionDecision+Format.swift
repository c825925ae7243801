import AdEngine
import AdLab
import AdRendering

/// The decisions in the words of a session: a row for each kind.
extension SessionDecision {
  private static let expected = "one decision in each line"

  private static let kinds = LineKinds<SessionDecision>(
    beside: ["slot"], missing: ("load", expected), expected: expected,
    [
      LineKind(
        "load",
        with: .init(key: "gap", expected: "the gap seen, in points", isNamedFirst: true)
      ) { fields, key throws(SessionLineError) in
        .loadState(try fields.slot("slot"), try fields.choice(key), gap: try fields.number("gap"))
      },
      LineKind("ad") { fields, key throws(SessionLineError) in
        .adState(try fields.slot("slot"), try fields.choice(key))
      },
      LineKind("auction", with: .init(key: "outcome")) { fields, key throws(SessionLineError) in
        let (name, number) = (try fields.slot("slot"), try fields.auction(key))
        guard fields.contains("outcome") else { return .auction(name, number: number) }
        return .auctionEnded(name, number: number, try fields.choice("outcome"))
      },
      LineKind("fetch") { fields, key throws(SessionLineError) in
        .fetch(try fields.slot("slot"), generation: try fields.generation(key))
      },
      LineKind("render") { fields, key throws(SessionLineError) in
        .render(try fields.slot("slot"), generation: try fields.generation(key))
      },
      LineKind("release") { fields, key throws(SessionLineError) in
        .release(try fields.slot("slot"), generation: try fields.generation(key))
      },
      LineKind("size", with: .init(key: "scrollBy")) { fields, key throws(SessionLineError) in
        .size(
          try fields.slot("slot"), try fields.size(key),
          scrollBy: fields.contains("scrollBy") ? try fields.number("scrollBy") : 0)
      },
      LineKind("viewable") { fields, key throws(SessionLineError) in
        try fields.only(true, key, .viewable(fields.slot("slot")))
      },
      LineKind("open") { fields, key throws(SessionLineError) in
        .opened(try fields.slot("slot"), url: try fields.text(key, "an address"))
      },
      LineKind("block", with: .init(key: "why", expected: "the reason, as a text")) {
        fields, key throws(SessionLineError) in
        .blocked(
          try fields.slot("slot"), url: try fields.text(key, "an address"),
          why: try fields.text("why"))
      },
    ])

  static let keys = kinds.keys

  /// Reads what an `out` line says.
  init(_ fields: JSONFields) throws(SessionLineError) {
    if fields.contains("lab") {
      self = .lab(try PreloadEffect(fields))
      return
    }
    try fields.allow(Self.keys)
    _ = try fields.slot("slot")
    self = try Self.kinds.read(fields)
  }

  /// What an `out` line says, in the order in which it is written.
  var fields: JSONText.Fields {
    switch self {
    case .loadState(let name, let state, let gap):
      [("slot", .text(name)), ("load", .text(state.rawValue)), ("gap", .number(gap))]
    case .adState(let name, let state): [("slot", .text(name)), ("ad", .text(state.rawValue))]
    case .auction(let name, let number):
      [("slot", .text(name)), ("auction", .number(number))]
    case .auctionEnded(let name, let number, let outcome):
      [("slot", .text(name)), ("auction", .number(number)), ("outcome", .text(outcome.rawValue))]
    case .fetch(let name, let generation):
      [("slot", .text(name)), ("fetch", .number(generation))]
    case .render(let name, let generation):
      [("slot", .text(name)), ("render", .number(generation))]
    case .release(let name, let generation):
      [("slot", .text(name)), ("release", .number(generation))]
    case .size(let name, let size, let adjustment):
      [("slot", .text(name)), ("size", .object(size.fields))]
        + (adjustment == 0 ? [] : [("scrollBy", .number(adjustment))])
    case .viewable(let name): [("slot", .text(name)), ("viewable", .flag(true))]
    case .opened(let name, let url): [("slot", .text(name)), ("open", .text(url))]
    case .blocked(let name, let url, let why):
      [("slot", .text(name)), ("block", .text(url)), ("why", .text(why))]
    case .lab(let effect): effect.fields
    }
  }
}
