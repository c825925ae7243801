internal import AdSessions

/// The question whether the page's file is to be changed.
struct WritingOverlay: Overlay {
  let writing: ThresholdWriting
  var list = ListState()

  init(_ writing: ThresholdWriting) { self.writing = writing }

  var isQuestion: Bool { true }

  func context(in scene: Scene) -> KeyContext { .writing }

  func box(in scene: Scene) -> OverlayBox? {
    WritingView(writing: writing, name: scene.screen.pages.top.file.name).box
  }
}

/// What would change in the page's file, line by line.
struct WritingView {
  let writing: ThresholdWriting
  let name: String

  var box: OverlayBox {
    var lines = [
      OverlayBox.Line(text: "Write the thresholds into \(name.scrubbed)?", isStrong: true)
    ]
    lines += writing.removed.map { OverlayBox.Line(key: "−", text: $0.scrubbed) }
    lines += writing.added.map { OverlayBox.Line(key: "+", text: $0.scrubbed) }
    return OverlayBox(title: "front matter", lines: lines, keyWidth: 2)
  }
}
