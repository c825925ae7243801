internal import AdEngine
internal import AdSessions

struct PresetsOverlay: Overlay {
  var list = ListState()

  var isQuestion: Bool { true }

  func context(in scene: Scene) -> KeyContext { .presets }
  func box(in scene: Scene) -> OverlayBox? { PresetMenu(scene.screen).box }
}

/// The presets of the thresholds, each with what it means for the viewport as it is.
struct PresetMenu {
  private let height: Double

  init(_ screen: PageScreen) { height = screen.run.engine.viewport.size.height }

  var box: OverlayBox {
    var lines = [OverlayBox.Line(text: "fetch and display", isStrong: true)]
    lines += ThresholdPreset.all.enumerated().map { index, preset in
      OverlayBox.Line(key: String(index + 1), text: words(preset))
    }
    return OverlayBox(title: "presets", lines: lines, keyWidth: 3)
  }

  private func words(_ preset: ThresholdPreset) -> String {
    let inPoints =
      preset.unit == .points
      ? ""
      : {
        let one = preset.unit.points(height: height)
        return " = \((preset.fetch * one).points) and \((preset.display * one).points) pt"
      }()
    return "\(preset.name): \(preset.words)\(inPoints)"
  }
}
