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

enum LabUnits {
  /// A unit, by its name where the lab's ad server knows it; what is no unit ID is refused.
  static func one(_ text: String) throws(CommandError) -> (unit: String, note: String?) {
    do throws(LabUnitError) {
      let creative = try LabCreative(unit: text)
      return (creative.source == .known ? creative.unit : text, creative.note)
    } catch {
      throw .usage(text.isEmpty ? "\(error)" : "\(text): \(error)")
    }
  }
}
