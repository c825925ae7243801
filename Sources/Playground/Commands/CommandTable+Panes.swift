internal import AdEngine

extension CommandTable {
  static let threshold: [Line] = [
    row(.threshold, [.left, "h"], .decrease, "10 pt less, or 1%", .reading) { $0.adjust(by: -10) }
      .hint(1, "10 pt", with: [.increase], unless: \.model.isSetInPercent)
      .hint(1, "1%", with: [.increase], if: \.model.isSetInPercent),
    row(.threshold, [.right, "l"], .increase, "10 pt more, or 1%", .reading) { $0.adjust(by: 10) },
    row(.threshold, [.shiftLeft, "H"], .decreaseMore, "100 pt less, or 10%", .reading) {
      $0.adjust(by: -100)
    }
    .hint(2, "100 pt", with: [.increaseMore], unless: \.model.isSetInPercent)
    .hint(2, "10%", with: [.increaseMore], if: \.model.isSetInPercent),
    row(.threshold, [.shiftRight, "L"], .increaseMore, "100 pt more, or 10%", .reading) {
      $0.adjust(by: 100)
    },
    typing(
      .threshold, "0123456789.".map { Key.character($0) }, .typeDigit,
      "type a value in the unit that is shown", [.pages, .lines]
    ) { $0.type($1) },
    row(.threshold, [.backspace], .eraseDigit, "delete a typed digit", [.pages, .lines]) {
      $0.eraseDigit()
    },
    row(.threshold, ["%"], .cycleUnit, "points or percent; behind a number: percent", .reading) {
      $0.cycleUnit()
    },
    row(.threshold, [.enter], .keepThreshold, "keep the value", .reading) {
      $0.endEdit(keeping: true)
    }
    .hint(3, "keep", isNeeded: true),
    row(.threshold, [.escape], .revertThreshold, "back to the value before", .reading) {
      $0.endEdit(keeping: false)
    }
    .hint(4, "revert", isNeeded: true),
    // The page can be scrolled while a threshold is being set: the map shows at once what it means.
    also(.threshold, [.up, "k"], .scrollUp, "scroll a row up")
      .hint(5, "scroll", with: [.scrollDown]),
    also(.threshold, [.down, "j"], .scrollDown, "scroll a row down"),
  ]

  static let log: [Line] = [
    // The same commands move in every list and text.
    row(.log, [.up, "k"], .choiceUp, "back a line", .choosing) { $0.moveChoice(by: -1) }
      .hint(1, "scroll the log", with: [.choiceDown]),
    row(.log, [.down, "j"], .choiceDown, "on a line", .choosing) { $0.moveChoice(by: 1) },
    row(.log, [.pageUp], .choicePageUp, "back a screen", .choosing) { $0.moveChoice(pages: -1) },
    row(.log, [.pageDown, " "], .choicePageDown, "on a screen", .choosing) {
      $0.moveChoice(pages: 1)
    },
    row(.log, [.end, "G"], .logEnd, "to the newest line", [.pages, .palette]) {
      $0.visit.log.scrollToEnd()
    }
    .hint(5, "newest"),
    row(
      .log, ["s"], .filterLog, "only the selected ad's lines, or the nearest's; again: all",
      [.pages, .palette]
    ) { $0.filterLog() }
    .hint(3, "one slot", unless: \.isLogFiltered)
    .hint(3, "all slots", if: \.isLogFiltered),
    row(.log, ["n"], .nextHit, "the next line of a search", [.stages, .palette, .lines]) {
      $0.selectHit(1)
    }
    .hint(2, "hits", with: [.previousHit], if: \.isSearchInLog),
    row(
      .log, ["N"], .previousHit, "the previous line of a search", [.stages, .palette, .lines]
    ) { $0.selectHit(-1) },
    row(.log, [.escape], .close, "back to the article, the log at its newest line", .always) {
      $0.close()
    }
    .hint(6, "article"),
  ]

  static let replay: [Line] = [
    also(.replay, [" "], .pause, "play and pause; at the end: from the beginning")
      .hint(1, "play", if: \.isPaused)
      .hint(1, "pause", unless: \.isPaused),
    row(
      .replay, [.left, "h"], .stepBack, "a step back, to where something happened before", .stepping
    ) { $0.perform(.step(-1)) }
    .hint(2, "step", with: [.stepOn]),
    row(.replay, [.right, "l"], .stepOn, "a step on, to where something happens next", .stepping) {
      $0.perform(.step(1))
    },
    row(.replay, [.shiftLeft, "H"], .previousCaption, "to the caption before", .stepping) {
      $0.perform(.caption(-1))
    }
    .hint(4, "caption", with: [.nextCaption], if: \.isOfPage)
    .hint(15, "caption", with: [.nextCaption], if: \.hasLabCaptions),
    row(
      .replay, [.shiftRight, "L"], .nextCaption, "to the next caption; from the last to the end",
      .stepping
    ) {
      $0.perform(.caption(1))
    },
    row(.replay, [.pageUp], .skipBack, "5 seconds back", .stepping) { $0.perform(.skip(-5000)) },
    row(.replay, [.pageDown], .skipOn, "5 seconds on", .stepping) { $0.perform(.skip(5000)) },
    row(.replay, [.home, "g"], .toBeginning, "to the beginning", .stepping) {
      $0.perform(.stay(at: .start))
    }
    .hint(16, "ends", with: [.toEnd]),
    row(
      .replay, [.end, "G"], .toEnd, "to the end; while a session is written, its newest line",
      .stepping
    ) {
      $0.perform(.stay(at: Instant(milliseconds: .max)))
      $0.showCardAtEnd()
    }
    .hint(2, "newest", if: \.isBehind),
    row(
      .replay, [.escape], .stopFollowing, "follow the session no longer: it is a replay then",
      [.replay, .palette, .lines]
    ) { if !$0.visit.stopFollowing() { $0.deselect() } }
    .hint(3, "ends it", if: \.isFollowing),
    also(.replay, [.up, "k"], .scrollUp, "look farther up in the viewport")
      .hint(6, "look", with: [.scrollDown], if: \.isViewportCut),
    also(.replay, [.down, "j"], .scrollDown, "look farther down in the viewport"),
  ]

  static let slots: [Line] =
    choices(.slots, "slot", rank: 1) + [
      row(
        .slots, [.enter], .followChoice, "go to the slot in the article, or explain the metric",
        .pages
      ) { $0.followChoiceInPane() }
      .hint(2, "go there"),
      row(
        .slots, [.escape], .leavePane, "back to the article, all panes on the screen", .pages
      ) { $0.leavePane() }
      .hint(3, "article", isNeeded: true),
    ] + hits(.slots, "slot", rank: 6)

  static let timeline: [Line] =
    choices(.timeline, "slot", rank: 6) + [
      row(.timeline, [.left, "h"], .panBack, "earlier, by ten columns", .pages) {
        $0.panTimeline(by: -1)
      }
      .hint(1, "time", with: [.panOn]),
      row(.timeline, [.right, "l"], .panOn, "later, by ten columns", .pages) {
        $0.panTimeline(by: 1)
      },
      row(.timeline, [.shiftLeft, "H"], .panFarBack, "far earlier", .pages) {
        $0.panTimeline(by: -5)
      },
      row(.timeline, [.shiftRight, "L"], .panFarOn, "far later", .pages) { $0.panTimeline(by: 5) },
      row(.timeline, [.shiftUp, "K", "]"], .finerTime, "less time in a column", .pages) {
        $0.zoomTimeline(1)
      }
      .hint(2, "finer"),
      row(
        .timeline, [.shiftDown, "J", "["], .coarserTime, "more time in a column", .pages
      ) { $0.zoomTimeline(-1) }
      .hint(2, "coarser"),
      row(.timeline, [.home, "g"], .timelineStart, "from the beginning on", .pages) {
        $0.panTimeline(by: -10_000)
      },
      row(.timeline, [.end, "G"], .timelineEnd, "up to now", .pages) { $0.panTimeline(by: 10_000) }
        .hint(4, "now", if: \.isTimelineStanding),
      also(.timeline, [.enter], .followChoice, "go to the chosen slot in the article"),
      also(.timeline, [.escape], .leavePane, "back to the article, all panes on the screen")
        .hint(3, "article", isNeeded: true),
    ] + hits(.timeline, "slot")

  static let metricsPane: [Line] =
    choices(.metricsPane, "metric", rank: 1) + [
      also(.metricsPane, [.enter], .followChoice, "explain the chosen metric").hint(2, "explain"),
      also(.metricsPane, [.escape], .leavePane, "back to the article, all panes on the screen")
        .hint(3, "article", isNeeded: true),
    ] + hits(.metricsPane, "metric", rank: 6)

  /// The keys that choose in a list.
  static func choices(_ place: KeyContext, _ noun: String, rank: Int) -> [Line] {
    [
      also(place, [.up, "k"], .choiceUp, "the \(noun) above")
        .hint(rank, "choose", with: [.choiceDown]),
      also(place, [.down, "j"], .choiceDown, "the \(noun) below"),
      also(place, [.pageUp], .choicePageUp, "a page up"),
      also(place, [.pageDown, " "], .choicePageDown, "a page down"),
    ]
  }

  /// The keys of a search in a pane; the footer names them where they have a rank.
  private static func hits(_ place: KeyContext, _ noun: String, rank: Int? = nil) -> [Line] {
    let next = also(place, ["n"], .nextHit, "the next \(noun) of a search")
    return [
      rank.map { next.hint($0, "hits", with: [.previousHit], if: \.isSearchInPane) } ?? next,
      also(place, ["N"], .previousHit, "the previous \(noun) of a search"),
    ]
  }
}
