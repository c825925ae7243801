internal import AdEngine
internal import AdSessions

extension Model {
  /// Answers the questions that people ask about ads, for the selected ad, or the nearest.
  mutating func openDiagnosis() {
    guard historyState != .cut else {
      notice = Self.cutHistory
      return
    }
    show(DiagnosisOverlay(slot: chosenSlot))
  }

  /// What a diagnosis looks at.
  var diagnosed: Diagnosis.Subject {
    Diagnosis.Subject(
      setup: pages.top.opening, run: run, history: historyOfPage,
      choice: replay == nil ? centre.choice : nil,
      needed: needed, isLogOn: settings.isDebugEnabled, now: time)
  }
}

struct DiagnosisOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  init(slot: Int?) { self.slot = slot }

  var isAboutPage: Bool { true }

  func box(in model: Model) -> OverlayBox? {
    DiagnosisBox(model: model, slot: slot, diagnosis: diagnosis(in: model)).box
  }

  func diagnosis(in model: Model) -> Diagnosis {
    Diagnosis(model.diagnosed, slot: slot.map(Model.id(ofSlot:)))
  }
}

/// The questions that people ask about ads, and the answers.
struct DiagnosisBox {
  let model: Model
  let slot: Int?
  let diagnosis: Diagnosis

  var box: OverlayBox {
    let id = slot.map(Model.id(ofSlot:))
    let words = DiagnosisWords(diagnosis, of: model.diagnosed, slot: id) {
      model.pages.top.name(of: $0)
    }
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
    let subject = id.map { model.pages.top.name(of: $0).scrubbed } ?? "the page"
    return OverlayBox(title: "diagnosis of \(subject)", lines: lines, keyWidth: 2)
  }
}
