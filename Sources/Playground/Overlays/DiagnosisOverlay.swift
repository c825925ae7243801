internal import AdEngine
internal import AdSessions

extension Model {
  /// Answers the questions that users ask about ads, for the selected ad, or the nearest.
  mutating func openDiagnosis() {
    guard visit.history.state != .cut else {
      shared.notice = VisitHistory.cut
      return
    }
    show(DiagnosisOverlay(slot: chosenSlot))
  }

  var diagnosed: Diagnosis.Subject {
    var subject = Diagnosis.Subject(
      setup: top.initialSetup, run: visit.run, history: visit.historyOfPage,
      choice: visit.isReplay ? nil : visit.consent.store.choice,
      needed: visit.needed, isLogOn: visit.settings.isDebugEnabled, now: visit.time)
    if !visit.isReplay { subject.sdk = (visit.consent.store.phase, visit.consent.wrapper != nil) }
    if let time = visit.consent.readyAt, let first = visit.historyOfPage.first, first.at < time {
      subject.sdkReadyAt = time
    }
    subject.targeting = top.page.slots.indices.flatMap { slot in
      top.page.targetingProblems(ofSlot: slot).map { (SlotID(slot), $0) }
    }
    subject.looks = visit.creativeWorld()
    subject.loader = visit.replay.map { ($0.script.loader, $0.script.slots) }
    return subject
  }
}

/// The questions that users ask about ads, and the answers.
struct DiagnosisOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  var isAboutPage: Bool { true }

  func box(in model: Model) -> OverlayBox? {
    let (id, diagnosed) = (slot.map { SlotID($0) }, model.diagnosed)
    let words = DiagnosisWords(Diagnosis(diagnosed, slot: id), of: diagnosed, slot: id) {
      model.top.name(of: $0)
    }
    var lines: [OverlayLine] = []
    for symptom in Symptom.allCases {
      lines.append(.strong(symptom.question))
      for answer in words.answers where answer.symptom == symptom {
        lines.append(OverlayLine(answer.isCause ? "!" : "·", answer.fact))
        if let advice = answer.advice { lines.append(OverlayLine("", "→ \(advice)")) }
      }
    }
    let subject = id.map { model.top.name(of: $0).scrubbed } ?? "the page"
    return OverlayBox(title: "diagnosis of \(subject)", lines: lines, keyWidth: 2)
  }
}
