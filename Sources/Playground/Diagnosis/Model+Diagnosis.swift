internal import AdEngine
internal import AdSessions

extension Model {
  /// Answers the questions that people ask about ads, for the selected ad, or the nearest.
  mutating func openDiagnosis() {
    guard historyState != .cut else {
      notice = Self.cutHistory
      return
    }
    let slot = chosenSlot
    overlay = Overlay(.diagnosis(slot: slot, diagnosis(ofSlot: slot)))
  }

  /// Keeps the diagnosis true while it is shown.
  mutating func refreshDiagnosis() {
    guard case .diagnosis(let slot, _) = overlay?.content else { return }
    let diagnosis = diagnosis(ofSlot: slot)
    overlay?.content = .diagnosis(slot: slot, diagnosis)
  }

  private func diagnosis(ofSlot slot: Int?) -> Diagnosis {
    Diagnosis(diagnosed, slot: slot.map(Self.id(ofSlot:)))
  }

  /// What a diagnosis looks at.
  var diagnosed: Diagnosis.Subject {
    Diagnosis.Subject(
      setup: opening, run: run, history: historyOfPage, choice: replay == nil ? centre.choice : nil,
      needed: needed, isLogOn: settings.isDebugEnabled, now: time)
  }
}

/// The questions that people ask about ads, and the answers.
struct DiagnosisBox {
  let model: Model
  let slot: Int?
  let diagnosis: Diagnosis

  var box: OverlayBox {
    let id = slot.map(Model.id(ofSlot:))
    let words = DiagnosisWords(diagnosis, of: model.diagnosed, slot: id) { model.name(of: $0) }
    var lines: [OverlayBox.Line] = []
    for symptom in Symptom.allCases {
      lines.append(OverlayBox.Line(text: symptom.question, isStrong: true))
      for answer in words.answers where answer.symptom == symptom {
        lines.append(OverlayBox.Line(key: answer.isCause ? "!" : "·", text: answer.fact.scrubbed))
        if let advice = answer.advice {
          lines.append(OverlayBox.Line(key: "", text: "→ \(advice.scrubbed)"))
        }
      }
    }
    let subject = id.map { model.name(of: $0).scrubbed } ?? "the page"
    return OverlayBox(title: "diagnosis of \(subject)", lines: lines, keyWidth: 2)
  }
}
