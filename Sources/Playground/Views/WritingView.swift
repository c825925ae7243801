internal import AdSessions

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
