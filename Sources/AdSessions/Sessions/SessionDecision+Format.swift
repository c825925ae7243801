import AdEngine
import AdLab
import AdRendering

extension SessionDecision {
  private static let expected = "one decision in each line"

  private enum Kind: String, CaseIterable {
    case load, ad, auction, fetch, render, release, size, viewable, open, block
  }

  private static let kinds = LineKinds<Kind>(
    beside: ["slot"],
    companions: [(.load, "gap"), (.auction, "outcome"), (.size, "scrollBy"), (.block, "why")],
    missing: ("load", expected), expected: expected)

  static let keys = kinds.keys

  /// Reads what an `out` line says.
  init(_ fields: JSONFields) throws(SessionLineError) {
    if fields.contains("lab") {
      self = .lab(try PreloadEffect(fields))
      return
    }
    try fields.allow(Self.keys)
    let slot = try fields.slot("slot")
    let kind = try Self.kinds.kind(of: fields)
    let key = kind.rawValue
    self =
      switch kind {
      case .load:
        .loadState(
          slot, try fields.choice(key), gap: try fields.number("gap", "the gap seen, in points"))
      case .ad: .adState(slot, try fields.choice(key))
      case .auction where fields.contains("outcome"):
        .auctionEnded(slot, number: try fields.auction(key), try fields.choice("outcome"))
      case .auction: .auction(slot, number: try fields.auction(key))
      case .fetch: .fetch(slot, generation: try fields.generation(key))
      case .render: .render(slot, generation: try fields.generation(key))
      case .release: .release(slot, generation: try fields.generation(key))
      case .size:
        .size(
          slot, try fields.size(key),
          scrollBy: try fields.having("scrollBy")?.number("scrollBy") ?? 0)
      case .viewable: try fields.only(true, key, .viewable(slot))
      case .open: .opened(slot, url: try fields.text(key, "an address"))
      case .block:
        .blocked(
          slot, url: try fields.text(key, "an address"),
          why: try fields.text("why", "the reason, as a text"))
      }
  }

  /// What an `out` line says, in the order in which it is written.
  var fields: JSONText.Fields {
    switch self {
    case .loadState(let name, let state, let gap):
      [("slot", .text(name)), ("load", .text(state.rawValue)), ("gap", .number(gap))]
    case .adState(let name, let state): [("slot", .text(name)), ("ad", .text(state.rawValue))]
    case .auction(let name, let number): [("slot", .text(name)), ("auction", .number(number))]
    case .auctionEnded(let name, let number, let outcome):
      [("slot", .text(name)), ("auction", .number(number)), ("outcome", .text(outcome.rawValue))]
    case .fetch(let name, let generation): [("slot", .text(name)), ("fetch", .number(generation))]
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
