internal import AdSessions
internal import AdTuning

/// What the tuning screen says, in sentences.
struct TuningOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    guard let tuning = model.tuningOnScreen else { return nil }
    return OverlayBox(
      title: "tuning, in words",
      lines: tuning.sentences.flatMap {
        [OverlayLine($0), .blank]
      }.dropLast())
  }
}

extension Tuning {
  /// What follows from the numbers, in sentences that can stand alone.
  var sentences: [String] {
    guard map != nil else { return ["\(sessions.count) of \(source.name) are counted so far."] }
    var sentences: [String] = []
    if let report {
      sentences = [report.verdict] + report.comparisons + [report.certainty].compactMap(\.self)
    }
    if let caution = source.caution { sentences.append(caution) }
    sentences.append(plan.objective.sentence)
    return sentences
  }

  /// The setting under the cursor in a line.
  var sentence: String? {
    guard let map, settings != nil else { return nil }
    return map.words(of: cursor, blank: "blank time") + " pt·s a session"
  }

  /// Where it is, for linear mode.
  var lines: [String] {
    [source.name + ", each under \(settingCount) settings"] + [sentence].compactMap { $0 }
      + sentences
  }
}
