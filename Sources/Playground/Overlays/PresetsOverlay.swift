internal import AdEngine

/// The presets of the thresholds, each with what it means for the viewport as it is.
struct PresetsOverlay: Overlay {
  var list = ListState()

  var isQuestion: Bool { true }

  func context(in model: Model) -> KeyContext { .presets }

  func box(in model: Model) -> OverlayBox? {
    let engine = model.engine
    let whole = (engine.lazyLoading ?? .standard).fullPercentage(in: engine.viewport.size)
    var lines = [OverlayLine.strong("fetch and display")]
    for (index, preset) in ThresholdPreset.all.enumerated() {
      let one = preset.unit.points(whole: whole)
      let points = " = \((preset.fetch * one).points) and \((preset.display * one).points) pt"
      let words = "\(preset.name): \(preset.words)" + (preset.unit == .points ? "" : points)
      lines.append(OverlayLine(String(index + 1), words))
    }
    return OverlayBox(title: "presets", lines: lines, keyWidth: 3)
  }
}
