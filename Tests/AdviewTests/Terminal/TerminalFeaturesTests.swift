import Playground
import Testing

@testable import AdPlayground

struct TerminalFeaturesTests {
  private func features(_ environment: [String: String]) -> TerminalFeatures {
    TerminalFeatures { environment[$0] }
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "alacritty", "xterm"])
  func `terminals of today are asked for newer modes`(terminal: String) {
    let features = features(["TERM": terminal])
    #expect(features.synchronizedOutput && features.isModern)
    #expect(features.entering == "\u{1B}[?1007h")
    #expect(features.leaving == "\u{1B}[?2026l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1007l")
  }

  @Test(arguments: ["linux", "vt100", "vt220", "ansi", "xtermite", ""])
  func `others are not`(terminal: String) {
    let features = features(["TERM": terminal])
    #expect(!features.synchronizedOutput && !features.isModern)
    #expect(features.entering + features.leaving == "")
  }

  @Test func `a terminal that holds frames back is not told of them`() {
    #expect(!features(["TERM": "xterm-256color", "VTE_VERSION": "6800"]).synchronizedOutput)
    #expect(features(["TERM": "xterm-256color", "VTE_VERSION": "7006"]).synchronizedOutput)
  }

  @Test func `NO_COLOR means no colours unless it is empty`() {
    #expect(features([:]).colors)
    #expect(features(["NO_COLOR": ""]).colors)
    #expect(!features(["NO_COLOR": "0"]).colors)
  }

  @Test func `the title is told on demand only`() {
    #expect(!features([:]).idleTitle)
    #expect(features(["ADVIEW_IDLE_TITLE": "1"]).idleTitle)
  }

  @Test(
    arguments: [
      ([:], .dark), (["COLORFGBG": "0;15"], .light), (["COLORFGBG": "0;default;7"], .light),
      (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "7;8"], .dark),
      (["COLORFGBG": "15"], .dark), (["COLORFGBG": "15;default"], .dark),
      (["COLORFGBG": "0;-1"], .dark), (["ADVIEW_THEME": "sepia"], .dark),
      (["ADVIEW_THEME": "light", "COLORFGBG": "15;0"], .light),
    ] as [([String: String], Theme.Background)])
  func `the background is what the environment says, else dark`(
    environment: [String: String], ground: Theme.Background
  ) {
    #expect(features(environment).background == ground)
  }

  @Test func `the background that was asked for beats the environment`() {
    let features = TerminalFeatures(background: .dark) { ["ADVIEW_THEME": "light"][$0] }
    #expect(features.background == .dark)
  }
}
