import AdLab
import AdSessions
import ArgumentParser

/// What `--preload` asks for: every combination of the lab's settings, or one.
enum LabArgument: Equatable {
  /// Every combination.
  case all
  /// The settings of the seed with these changes.
  case one([PreloadOption: Bool])

  /// Reads `all`, `default`, or a list such as `hideAfterwards,autoPresent=off`.
  init(_ text: String) throws {
    guard text != "all" else {
      self = .all
      return
    }
    guard text != "default" else {
      self = .one([:])
      return
    }
    var changes: [PreloadOption: Bool] = [:]
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard entry != "all", entry != "default" else {
        throw ValidationError("\(text): expected \(entry) alone, or settings without it")
      }
      let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      let name = parts.first ?? ""
      guard let option = PreloadOption(rawValue: name) else { throw Self.unknown(name) }
      guard changes[option] == nil else {
        throw ValidationError("\(name): is given twice; expected it once")
      }
      switch parts.dropFirst() {
      case [], ["on"]: changes[option] = true
      case ["off"]: changes[option] = false
      default: throw ValidationError("\(entry): expected \(name), \(name)=on or \(name)=off")
      }
    }
    let settings = PreloadSettings().applying(PreloadChange(options: changes))
    let idle = PreloadOption.allCases.first { changes[$0] != nil && !settings.isEnabled($0) }
    if let idle {
      throw ValidationError(
        "\(idle.rawValue): means something only while preload is on; expected it without preload=off"
      )
    }
    self = .one(changes)
  }

  private static func unknown(_ name: String) -> ValidationError {
    let names = PreloadOption.allCases.map(\.rawValue)
    let known = ["all", "default"] + names
    let near = DidYouMean.suggestion(for: name, among: known)
    return ValidationError(
      "there is no setting \"\(name)\""
        + (near.map { "; did you mean \"\($0)\"?" }
          ?? ": expected all, default, or some of \(names.joined(separator: ", "))"))
  }
}

/// The units that a run of the lab is about.
enum LabUnits {
  /// The one unit of a name or of a path.
  static func one(_ name: String) throws(CommandError) -> String {
    let units = try named(name)
    guard let unit = units.first, units.count == 1 else {
      throw .usage("\(name): expected one unit")
    }
    return unit
  }

  /// The unit of a name, or of a path, or all; an unknown one is refused, with the nearest.
  static func named(_ name: String) throws(CommandError) -> [String] {
    if name == "all" { return LabCreative.all.map(\.unit) }
    if let creative = LabCreative.named(name) { return [creative.unit] }
    let units = LabCreative.all.map(\.unit)
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let near = DidYouMean.suggestion(for: last, among: units + ["all"])
    let advice = near.map { "did you mean \($0)?" } ?? "there are \(units.joined(separator: ", "))"
    throw .usage("\(name): the lab has no such unit; \(advice)")
  }
}
