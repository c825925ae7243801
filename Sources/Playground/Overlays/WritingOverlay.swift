internal import AdSessions

/// The question whether the page's file is to be changed, with what would change, line by line.
struct WritingOverlay: Overlay {
  let writing: ThresholdWriting
  var list = ListState()

  var isQuestion: Bool { true }

  func context(in model: Model) -> KeyContext { .writing }

  func box(in model: Model) -> OverlayBox? {
    let name = model.top.file.name
    let question = OverlayLine.strong("Write the thresholds into \(name)?")
    let removed = writing.removed.map { OverlayLine("−", $0) }
    let added = writing.added.map { OverlayLine("+", $0) }
    return OverlayBox(title: "front matter", lines: [question] + removed + added, keyWidth: 2)
  }
}
