internal import AdEngine
internal import AdLab
internal import AdSessions

/// The console of the lab's ad: what its page has sent, and the script by which it learns that it is visible (`S2.29`).
struct LabConsoleOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    guard let lab = model.labOnScreen else { return nil }
    let unit = (lab.record?.unit ?? lab.settings.unit).split(separator: "/").last.map(String.init)
    var lines = [
      OverlayLine("Ad unit", lab.record?.unit ?? lab.settings.unit),
      .blank, .strong("Messages of its page"),
    ]
    if let sentAt = lab.record?.completedAt {
      lines.append(OverlayLine(sentAt.clock, LabCreative.completionEvent))
    } else {
      lines.append(
        OverlayLine(lab.record?.arrivedAt == nil ? "there is no page: no ad" : "none yet"))
    }
    lines += [
      .blank,
      .strong("Script that says that it is visible"),
      OverlayLine(when(lab)),
    ]
    lines.append(OverlayLine(LabCreative.visibilityScript))
    return OverlayBox(
      title: "console of \((unit ?? "the ad").scrubbed)", lines: lines, keyWidth: 10)
  }

  /// When the script ran, or what it waits for.
  private func when(_ lab: Lab) -> String {
    if let informedAt = lab.record?.informedAt {
      let after = lab.record?.presentedAt.map { ", \(informedAt - $0) ms after it was presented" }
      return "run at \(informedAt.clock)" + (after ?? "")
    }
    return lab.settings.isInForce(.injectVisibilityJavascript)
      ? "not run yet: it runs when the ad is presented"
      : "not run: \(PreloadOption.injectVisibilityJavascript.title) is off"
  }
}
