package import AdEngine
package import AdRendering

/// Values that lines of several kinds hold.
extension JSONFields {
  func slot(_ key: String) throws(SessionLineError) -> String {
    try text(key, "a slot's name, in quotation marks")
  }

  func generation(_ key: String) throws(SessionLineError) -> Int {
    Int(try whole(key, 1...largestWhole, "the number of a generation, from 1"))
  }

  func auction(_ key: String) throws(SessionLineError) -> Int {
    Int(try whole(key, 1...largestWhole, "the number of an auction, from 1"))
  }

  func seed(_ key: String) throws(SessionLineError) -> UInt64 {
    UInt64(try whole(key, 0...largestWhole, "a whole number, 0…\(largestWhole)"))
  }

  func size(_ key: String) throws(SessionLineError) -> Size {
    let size = try object(key, "a width and a height")
    try size.allow(Size.keys)
    return Size(width: try size.extent("width"), height: try size.extent("height"))
  }

  func frame(_ key: String) throws(SessionLineError) -> SlotFrame {
    let frame = try object(key, "where the slot lies")
    try frame.allow(SlotFrame.keys)
    return try frame.frame()
  }

  func frame() throws(SessionLineError) -> SlotFrame {
    let frame = SlotFrame(
      x: try having("x")?.number("x"), y: try number("y"),
      width: try having("width")?.extent("width") ?? 320, height: try extent("height"))
    guard frame.isValid else {
      throw .wrongValue("y", expected: "a number of points", found: "a frame too far away to hold")
    }
    return frame
  }

  func share(_ key: String) throws(SessionLineError) -> Double {
    try number(key, "a share, 0 to 1", where: (0...1).contains)
  }

  func consent(_ key: String) throws(SessionLineError) -> ConsentChoice {
    guard case .object? = self[key] else { return .status(try choice(key)) }
    let choice = try object(key, "a choice")
    try choice.allow(["tcf"])
    let text = try choice.text("tcf", "a TC string")
    return .tcString(try restating(try ConsentString(text), as: SessionLineError.tcString))
  }

  package func lazyLoading(
    _ key: String, allowing keys: [String] = LazyLoadingChange.keys
  ) throws(SessionLineError) -> LazyLoadingChange {
    let fields = try object(key, "lazy-loading settings")
    try fields.allow(keys)
    // Numbers that settings cannot have are refused with all the values, when it is known what the others are.
    return LazyLoadingChange(
      fetchThreshold: try fields.threshold("fetchThreshold"),
      displayThreshold: try fields.threshold("displayThreshold"),
      unloadThreshold: try fields.threshold("unloadThreshold"),
      unloadingEnabled: try fields.having("unloadingEnabled")?.flag("unloadingEnabled"),
      mobileScaling: try fields.having("mobileScaling")?
        .number("mobileScaling", "a number above 0"),
      requests: try fields.having("requests")?.choice("requests"),
      fetchAfter: try fields.having("fetchAfter")?.whole(
        "fetchAfter", 0...LazyLoadingSettings.maxFetchDelay,
        "milliseconds, 0…\(LazyLoadingSettings.maxFetchDelay)"),
      horizontalMargin: try fields.having("horizontalMargin")?.number("horizontalMargin"),
      auction: try fields.auctionRule("auction"))
  }

  private func auctionRule(_ key: String) throws(SessionLineError) -> AuctionRule? {
    guard contains(key) else { return nil }
    if case .text("off")? = self[key] { return .off }
    let expected = "\"off\", or the settings of auctions"
    guard case .object? = self[key] else {
      throw .wrongValue(key, expected: expected, found: self[key]?.summary ?? "nothing")
    }
    let fields = try object(key, expected)
    try fields.allow(AuctionSettings.keys)
    func time(
      _ key: String, _ longest: Int64, _ standard: Int64
    ) throws(SessionLineError) -> Int64 {
      try fields.having(key)?.whole(key, 1...longest, "milliseconds, 1…\(longest)") ?? standard
    }
    let standard = AuctionSettings.standard
    let threshold = try fields.threshold("threshold") ?? standard.threshold
    let timeout = try time("timeout", AuctionSettings.maxTimeout, standard.timeout)
    let expires = try time("expires", AuctionSettings.maxExpiry, standard.expires)
    return .before(
      try restating(
        try AuctionSettings(threshold: threshold, timeout: timeout, expires: expires),
        as: SessionLineError.auction))
  }

  /// What is said under `lazyLoad`, of a page or a slot.
  func lazyLoadingOverride(
    allowing keys: [String] = LazyLoadingChange.keys
  ) throws(SessionLineError) -> LazyLoadingOverride? {
    guard contains("lazyLoad") else { return nil }
    if case .text("off")? = self["lazyLoad"] { return .off }
    return .settings(try lazyLoading("lazyLoad", allowing: keys))
  }

  private func threshold(_ key: String) throws(SessionLineError) -> Threshold? {
    guard case .object? = self[key] else { return try side(key).map { Threshold($0) } }
    let sides = try object(key, Threshold.Side.expected)
    try sides.allow(["ahead", "behind"])
    guard let ahead = try sides.side("ahead"), let behind = try sides.side("behind") else {
      throw .missing(
        sides.contains("ahead") ? "behind" : "ahead", expected: Threshold.Side.expected)
    }
    return .directional(ahead: ahead, behind: behind)
  }

  private func side(_ key: String) throws(SessionLineError) -> Threshold.Side? {
    guard let value = self[key] else { return nil }
    switch value {
    case .null: return .unlimited
    case .number(let number) where number.isFinite: return Threshold.Side(written: number)
    case .text(let text) where text.hasSuffix("%"):
      if let side = Threshold.Side(written: text) { return side }
    default: break
    }
    throw .wrongValue(key, expected: Threshold.Side.expected, found: value.summary)
  }

  /// `result`, if the value under `key` is the only one it can be.
  func only<Result>(
    _ expected: Bool, _ key: String, _ result: Result
  ) throws(SessionLineError) -> Result {
    guard try flag(key) == expected else {
      throw .wrongValue(key, expected: "\(expected)", found: "\(!expected)")
    }
    return result
  }
}

extension Size {
  static let keys = ["width", "height"]

  var fields: JSONText.Fields { [("width", .number(width)), ("height", .number(height))] }
}

extension SlotFrame {
  static let keys = ["x", "y"] + Size.keys

  var fields: JSONText.Fields {
    (x.map { [("x", .number($0))] } ?? []) + [("y", .number(y))] + size.fields
  }
}

extension ConsentChoice {
  var text: JSONText {
    switch self {
    case .status(let status): .text(status.rawValue)
    case .tcString(let string): .object([("tcf", .text(string.text))])
    }
  }
}

extension LazyLoadingOverride {
  var text: JSONText {
    switch self {
    case .off: .text("off")
    case .settings(let change): .object(change.fields)
    }
  }
}

extension LazyLoadingChange {
  /// The change between settings as it is recorded: thresholds and unloading as they are, of the rest what is another.
  package init(recording settings: LazyLoadingSettings, over base: LazyLoadingSettings) {
    self.init(to: settings)
    leaveOutRules(of: base)
  }

  /// Leaves out what few pages have and other settings have alike.
  mutating func leaveOutRules(of base: LazyLoadingSettings) {
    let base = LazyLoadingChange(to: base)
    for field in SettingField.all where !field.isOfSlot && field.isSame(self, base) {
      field.copy(LazyLoadingChange(), &self)
    }
  }

  static let keysOfSlot = SettingField.all.filter(\.isOfSlot).map(\.key)
  package static let keys = SettingField.all.map(\.key)

  package var fields: JSONText.Fields {
    let values: [(String, JSONText?)] = [
      ("fetchThreshold", fetchThreshold?.json), ("displayThreshold", displayThreshold?.json),
      ("unloadThreshold", unloadThreshold?.json),
      ("unloadingEnabled", unloadingEnabled.map { .flag($0) }),
      ("mobileScaling", mobileScaling.map { .number($0) }),
      ("requests", requests.map { .text($0.rawValue) }),
      ("fetchAfter", fetchAfter.map { .number($0) }),
      ("horizontalMargin", horizontalMargin.map { .number($0) }), ("auction", auction?.json),
    ]
    return values.compactMap { key, value in value.map { (key, $0) } }
  }
}

extension AuctionRule {
  fileprivate var json: JSONText {
    guard let settings else { return .text("off") }
    return .object([
      ("threshold", settings.threshold.json), ("timeout", .number(settings.timeout)),
      ("expires", .number(settings.expires)),
    ])
  }
}

extension AuctionSettings {
  static let keys = ["threshold", "timeout", "expires"]
}
