import AdEngine
import AdRendering

/// The largest whole number that every reader of JSON holds exactly: 2⁵³ − 1.
let largestWhole: Int64 = 9_007_199_254_740_991

extension SessionHeader {
  /// Reads the header from the fields of a session's first line.
  init(_ fields: JSONFields) throws(SessionProblem) {
    guard case .number(let version)? = fields["adview"] else { throw .noHeader }
    guard version == 1 else { throw .version(version) }
    try fields.allow(fields.contains("lab") ? SessionKeys.labHeader : SessionKeys.header)
    let content = try SessionContent(fields)
    self.init(content)
    if fields.contains("answers") { answers = try fields.choice("answers") }
    if fields.contains("viewport") { viewport = try fields.size("viewport") }
    if fields.contains("lazyLoad") { lazyLoading = try SessionLazyLoading(fields) }
    if fields.contains("consent") { consent = try fields.consent() }
    if fields.contains("policy") { policy = try fields.choice("policy") }
    if fields.contains("seed") { seed = try fields.seed() }
    if fields.contains("columns") {
      let range = PageLayout.columnRange
      columns = Int(
        try fields.whole(
          "columns", Int64(range.lowerBound)...Int64(range.upperBound),
          "a whole number, \(range.lowerBound)…\(range.upperBound)"))
    }
  }
}

extension SessionContent {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    if fields.contains("lab") {
      self = .lab(try LabSetup(fields, key: "lab"))
      return
    }
    guard let list = fields["slots"] else {
      let digest = fields.contains("digest") ? try fields.text("digest") : nil
      self = .page(
        try fields.text("page", "the path of a page, or \"slots\" for a bare session"),
        digest: digest)
      return
    }
    for key in ["page", "digest"] where fields.contains(key) {
      throw .conflict([key, "slots"], expected: "a page or slots, not both")
    }
    guard case .list(let entries) = list else {
      throw .wrongValue("slots", expected: "a list of slots", found: list.summary)
    }
    var slots: [SessionSlot] = []
    var names: Set<String> = []
    slots.reserveCapacity(entries.count)
    for entry in entries {
      let slot = try SessionSlot(JSONFields(entry, key: "slots"))
      guard names.insert(slot.name).inserted else { throw .duplicateSlot(slot.name) }
      slots.append(slot)
    }
    self = .slots(slots)
  }
}

extension SessionSlot {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    try fields.allow(SessionKeys.slot)
    self.init(
      try fields.slot("slot"),
      unit: fields.contains("unit") ? try fields.text("unit") : nil,
      frame: try fields.frame())
  }
}

extension SessionLazyLoading {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    if case .text("off")? = fields["lazyLoad"] {
      self = .off
    } else {
      self = .settings(try fields.lazyLoading())
    }
  }
}

extension SessionLine {
  /// Reads a line from its fields.
  init(_ fields: JSONFields) throws(SessionProblem) {
    try fields.allow(SessionKeys.line)
    let time = try fields.whole(
      "at", 0...largestWhole, "a whole number of milliseconds since the beginning")
    at = Instant(milliseconds: time)
    let kinds = ["in", "out", "end"].filter(fields.contains)
    guard kinds.count < 2 else { throw .conflict(kinds, expected: "one of them") }
    switch kinds.first {
    case "in": entry = .cause(try SessionCause(fields.object("in", "a cause")))
    case "out": entry = .decision(try SessionDecision(fields.object("out", "a decision")))
    case "end": entry = try fields.only(true, "end", .end)
    default: throw .missing("in", expected: "\"in\" or \"out\"")
    }
    page = 1
    guard fields.contains("page") else { return }
    switch entry {
    case .cause(let cause) where !cause.isAboutSlot: throw .pageOfNoSlot
    case .end: throw .pageOfNoSlot
    case .cause, .decision:
      page = Int(try fields.whole("page", 1...largestWhole, "the number of a page, from 1"))
    }
  }
}

extension SessionCause {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    if fields.contains("slot") {
      self = try Self.aboutSlot(fields)
      return
    }
    try fields.allow(SessionKeys.cause)
    let keys = fields.keys
    guard let key = keys.first else { throw .missing("scroll", expected: "one cause in each line") }
    guard SessionKeys.causes.contains(key) else {
      throw .missing("slot", expected: "the name of a slot")
    }
    guard keys.count == 1 else { throw .conflict(keys, expected: "one cause in each line") }
    switch key {
    case "scroll": self = .scrolled(to: try fields.number(key))
    case "viewport": self = .viewportResized(try fields.size(key))
    case "lazyLoad": self = .lazyLoadingChanged(try fields.lazyLoading())
    case "consent": self = .consentChanged(try fields.consent())
    case "policy": self = .policyChanged(try fields.choice(key))
    case "click": self = .clicked(try fields.slot(key))
    case "reload": self = .reloadRequested(try fields.slot(key))
    case "active": self = .activityChanged(try fields.flag(key))
    case "open": self = .pageOpened(try SessionOpening(fields))
    case "back": self = try fields.only(true, key, .wentBack)
    case "caption": self = .caption(try fields.text(key))
    case "lab": self = .lab(try PreloadInput(fields, key: key))
    default: self = try .init(world: fields.object(key, "an answer of the world"))
    }
  }

  private static func aboutSlot(_ fields: JSONFields) throws(SessionProblem) -> SessionCause {
    try fields.allow(SessionKeys.cause)
    let name = try fields.slot("slot")
    let keys = fields.keys.filter { $0 != "slot" && $0 != "unit" }
    guard let key = keys.first else {
      throw .missing("frame", expected: "\"frame\", \"resized\" or \"removed\" of the slot")
    }
    guard keys.count == 1, SessionKeys.causesAboutSlots.contains(key) else {
      throw .conflict(["slot"] + keys, expected: "one cause in each line")
    }
    guard key == "frame" || !fields.contains("unit") else {
      throw .conflict([key, "unit"], expected: "\"unit\" with a \"frame\"")
    }
    switch key {
    case "frame":
      let frame = try fields.object(key, "where the slot lies")
      try frame.allow(SessionKeys.frame)
      return .slotFramed(
        name, try frame.frame(), unit: fields.contains("unit") ? try fields.text("unit") : nil)
    case "resized": return .slotResized(name, try fields.size(key))
    default: return try fields.only(true, key, .slotRemoved(name))
    }
  }
}

extension SessionOpening {
  fileprivate init(_ cause: JSONFields) throws(SessionProblem) {
    guard case .object? = cause["open"] else {
      self.init(try cause.text("open", "the path of a page, or an object with \"page\""))
      return
    }
    let fields = try cause.object("open", "what is opened")
    try fields.allow(SessionKeys.opening)
    self.init(try fields.text("page", "the path of a page"))
    if fields.contains("digest") { digest = try fields.text("digest") }
    if fields.contains("lazyLoad") { lazyLoading = try SessionLazyLoading(fields) }
    if fields.contains("consent") { consent = try fields.consent() }
    if fields.contains("policy") { policy = try fields.choice("policy") }
    if fields.contains("seed") { seed = try fields.seed() }
  }
}

extension SessionDecision {
  fileprivate init(_ fields: JSONFields) throws(SessionProblem) {
    if fields.contains("lab") {
      self = .lab(try PreloadEffect(fields))
      return
    }
    try fields.allow(SessionKeys.decision)
    let name = try fields.slot("slot")
    let keys = fields.keys.filter { !["slot", "gap", "why"].contains($0) }
    guard let key = keys.first else {
      throw .missing("load", expected: "one decision in each line")
    }
    guard keys.count == 1 else { throw .conflict(keys, expected: "one decision in each line") }
    guard fields.contains("gap") == (key == "load") else {
      if key == "load" { throw .missing("gap", expected: "the gap seen, in points") }
      throw .conflict(["gap", key], expected: "\"gap\" with \"load\"")
    }
    guard fields.contains("why") == (key == "block") else {
      if key == "block" { throw .missing("why", expected: "the reason, as a text") }
      throw .conflict([key, "why"], expected: "\"why\" with \"block\"")
    }
    switch key {
    case "load": self = .loadState(name, try fields.choice(key), gap: try fields.number("gap"))
    case "ad": self = .adState(name, try fields.choice(key))
    case "fetch": self = .fetch(name, generation: try fields.generation(key))
    case "render": self = .render(name, generation: try fields.generation(key))
    case "release": self = .release(name, generation: try fields.generation(key))
    case "size": self = .size(name, try fields.size(key))
    case "open": self = .opened(name, url: try fields.text(key, "an address"))
    case "block":
      self = .blocked(name, url: try fields.text(key, "an address"), why: try fields.text("why"))
    default: self = try fields.only(true, key, .viewable(name))
    }
  }
}

extension JSONFields {
  func slot(_ key: String) throws(SessionProblem) -> String {
    try text(key, "a slot's name, in quotation marks")
  }

  fileprivate func seed() throws(SessionProblem) -> UInt64 {
    UInt64(try whole("seed", 0...largestWhole, "a whole number, 0…\(largestWhole)"))
  }

  func generation(_ key: String) throws(SessionProblem) -> Int {
    Int(try whole(key, 1...largestWhole, "the number of a generation, from 1"))
  }

  /// A size that stands under a key of its own.
  func size(_ key: String) throws(SessionProblem) -> Size {
    let size = try object(key, "a width and a height")
    try size.allow(SessionKeys.size)
    return Size(width: try size.extent("width"), height: try size.extent("height"))
  }

  /// A frame whose numbers are these fields.
  fileprivate func frame() throws(SessionProblem) -> SlotFrame {
    let frame = SlotFrame(
      y: try number("y"), width: contains("width") ? try extent("width") : 320,
      height: try extent("height"))
    guard frame.isValid else {
      throw .wrongValue("y", expected: "a number of points", found: "a frame too far away to hold")
    }
    return frame
  }

  fileprivate func consent() throws(SessionProblem) -> ConsentChoice {
    guard case .object? = self["consent"] else { return .status(try choice("consent")) }
    let choice = try object("consent", "a choice")
    try choice.allow(SessionKeys.choice)
    let text = try choice.text("tcf", "a TC string")
    do throws(InvalidTCString) {
      return .tcString(try ConsentString(text))
    } catch {
      throw .tcString(error)
    }
  }

  fileprivate func lazyLoading() throws(SessionProblem) -> LazyLoadingChange {
    let fields = try object("lazyLoad", "lazy-loading settings")
    try fields.allow(SessionKeys.lazyLoading)
    func points(_ key: String) throws(SessionProblem) -> Double? {
      // Negative distances are refused with all the values, when it is known what the others are.
      fields.contains(key) ? try fields.number(key) : nil
    }
    return LazyLoadingChange(
      fetchThreshold: try points("fetchThreshold"),
      displayThreshold: try points("displayThreshold"),
      unloadThreshold: try points("unloadThreshold"),
      unloadingEnabled: fields.contains("unloadingEnabled")
        ? try fields.flag("unloadingEnabled") : nil)
  }

  /// `result`, if the value under `key` is the only one it can be.
  func only<Result>(
    _ expected: Bool, _ key: String, _ result: Result
  ) throws(SessionProblem) -> Result {
    guard try flag(key) == expected else {
      throw .wrongValue(key, expected: "\(expected)", found: "\(!expected)")
    }
    return result
  }
}
