import AdEngine
import AdRendering

/// The largest whole number that every reader of JSON holds exactly: 2⁵³ − 1.
package let largestWhole: Int64 = 9_007_199_254_740_991

extension SessionLine {
  static let keys = ["at", "page", "in", "out", "end"]

  init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    let time = try fields.whole(
      "at", 0...largestWhole, "a whole number of milliseconds since the beginning")
    at = Instant(milliseconds: time)
    let kinds = ["in", "out", "end"].filter(fields.contains)
    guard kinds.count < 2 else { throw .conflict(kinds, expected: "one of them") }
    switch kinds.first {
    case "in": entry = .cause(try SessionCause(fields.object("in", "a cause")))
    case "out": entry = .decision(try SessionDecision(fields.object("out", "a decision")))
    case "end":
      if case .number? = fields["end"] {
        let visit = try fields.whole(
          "end", 0...time, "true, or when the visit ended, at most \(time)")
        entry = .end(visit: Instant(milliseconds: visit))
      } else {
        entry = try fields.only(true, "end", .end())
      }
    default:
      // Beside one of the others `page` is a number.
      guard case .object? = fields["page"] else {
        throw .missing("in", expected: "\"in\" or \"out\"")
      }
      entry = .page(try LoaderEvent(fields.object("page", "what the page did")))
    }
    page = 1
    guard fields.contains("page") else { return }
    switch entry {
    case .page: break
    case .cause(let cause) where !cause.isAboutSlot: throw .pageOfNoSlot
    case .end: throw .pageOfNoSlot
    case .cause, .decision:
      page = Int(try fields.whole("page", 1...largestWhole, "the number of a page, from 1"))
    }
  }

  var text: JSONText {
    var fields: JSONText.Fields = [("at", .number(at.milliseconds))]
    if page != 1 { fields.append(("page", .number(page))) }
    switch entry {
    case .cause(let cause): fields.append(("in", .object(cause.fields)))
    case .decision(let decision): fields.append(("out", .object(decision.fields)))
    case .page(let event): fields.append(("page", .object(event.fields)))
    case .end(let visit):
      fields.append(("end", visit.map { .number($0.milliseconds) } ?? .flag(true)))
    }
    return .object(fields)
  }
}

extension LoaderEvent {
  static let keys = ["slot", "did"]

  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    self.init(slot: try fields.slot("slot"), action: try fields.choice("did"))
  }

  fileprivate var fields: JSONText.Fields {
    [("slot", .text(slot)), ("did", .text(action.rawValue))]
  }
}
