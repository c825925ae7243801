internal import AdLab

extension HelpText {
  /// What the lab's time line and its states mean.
  static let labChart: [OverlayBox.Line] = [
    OverlayBox.Line(text: ""),
    OverlayBox.Line(key: "The lab", text: ""),
    OverlayBox.Line(key: "┃ presented", text: "from here on the ad can be seen"),
    OverlayBox.Line(key: "EARLY", text: "before that: it cannot have been seen"),
    OverlayBox.Line(key: "▶ ━ plays", text: "the creative began to play, and plays"),
    OverlayBox.Line(key: "◆ counted", text: "an impression was counted"),
    OverlayBox.Line(
      key: "◇ ! event",
      text: "it sent \(LabCreative.completionEvent); the script said it is visible"
    ),
    OverlayBox.Line(
      key: "─ ╌ · timers", text: "its timers run, crawl (once a second), stand still"),
    OverlayBox.Line(key: "╌ ░ ▒ █ × ad", text: "fetching, preloading, ready, presented, failed"),
  ]
}
