extension CommandTable {
  /// What has keys in the article.
  static let article: [Line] = [
    row(.article, [.up, "k"], .scrollUp, "scroll a row up", .reading) { $0.scrollByHand(rows: -1) }
      .hint(1, "scroll", with: [.scrollDown]),
    row(.article, [.down, "j"], .scrollDown, "scroll a row down", .reading) {
      $0.scrollByHand(rows: 1)
    },
    row(.article, [.pageUp], .pageUp, "scroll a screen up", .reading) {
      $0.scrollByHand(screens: -1)
    },
    row(.article, [.pageDown, " "], .pageDown, "scroll a screen down", .reading) {
      $0.scrollByHand(screens: 1)
    },
    row(.article, [.home, "g"], .top, "go to the top", .reading, word: .top) {
      $0.scrollByHand(by: -.greatestFiniteMagnitude)
    },
    row(.article, [.end, "G"], .bottom, "go to the bottom", .reading, word: .bottom) {
      $0.scrollByHand(by: .greatestFiniteMagnitude)
    },
    row(
      .article, ["v"], .showOtherEnd, "show the other end of the viewport", .reading
    ) { $0.showOtherEnd() }
    .hint(13, "other end", if: \.isViewportCut),
    row(.article, [.left], .carouselBack, "move the carousel back", .deciding) {
      $0.moveCarousel(by: -1)
    }
    .hint(8, "carousel", with: [.carouselForward], if: \.model.isCarouselInView),
    row(.article, [.right], .carouselForward, "move the carousel on", .deciding) {
      $0.moveCarousel(by: 1)
    },
    row(
      .article, ["J"], .flingDown, "fling the page like a thumb; again for faster", .deciding,
      word: .fling
    ) {
      $0.visit.fling(1)
    }
    .hint(23, "fling"),
    row(.article, ["K"], .flingUp, "fling the page back", .deciding) { $0.visit.fling(-1) },
    row(.article, ["n"], .nextStop, "select the next link or ad", .reading, word: .next) {
      $0.selectStop(1)
    }
    .hint(14, "link or ad", if: \.canSelectStop)
    .hint(in: [.replay: 11], "link or ad", if: \.hasStops),
    row(.article, ["N"], .previousStop, "select the previous link or ad", .reading, word: .previous)
    { $0.selectStop(-1) },
    row(
      .article, [.enter], .activate, "follow the selected link, or show the ad's details", .reading,
      word: .open
    ) { $0.activateStop() }
    .hint(5, "follow", if: \.isLinkSelected)
    .hint(5, "details", if: \.isAdSelected)
    .hint(in: [.replay: 7], "details", if: \.isStopSelected),
    row(
      .article, ["o"], .followAd, "follow the link of the selected ad, or of the nearest", .deciding
    ) { $0.followAd() }
    .hint(7, "its link", if: \.canFollowSelectedAd),
    row(
      .article, [.escape], .deselect, "end the comparison or the zoom, or select nothing", .reading
    ) { $0.deselect() }
    .hint(0, "end comparison", if: \.isComparing),
    row(.article, ["[", .backspace], .back, "go back a page", .deciding, word: .back) {
      $0.goBack()
    }
    .hint(15, "back", if: \.model.canGoBack),
  ]

  /// What has keys wherever nothing else takes them: the page and its ads.
  static let anywhere: [Line] = [
    row(.anywhere, ["f"], .pickFetch, "set the fetch threshold", .reading) { $0.pick(.fetch) }
      .hint(
        in: [.article: 9], "thresholds", with: [.pickDisplay, .pickUnload], if: \.hasThresholds
      )
      .hint(in: [.replay: 4], "what if", with: [.pickDisplay, .pickUnload], if: \.hasThresholds),
    row(.anywhere, ["d"], .pickDisplay, "set the display threshold", .reading) {
      $0.pick(.display)
    },
    row(.anywhere, ["u"], .pickUnload, "set the unload threshold", .reading) { $0.pick(.unload) },
    row(.anywhere, ["P"], .openPresets, "presets: thresholds that others use", .reading) {
      $0.openPresets()
    },
    row(.anywhere, ["x"], .toggleUnloading, "switch unloading on or off", .reading) {
      $0.toggleUnloading()
    }
    .hint(in: [.article: 16], "unloading", if: \.hasThresholds),
    row(
      .anywhere, ["X"], .toggleRequests, "request all ads at once, or each by itself", .reading
    ) { $0.toggleRequests() },
    row(
      .anywhere, ["A"], .toggleAuctions, "hold an auction before each request, or none", .reading
    ) { $0.toggleAuctions() },
    row(.anywhere, ["z"], .undo, "undo the last change of the thresholds", .reading) {
      $0.undoThresholds()
    },
    row(
      .anywhere, ["Z"], .pageThresholds, "back to the page's own thresholds, or the recording's",
      .reading
    ) { $0.restorePageThresholds() },
    row(
      .anywhere, ["W"], .openWriting, "write the thresholds into the page's file",
      [.deciding, .tuning]
    ) { $0.openWriting() }
    .hint(in: [.tuning: 6], "write into the page"),
    row(.anywhere, [.control("r")], .reopen, "open the page's file again", .deciding) {
      $0.shared.requests.append(.reopen(location: $0.top.file.location))
    }
    .hint(in: [.article: 3], "open the changed page", if: \.model.top.isFileChanged),
    row(
      .anywhere, ["w"], .why, "why the selected ad, or the nearest, is in its states", .reading,
      word: .why
    ) { $0.openWhy() }
    .hint(in: [.article: 6], "why", if: \.isAdSelected)
    .hint(in: [.article: 14], "why", if: \.canExplainNearest)
    .hint(in: [.replay: 12], "why", if: \.hasSlots),
    row(
      .anywhere, ["i"], .plugins, "the selected ad's renderer, events, request and response",
      [.reading, .interstitial]
    ) { $0.openPlugins() }
    .hint(in: [.interstitial: 3], "how it came"),
    row(
      .anywhere, ["I"], .screenAdPlugins, "the same of the screen banner and the interstitial",
      [.reading, .interstitial]
    ) { $0.openScreenAdPlugins() },
    row(
      .anywhere, ["B"], .followBanner, "follow the link of the banner at the screen's bottom",
      .deciding
    ) { $0.visit.followBanner() }
    .hint(in: [.article: 19], "the banner's link", if: \.isBannerSeen),
    row(
      .anywhere, ["D"], .diagnose, "diagnosis: why no ad, no log, slow, flicker", .reading,
      word: .diagnosis
    ) { $0.openDiagnosis() },
    row(
      .anywhere, ["M"], .openMetrics, "the metrics: what each number means, and the slot to blame",
      .reading
    ) { $0.show(MetricsOverlay()) }
    .hint(
      in: [.article: 0, .threshold: 0, .replay: 0], "all", isNeeded: true,
      if: \.isComparingWithoutMetrics
    )
    .hint(in: [.article: 14], "metrics", if: \.isNotComparing)
    .hint(in: [.replay: 13], "metrics", if: \.isAloneWithoutMetrics),
    row(
      .anywhere, ["0"], .resetMetrics, "reset the metrics: count from now on", .deciding
    ) { $0.visit.resetMetrics() },
    row(
      .anywhere, ["C"], .openConsole, "the console of the selected ad, or of the nearest", .reading
    ) { $0.openConsole() },
    row(
      .anywhere, ["r"], .reload, "reload the selected ad, or the nearest", .deciding, word: .reload
    ) { $0.reloadSelected() }
    .hint(in: [.article: 24], "reload"),
    row(.anywhere, ["R"], .reloadAll, "reload all ads", .deciding) { $0.reloadAll() },
  ]

  /// The same: the screen, time and what covers the page.
  static let screen: [Line] = [
    row(
      .anywhere, ["b"], .toggleLadybug, "the ladybug: open or close the debug log",
      [.always, .covered, .interstitial]
    ) { $0.toggleLadybug() }
    .hint(in: [.article: 10], "log")
    .hint(in: [.replay: 10], "log", if: \.isOfPage)
    .hint(in: [.log: 7], "close the log"),
    row(.anywhere, ["c"], .openConsent, "consent settings: whether ads may load", .deciding) {
      $0.openConsent()
    }
    .hint(in: [.article: 18], "consent"),
    row(.anywhere, ["p"], .pause, "pause time, or resume it", [.timed, .palette, .lines]) {
      $0.perform(.playOrPause)
    }
    .hint(in: [.article: 8, .lab: 1], "go on", if: \.isPaused)
    .hint(in: [.lab: 7], "pause", unless: \.isPaused),
    row(.anywhere, ["<"], .slower, "let time go slower", [.timed, .palette, .lines]) {
      $0.changeSpeed(-1)
    }
    .hint(in: [.replay: 3, .lab: 6], "speed", with: [.faster]),
    row(.anywhere, [">"], .faster, "let time go faster", [.timed, .palette, .lines]) {
      $0.changeSpeed(1)
    },
    row(
      .anywhere, ["/"], .openSearch, "search the article, or the pane that has the focus",
      [.stages, .palette]
    ) { $0.openSearch() }
    .hint(in: [.article: 22, .replay: 18, .log: 4, .slots: 5, .metricsPane: 5], "search"),
    row(
      .anywhere, ["S"], .toggleRecording, "record a session of this page, or end the recording",
      [.deciding, .lab]
    ) { $0.toggleRecording() }
    .hint(in: [.article: 4, .lab: 2], "ends the recording", if: \.isRecording)
    .hint(in: [.article: 25, .lab: 8], "record", unless: \.isRecording),
    row(
      .anywhere, ["y"], .openCopy, "copy (export) the thresholds for an app or a page",
      [.pages, .tuning, .palette]
    ) { $0.openCopyMenu() }
    .hint(in: [.article: 17], "copy", if: \.hasThresholds),
    row(
      .anywhere, ["L"], .openLab, "the preload lab: what an ad does before it is seen",
      [.page, .lab, .palette]
    ) { $0.toggleLab() },
    row(
      .anywhere, ["T"], .toggleTuning, "tune: which thresholds, what they cost, how sure that is",
      [.reading, .tuning], word: .tune
    ) { $0.toggleTuning() }
    .hint(in: [.article: 27], "tune", if: \.hasSlots)
    .hint(in: [.replay: 5], "back to tuning", if: \.isTunedReplay),
    row(
      .anywhere, ["m"], .toggleMouse, "take the mouse for sliders and clicks, or give it back",
      [.stages, .palette]
    ) { $0.toggleMouse() }
    .hint(in: [.article: 26], "mouse", if: \.isMouseOff),
    row(.anywhere, ["!"], .openProblems, "what is wrong with the page's file", .reading) {
      $0.openProblems()
    }
    .hint(in: [.article: 2], "problems", if: \.hasProblems),
    row(.anywhere, [.tab], .nextPane, "focus the next pane", [.pages, .palette]) {
      $0.changePane(1)
    }
    .hint(in: [.threshold: 6], "next"),
    row(
      .anywhere, [.backTab], .previousPane, "focus the previous pane", [.pages, .palette]
    ) { $0.changePane(-1) },
    typing(
      .anywhere, Viewer.Focus.byDigit.indices.map { Key.character(Character("\($0 + 1)")) },
      .focusPane,
      "focus article, thresholds, slots, timeline, metrics or log", .pages
    ) { $0.focusPane($1) },
    row(
      .anywhere, ["+"], .zoomPane, "the focused pane over the whole screen, or back in its place",
      [.pages, .palette]
    ) { $0.toggleZoom() }
    .hint(
      in: [.article: 0, .slots: 4, .timeline: 5, .metricsPane: 4], "all panes",
      if: \.model.viewer.isZoomed
    )
    .hint(
      in: [.slots: 4, .timeline: 5, .metricsPane: 4, .log: 9], "whole screen",
      unless: \.model.viewer.isZoomed
    ),
    row(
      .anywhere, [.control("l")], .redraw, "redraw the screen",
      [.stages, .palette, .covered, .interstitial]
    ) { $0.shared.requests.append(.redraw) },
    row(
      .anywhere, [":", .control("p")], .openPalette, "the palette: find a command by its words",
      .stages
    ) { $0.showAbove(Palette()) }
    .hint(in: [.article: 13, .lab: 5], "commands")
    .hint(in: [.replay: 17], "commands", if: \.isOfPage),
    row(
      .anywhere, ["O"], .openChoices, "open a file; choose a device, network, reader or seed",
      [.timed, .palette]
    ) { $0.openChoices() }
    .hint(in: [.article: 14, .replay: 14, .lab: 10], "open"),
    row(.anywhere, ["?", .function(1)], .openHelp, "help: all keys", [.always, .interstitial]) {
      $0.show(HelpOverlay())
    }
    .hint(
      in: [.article: 11, .replay: 8, .lab: 4, .tuning: 8, .labSettings: 4], "help", isNeeded: true
    )
    .hint(in: [.threshold: 7, .log: 8, .slots: 8, .timeline: 8, .metricsPane: 8], "help")
    .hint(in: [.interstitial: 4], "help"),
    row(
      .anywhere, ["q", .control("c")], .quit, "quit", [.always, .covered, .interstitial],
      word: .quit
    ) { $0.shared.requests.append(.quit) }
    .hint(in: [.article: 12, .replay: 9], "quit", isNeeded: true)
    .hint(in: [.interstitial: 5, .consent: 5, .lab: 9, .tuning: 10], "quit"),
  ]
}
