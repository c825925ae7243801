import AdEngine
import AdLab

/// What differs between the decisions of a session and those of now: how many, and the first of them in a sentence.
struct DecisionDifference: Sendable {
  private struct Key: Hashable, Sendable {
    let at: Instant
    let page: Int
    let decision: SessionDecision
  }

  /// How often a decision is in the session and was not made, less how often it was made and is not in the session.
  private var balance: [Key: Int] = [:]
  /// The first decision that differs, and on which side it is.
  private var first: DecisionMatch.Entry?
  private var isFirstExpected = true
  /// The same decision on the other side, at another time or with other values.
  private var counterpart: DecisionMatch.Entry?

  init() {}

  /// Begins where the two sides part: the earlier decision is the first that differs.
  init(_ expected: DecisionMatch.Entry?, _ happened: DecisionMatch.Entry?) {
    isFirstExpected =
      if let expected, let happened { expected.at <= happened.at } else { expected != nil }
    first = isFirstExpected ? expected : happened
  }

  /// Takes a decision of either side from the parting on.
  mutating func add(_ entry: DecisionMatch.Entry, isExpected: Bool) {
    let key = Key(at: entry.at, page: entry.page, decision: entry.decision)
    let sum = balance[key, default: 0] + (isExpected ? 1 : -1)
    balance[key] = sum == 0 ? nil : sum
    guard counterpart == nil, let first, isExpected != isFirstExpected, entry.page == first.page,
      entry.decision.subject == first.decision.subject
    else { return }
    counterpart = entry
  }

  /// When the two sides part; `nil` where they do not.
  var start: Instant? { first?.at }

  var missing: Int { balance.values.reduce(0) { $0 + max(0, $1) } }

  var added: Int { balance.values.reduce(0) { $0 + max(0, -$1) } }

  /// The first difference: `slot 2 fetched 201 ms later, 680.5 pt away instead of 769 pt away`.
  var sentence: String {
    guard let first else { return "" }
    let subject = first.decision.subject
    let page = first.page > 1 ? "page \(first.page), " : ""
    let name = page + subject.words
    guard let counterpart else {
      let time = "at \(first.at.milliseconds) ms"
      return isFirstExpected
        ? "\(page)\(subject.name) is not \(subject.event) any more (was \(time))"
        : "\(page)\(subject.name) is \(subject.event) \(time), and was not before"
    }
    let (old, new) = isFirstExpected ? (first, counterpart) : (counterpart, first)
    let delay = new.at - old.at
    let seconds = Double(delay.magnitude) / 1000
    let wait = seconds < 10 ? "\(delay.magnitude) ms" : seconds.text(digits: 1) + " s"
    let (before, after) = (old.decision.value, new.decision.value)
    let parts = [
      delay == 0 ? nil : "\(wait) \(delay > 0 ? "later" : "earlier")",
      before == after ? nil : "\(after.lead)\(after.amount) instead of \(before.amount)",
    ].compactMap { $0 }
    return name + " "
      + (parts.isEmpty
        ? "in another order at \(old.at.milliseconds) ms" : parts.joined(separator: ", "))
  }
}

extension SessionDecision {
  /// What a decision is about, without its time and its values.
  fileprivate struct Subject: Hashable {
    /// The slot, or the lab.
    let name: String
    let event: String

    var words: String { "\(name) \(event)" }
  }

  fileprivate var subject: Subject {
    Subject(name: slot.map { "slot \($0)" } ?? "the lab's ad", event: event)
  }

  private var event: String {
    switch self {
    case .loadState(_, let state, _): state == .notLoaded ? "reset" : state.rawValue
    case .adState(_, let state): state == .loaded ? "ad loaded" : state.rawValue
    case .auction: "in auction"
    case .auctionEnded(_, _, .timedOut): "without bids by the time-out"
    case .auctionEnded(_, _, .expired): "left with expired bids"
    case .fetch: "requested"
    case .render: "rendered"
    case .release: "released"
    case .size: "resized"
    case .viewable: "viewable"
    case .opened: "opened in the browser"
    case .blocked: "blocked"
    case .lab(let effect): effect.words
    }
  }

  /// What else a decision says: what it is, and how much.
  fileprivate var value: (lead: String, amount: String) {
    func number(_ value: Double) -> String { value.text(digits: value == value.rounded() ? 0 : 1) }
    return switch self {
    case .loadState(_, _, let gap):
      ("", gap >= 0 ? "\(number(gap)) pt away" : "in view by \(number(-gap)) pt")
    case .size(_, let size, let adjustment):
      (
        "to ",
        "\(number(size.width))×\(number(size.height))"
          + (adjustment == 0 ? "" : " with a scroll adjustment of \(number(adjustment)) pt")
      )
    case .fetch(_, let generation), .render(_, let generation), .release(_, let generation):
      ("as generation ", String(generation))
    case .auction(_, let number), .auctionEnded(_, let number, _): ("as auction ", String(number))
    case .opened(_, let url): ("at ", url)
    case .blocked(_, let url, let why): ("at ", "\(url) (\(why))")
    case .adState, .viewable, .lab: ("", "")
    }
  }
}

extension PreloadEffect {
  /// What is decided, without its values.
  fileprivate var words: String {
    switch self {
    case .publishState(_, let state): state.rawValue
    case .fetch: "fetched"
    case .resize: "resized"
    case .place: "placed"
    case .recordImpression: "counted"
    case .injectVisibilityScript: "informed of its visibility"
    case .report(_, let activity, _): "reported (\(activity.rawValue))"
    case .release: "released"
    case .refuse: "refused"
    }
  }
}
