internal import AdLab
internal import AdSessions

/// What is typed for the preload lab where there is no screen.
enum LabOrder: Hashable, Sendable {
  case toggle
  case press(PreloadInput)
  case set(PreloadChange)
  case refused(String)

  /// Understands words; `nil` when they are for something else.
  init?(_ words: [String], isInLab: Bool) {
    let first = words.first?.lowercased()
    let rest = Array(words.dropFirst())
    switch (first, rest.isEmpty) {
    case ("lab", true): self = .toggle
    case ("fetch", true) where isInLab: self = .press(.fetchRequested)
    case ("present", true) where isInLab: self = .press(.presentRequested)
    case ("reset", true) where isInLab: self = .press(.resetRequested)
    case ("set", _) where isInLab: self = Self.setting(rest)
    case ("present", true), ("reset", true), ("set", _):
      self = .refused("\(first ?? ""): is for the preload lab; lab opens it")
    default: return nil
    }
  }

  private static func setting(_ words: [String]) -> LabOrder {
    guard words.count == 2 else { return .refused("set: expected \(LinearWord.set.usage)") }
    if words[0] == "unit" {
      do throws(LabUnitError) {
        _ = try LabCreative(unit: words[1])
        return .set(PreloadChange(unit: words[1]))
      } catch {
        return .refused("set unit: \(error)")
      }
    }
    let names = PreloadOption.allCases.map(\.rawValue)
    let option = PreloadOption.allCases.first { $0.rawValue.lowercased() == words[0].lowercased() }
    guard let option else {
      let near = DidYouMean.suggestion(for: words[0], among: names + ["unit"])
      return .refused(
        "set: there is no setting “\(words[0].prefix(40))”: "
          + (near.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"))
    }
    switch words[1].lowercased() {
    case "on": return .set(PreloadChange(options: [option: true]))
    case "off": return .set(PreloadChange(options: [option: false]))
    default: return .refused("set \(option.rawValue): expected on or off")
    }
  }
}

extension LinearOrder {
  /// Whether it moves or changes the page, which is not there while the lab is.
  var isForThePage: Bool {
    switch self {
    case .scroll, .consent, .choice, .preset, .search, .threshold: true
    case .answer(let word): [.read, .slots, .metrics, .details, .diagnosis, .write].contains(word)
    case .wait, .lab, .command, .key, .refused: false
    }
  }
}

extension Lab {
  /// Changes settings by a typed line, and returns what to print.
  mutating func set(_ change: PreloadChange) -> String {
    // As on the screen, a setting that has no effect now does not change.
    if let idle = change.options.keys.first(where: { !settings.isEnabled($0) }) {
      return idle.refusal
    }
    self.change(change)
    return settingsSentence
  }

  private var settingsSentence: String {
    let note = (try? LabCreative(unit: settings.unit))?.note.map {
      " (\(settings.shortUnit) \($0))"
    }
    return "the lab is set to \(settings.shortUnit): \(settings.words)" + (note ?? "")
  }

  var sentences: [String] {
    let words = ["fetch", "present", "reset", "set", "wait"].joined(separator: ", ")
    return [
      "the preload lab: \(stateWords[0]); \(words) and lab, which leads back to the page",
      settingsSentence,
    ]
      + (record?.remarks.map { remark in
        record.map { $0.time(of: remark) + " " + remark.text } ?? remark.text
      } ?? [])
  }
}
