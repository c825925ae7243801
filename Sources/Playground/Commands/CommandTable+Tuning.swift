internal import AdSessions
internal import AdTuning

extension CommandTable {
  /// A long step on the map, in thresholds.
  private static let far = 4

  static let tuning: [Line] = [
    tuningRow([.left], .lowerFetch, "a smaller fetch threshold") { $0.move(fetch: -1) }
      .hint(1, "move", with: [.raiseFetch, .raiseDisplay, .lowerDisplay]),
    tuningRow([.right], .raiseFetch, "a larger fetch threshold") { $0.move(fetch: 1) },
    tuningRow([.up], .raiseDisplay, "a larger display threshold") { $0.move(display: 1) },
    tuningRow([.down], .lowerDisplay, "a smaller display threshold") { $0.move(display: -1) },
    tuningRow([.shiftLeft, "H"], .lowerFetchMore, "a far smaller fetch threshold") {
      $0.move(fetch: -far)
    },
    tuningRow([.shiftRight, "L"], .raiseFetchMore, "a far larger fetch threshold") {
      $0.move(fetch: far)
    },
    tuningRow([.shiftUp, "K"], .raiseDisplayMore, "a far larger display threshold") {
      $0.move(display: far)
    },
    tuningRow([.shiftDown, "J"], .lowerDisplayMore, "a far smaller display threshold") {
      $0.move(display: -far)
    },
    tuningRow(["n"], .nextStep, "to the next fetch threshold that changes a number") { $0.step(1) }
      .hint(9, "next change", with: [.previousStep]),
    tuningRow(["N"], .previousStep, "to the one before that changes a number") { $0.step(-1) },
    tuningRow([.home, "g"], .goToPresent, "to the present thresholds") {
      if let present = $0.present { $0.moveCursor(to: present) }
    },
    tuningRow([.end, "G"], .goToBest, "to the best setting of the sample") {
      if let best = $0.map?.best { $0.moveCursor(to: best) }
    }
    .hint(4, "the best"),
    tuningRow(["v"], .mapValue, "the map shows the value of a session") { $0.quantity = nil }
      .hint(7, "map", with: [.mapViewable, .mapWasted, .mapBlank]),
    tuningRow(["i"], .mapViewable, "the map shows viewable ads") { $0.quantity = .viewable },
    tuningRow(["w"], .mapWasted, "the map shows wasted requests") { $0.quantity = .wastedFetches },
    tuningRow(["t"], .mapBlank, "the map shows blank time") { $0.quantity = .blankExposure },
    row(
      .tuning, [.enter], .replayWorst, "replay the session that loses most, just before the loss",
      [.tuning, .palette]
    ) { $0.replayWorst() }
    .hint(2, "replay the worst"),
    row(
      .tuning, ["c"], .copyComparison, "copy what this setting changes, in a sentence",
      [.tuning, .palette]
    ) { $0.copyComparison() }
    .hint(3, "copy the sentence"),
    row(.tuning, ["s"], .readSentences, "what follows, in sentences", [.tuning, .palette]) {
      $0.show(TuningOverlay())
    }
    .hint(11, "in words"),
    tuningRow(["l"], .changeLatency, "answers take twice, four times, half as long") {
      $0.changeLatency()
    }
    .hint(12, "latency"),
    also(.tuning, ["e"], .openCopy, "export these thresholds for an app or a page")
      .hint(5, "export"),
    also(.tuning, [.escape, "["], .toggleTuning, "leave the tuning screen")
      .hint(3, "back to the page", isNeeded: true),
  ]
}
