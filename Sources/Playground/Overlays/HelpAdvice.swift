extension HelpText {
  /// What is decided in the ad server and not here: to be asked before ads are built in (`S0.35`, `S0.59`).
  static let advice: [OverlayBox.Line] = [
    OverlayBox.Line(key: "Ask ad operations", text: ""),
    OverlayBox.Line(key: "units", text: "the ids, and the sizes and formats that each delivers"),
    OverlayBox.Line(
      key: "targeting", text: "keys and values: what is not set up there has no effect"),
    OverlayBox.Line(key: "audience", text: "whether place or people are targeted, and which"),
    OverlayBox.Line(
      key: "dimensions", text: "what to expect, so that first sizes and bounds fit"),
  ]
}
