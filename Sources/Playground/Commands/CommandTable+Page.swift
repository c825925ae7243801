extension CommandTable {
  /// The page: what has keys in the article, and what has keys wherever nothing else takes them.
  static let page: [Line] = [
    row(.article, [.up, "k"], .scrollUp, "scroll a row up", .reading) { $0.scrollByHand(rows: -1) },
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
    row(.article, ["J"], .flingDown, "fling the page like a thumb; again for faster", .deciding) {
      $0.fling(1)
    },
    row(.article, ["K"], .flingUp, "fling the page back", .deciding) { $0.fling(-1) },
    row(.article, ["n"], .nextStop, "select the next link or ad", .reading, word: .next) {
      $0.selectStop(1)
    },
    row(.article, ["N"], .previousStop, "select the previous link or ad", .reading, word: .previous)
    { $0.selectStop(-1) },
    row(
      .article, [.enter], .activate, "follow the selected link, or show the ad's details", .reading,
      word: .open
    ) { $0.activateStop() },
    row(
      .article, ["o"], .followAd, "follow the link of the selected ad, or of the nearest", .deciding
    ) { $0.followAd() },
    row(.article, [.escape], .deselect, "select nothing", .reading) {
      $0.pages.top.selection = nil
    },
    row(.article, ["[", .backspace], .back, "go back a page", .deciding, word: .back) {
      $0.goBack()
    },

    row(.anywhere, ["f"], .pickFetch, "set the fetch threshold", .deciding) { $0.pick(.fetch) },
    row(.anywhere, ["d"], .pickDisplay, "set the display threshold", .deciding) {
      $0.pick(.display)
    },
    row(.anywhere, ["u"], .pickUnload, "set the unload threshold", .deciding) { $0.pick(.unload) },
    row(.anywhere, ["P"], .openPresets, "presets: thresholds that others use", .deciding) {
      $0.openPresets()
    },
    row(.anywhere, ["x"], .toggleUnloading, "switch unloading on or off", .deciding) {
      $0.toggleUnloading()
    },
    row(.anywhere, ["z"], .undo, "undo the last change of the thresholds", .deciding) {
      $0.undoThresholds()
    },
    row(.anywhere, ["Z"], .pageThresholds, "back to the page's own thresholds", .deciding) {
      $0.restorePageThresholds()
    },
    row(.anywhere, ["W"], .openWriting, "write the thresholds into the page's file", .deciding) {
      $0.openWriting()
    },
    row(.anywhere, [.control("r")], .reopen, "open the page's file again", .deciding) {
      $0.shared.requests.append(.reopen(location: $0.pages.top.file.location))
    },
    row(
      .anywhere, ["w"], .why, "why the selected ad, or the nearest, is in its states", .reading,
      word: .why
    ) { $0.openWhy() },
    row(
      .anywhere, ["i"], .plugins, "the selected ad's renderer, events, request and response",
      [.reading, .interstitial]
    ) { $0.openPlugins() },
    row(
      .anywhere, ["I"], .hostPlugins, "the same of the screen banner and the interstitial",
      [.reading, .interstitial]
    ) { $0.openHostPlugins() },
    row(
      .anywhere, ["B"], .followBanner, "follow the link of the banner at the screen's bottom",
      .deciding
    ) { $0.followBanner() },
    row(
      .anywhere, ["D"], .diagnose, "diagnosis: why no ad, no log, slow, flicker", .reading,
      word: .diagnosis
    ) { $0.openDiagnosis() },
    row(
      .anywhere, ["M"], .openMetrics, "the metrics: what the ads cost and what came of it", .reading
    ) { $0.show(MetricsOverlay()) },
    row(
      .anywhere, ["C"], .openConsole, "the console of the selected ad, or of the nearest", .reading
    ) { $0.openConsole() },
    row(
      .anywhere, ["r"], .reload, "reload the selected ad, or the nearest", .deciding, word: .reload
    ) { $0.reloadSelected() },
    row(.anywhere, ["R"], .reloadAll, "reload all ads", .deciding) { $0.reloadAll() },
    row(
      .anywhere, ["b"], .toggleLadybug, "the ladybug: open or close the debug log",
      [.always, .interstitial]
    ) { $0.toggleLadybug() },
    row(.anywhere, ["c"], .openConsent, "the consent centre: whether ads may load", .deciding) {
      $0.openConsent()
    },
    modelRow(.anywhere, ["p"], .pause, "let time stand still, or go on", .always) {
      $0.playOrPause()
    },
    modelRow(.anywhere, ["<"], .slower, "let time go slower", .always) { $0.changeSpeed(-1) },
    modelRow(.anywhere, [">"], .faster, "let time go faster", .always) { $0.changeSpeed(1) },
    row(
      .anywhere, ["/"], .openSearch, "search the article, or the log if that has the focus",
      [.page, .replay, .palette]
    ) { $0.openSearch() },
    modelRow(
      .anywhere, ["S"], .toggleRecording, "record a session of this page, or end the recording",
      [.deciding, .lab]
    ) { $0.toggleRecording() },
    row(
      .anywhere, ["y"], .openCopy, "copy the thresholds: Swift, googletag or JSON",
      [.page, .replay, .palette]
    ) { $0.openCopyMenu() },
    modelRow(
      .anywhere, ["L"], .openLab, "the preload lab: what an ad does before it is seen",
      [.deciding, .lab]
    ) { $0.toggleLab() },
    row(
      .anywhere, ["m"], .toggleMouse, "take the mouse for sliders and clicks, or give it back",
      [.stages, .palette]
    ) { $0.toggleMouse() },
    row(.anywhere, ["!"], .openProblems, "what is wrong with the page's file", .reading) {
      $0.openProblems()
    },
    row(.anywhere, [.tab], .nextPane, "focus the next pane", [.page, .replay, .palette]) {
      $0.changePane(1)
    },
    row(
      .anywhere, [.backTab], .previousPane, "focus the previous pane", [.page, .replay, .palette]
    ) { $0.changePane(-1) },
    row(
      .anywhere, [.control("l")], .redraw, "redraw the screen",
      [.stages, .palette, .covered, .interstitial]
    ) { $0.shared.requests.append(.redraw) },
    row(
      .anywhere, [":", .control("p")], .openPalette, "the palette: find a command by its words",
      .stages
    ) { $0.showAbove(Palette()) },
    row(.anywhere, ["?", .function(1)], .openHelp, "help: all keys", [.always, .interstitial]) {
      $0.show(HelpOverlay())
    },
    row(
      .anywhere, ["q", .control("c")], .quit, "quit", [.always, .covered, .interstitial],
      word: .quit
    ) { $0.shared.requests.append(.quit) },
  ]
}
