import AdEngine
import AdLab
import AdRendering

extension SessionHeader {
  static let keys =
    ["adview", "page", "digest", "answers", "viewport"] + SessionSettings.keys
    + ["columns", "slots"]
  static let labKeys = ["adview", "lab", "answers", "seed"]

  init(_ fields: JSONFields) throws(SessionLineError) {
    guard case .number(let version)? = fields["adview"] else { throw .noHeader }
    guard version == 1 else { throw .version(version) }
    try fields.allow(fields.contains("lab") ? Self.labKeys : Self.keys)
    self.init(try SessionContent(fields))
    if fields.contains("answers") { answers = try fields.choice("answers") }
    if fields.contains("viewport") { viewport = try fields.size("viewport") }
    settings = try SessionSettings(fields)
    if fields.contains("columns") {
      let range = PageLayout.columnRange
      columns = Int(
        try fields.whole(
          "columns", Int64(range.lowerBound)...Int64(range.upperBound),
          "a whole number, \(range.lowerBound)…\(range.upperBound)"))
    }
  }

  var text: JSONText {
    var fields: JSONText.Fields = [("adview", .number(1))]
    var slots: JSONText.Fields = []
    switch content {
    case .page(let path, let digest):
      fields.append(("page", .text(path)))
      if let digest { fields.append(("digest", .text(digest))) }
    case .slots(let own): slots = [("slots", .list(own.map(\.text)))]
    case .lab(let setup): fields.append(("lab", .object(setup.fields)))
    }
    if let answers { fields.append(("answers", .text(answers.rawValue))) }
    if let viewport { fields.append(("viewport", .object(viewport.fields))) }
    fields += settings.fields
    if let columns { fields.append(("columns", .number(columns))) }
    return .object(fields + slots)
  }
}

extension SessionContent {
  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    if fields.contains("lab") {
      self = .lab(try LabSetup(fields, key: "lab"))
      return
    }
    guard let list = fields["slots"] else {
      let digest = try fields.having("digest")?.text("digest")
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
  static let keys = ["slot", "unit"] + SlotFrame.keys + ["lazyLoad", "refresh"]

  fileprivate init(_ fields: JSONFields) throws(SessionLineError) {
    try fields.allow(Self.keys)
    self.init(
      try fields.slot("slot"), unit: try fields.having("unit")?.text("unit"),
      frame: try fields.frame(),
      lazyLoading: try fields.lazyLoadingOverride(allowing: LazyLoadingChange.keysOfSlot),
      refresh: try fields.having("refresh")?.whole(
        "refresh", RefreshInterval.range,
        "milliseconds, \(RefreshInterval.range.lowerBound)…\(RefreshInterval.range.upperBound)"))
    if case .settings(let change)? = lazyLoading, let error = change.errorOfSlot {
      throw .thresholds(error)
    }
  }

  fileprivate var text: JSONText {
    let unit: JSONText.Fields = unit.map { [("unit", .text($0))] } ?? []
    let own: JSONText.Fields = lazyLoading.map { [("lazyLoad", $0.text)] } ?? []
    let refresh: JSONText.Fields = refresh.map { [("refresh", .number($0))] } ?? []
    return .object([("slot", .text(name))] + unit + frame.fields + own + refresh)
  }
}

extension SessionOpening {
  static let keys = ["page", "digest"] + SessionSettings.keys

  /// Reads what a cause says under a key: a path alone, or with what is said of the page.
  init(_ cause: JSONFields, key: String) throws(SessionLineError) {
    guard case .object? = cause[key] else {
      self.init(try cause.text(key, "the path of a page, or an object with \"page\""))
      return
    }
    let fields = try cause.object(key, "what is opened")
    try fields.allow(Self.keys)
    self.init(try fields.text("page", "the path of a page"))
    if fields.contains("digest") { digest = try fields.text("digest") }
    settings = try SessionSettings(fields)
  }

  var text: JSONText {
    let digest: JSONText.Fields = digest.map { [("digest", .text($0))] } ?? []
    let said = digest + settings.fields
    return said.isEmpty ? .text(path) : .object([("page", .text(path))] + said)
  }
}
