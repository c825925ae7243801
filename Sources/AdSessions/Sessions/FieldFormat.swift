import AdEngine
import AdRendering

/// Values that lines of several kinds hold.
extension JSONFields {
  func slot(_ key: String) throws(SessionProblem) -> String {
    try text(key, "a slot's name, in quotation marks")
  }

  func generation(_ key: String) throws(SessionProblem) -> Int {
    Int(try whole(key, 1...largestWhole, "the number of a generation, from 1"))
  }

  func seed(_ key: String) throws(SessionProblem) -> UInt64 {
    UInt64(try whole(key, 0...largestWhole, "a whole number, 0…\(largestWhole)"))
  }

  func size(_ key: String) throws(SessionProblem) -> Size {
    let size = try object(key, "a width and a height")
    try size.allow(Size.keys)
    return Size(width: try size.extent("width"), height: try size.extent("height"))
  }

  func frame(_ key: String) throws(SessionProblem) -> SlotFrame {
    let frame = try object(key, "where the slot lies")
    try frame.allow(SlotFrame.keys)
    return try frame.frame()
  }

  /// A frame whose numbers are these fields.
  func frame() throws(SessionProblem) -> SlotFrame {
    let frame = SlotFrame(
      y: try number("y"), width: contains("width") ? try extent("width") : 320,
      height: try extent("height"))
    guard frame.isValid else {
      throw .wrongValue("y", expected: "a number of points", found: "a frame too far away to hold")
    }
    return frame
  }

  func consent(_ key: String) throws(SessionProblem) -> ConsentChoice {
    guard case .object? = self[key] else { return .status(try choice(key)) }
    let choice = try object(key, "a choice")
    try choice.allow(["tcf"])
    let text = try choice.text("tcf", "a TC string")
    do throws(TCStringError) {
      return .tcString(try ConsentString(text))
    } catch {
      throw .tcString(error)
    }
  }

  func lazyLoading(_ key: String) throws(SessionProblem) -> LazyLoadingChange {
    let fields = try object(key, "lazy-loading settings")
    try fields.allow(LazyLoadingChange.keys)
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

extension Size {
  static let keys = ["width", "height"]

  var fields: JSONText.Fields { [("width", .number(width)), ("height", .number(height))] }
}

extension SlotFrame {
  static let keys = ["y"] + Size.keys

  var fields: JSONText.Fields { [("y", .number(y))] + size.fields }
}

extension ConsentChoice {
  var text: JSONText {
    switch self {
    case .status(let status): .text(status.rawValue)
    case .tcString(let string): .object([("tcf", .text(string.text))])
    }
  }
}

extension LazyLoadingChange {
  static let keys = ["fetchThreshold", "displayThreshold", "unloadThreshold", "unloadingEnabled"]

  var fields: JSONText.Fields {
    let values: [JSONText?] = [
      fetchThreshold.map { .number($0) }, displayThreshold.map { .number($0) },
      unloadThreshold.map { .number($0) }, unloadingEnabled.map { .flag($0) },
    ]
    return zip(Self.keys, values).compactMap { key, value in value.map { (key, $0) } }
  }
}
