internal import AdEngine
internal import AdSessions

/// Keys that the footer names together, and what they do in a word or two.
struct FooterHint {
  let commands: [Command]
  let word: String
  /// Whether it is shown before all others where there is little room, so that there is always a way out.
  let isNeeded: Bool

  /// Makes a hint; `nil` where it does not fit the situation.
  init?(_ commands: Command..., word: String, isNeeded: Bool = false, if fits: Bool = true) {
    guard fits else { return nil }
    self.commands = commands
    self.word = word
    self.isNeeded = isNeeded
  }
}

/// What can be done now, place by place, the most useful first.
struct FooterHints {
  private typealias Hint = FooterHint
  private let model: Model
  private let page: PageScreen

  init(_ model: Model) {
    self.model = model
    page = model.page
  }

  /// The hints, without those whose commands do not run here.
  var hints: [FooterHint] {
    let isPageFree = model.keyContext == model.pageContext && model.keyContext != .search
    // What the user cannot do without it comes first.
    let mouse = Hint(
      .toggleMouse, word: "gives the mouse back", if: page.shared.mouse.isOn && isPageFree)
    let stage = model.stage
    return ([mouse] + ofPlace).compactMap { $0 }
      .filter { $0.commands.allSatisfy { $0.runs(on: stage) } }
  }

  private var ofPlace: [FooterHint?] {
    switch model.keyContext {
    case .article, .anywhere: article
    case .hits: hits
    case .search: search
    case .threshold: threshold
    case .log: log
    case .replay: model.isLabOpen ? labReplay : replay
    case .lab: lab
    case .labSettings: labSettings
    case .interstitial: interstitial
    case .consent: consent
    case .preferences: preferences
    case .writing: [Hint(.write, word: "write"), Hint(.close, word: "leave")]
    case .presets:
      [
        Hint(.choosePreset, word: "to \(ThresholdPreset.all.count) take one"),
        Hint(.close, word: "leave"),
      ]
    case .palette:
      [
        Hint(.choiceUp, .choiceDown, word: "choose"), Hint(.choose, word: "run"),
        Hint(.close, word: "close"),
      ]
    case .copy:
      [
        Hint(.copySwift, .copyGoogletag, .copyJSON, word: "copy"),
        Hint(.choiceUp, .choiceDown, word: "choose"), Hint(.choose, word: "copy it"),
        Hint(.close, word: "close"),
      ]
    case .overlay, .details: overlay
    }
  }

  // MARK: - The page

  private var article: [FooterHint?] {
    let target = page.pages.top.selection.map { page.pages.top.layout.stops[$0].target }
    let isLink = if case .link = target { true } else { false }
    let isAd = target != nil && !isLink
    let hasThresholds = page.run.engine.lazyLoading != nil
    let isRecording = page.recording != nil
    let isPaused = page.clock.isPaused
    let banner = page.pages.top.hosts.screenBanner?.state
    return [
      Hint(.scrollUp, .scrollDown, word: "scroll"),
      Hint(.openProblems, word: "problems", if: !page.pages.top.problems.isEmpty),
      Hint(.reopen, word: "open the changed page", if: page.pages.top.isFileChanged),
      Hint(.toggleRecording, word: "ends the recording", if: isRecording),
      Hint(.activate, word: isLink ? "follow" : "details", if: target != nil),
      Hint(.why, word: "why", if: isAd),
      Hint(.followAd, word: "its link", if: isAd),
      Hint(.pause, word: "go on", if: isPaused),
      Hint(.pickFetch, .pickDisplay, .pickUnload, word: "thresholds", if: hasThresholds),
      Hint(.toggleLadybug, word: "log"),
      Hint(.openHelp, word: "help", isNeeded: true),
      Hint(.quit, word: "quit", isNeeded: true),
      Hint(.openPalette, word: "commands"),
      Hint(
        .nextStop, word: "link or ad",
        if: !page.pages.top.layout.stops.isEmpty && model.keyContext != .hits),
      Hint(.back, word: "back", if: page.canGoBack),
      Hint(.toggleUnloading, word: "unloading", if: hasThresholds),
      Hint(.openCopy, word: "copy", if: hasThresholds),
      Hint(.openConsent, word: "consent"),
      Hint(
        .followBanner, word: "the banner's link", if: banner == .impressed || banner == .clicked),
      Hint(.why, word: "why", if: page.selectedSlot == nil && !page.pages.top.page.slots.isEmpty),
      metrics,
      Hint(.openSearch, word: "search"),
      Hint(.flingDown, word: "fling"),
      Hint(.reload, word: "reload"),
      Hint(.toggleRecording, word: "record", if: !isRecording),
      Hint(.toggleMouse, word: "mouse", if: !page.shared.mouse.isOn),
    ]
  }

  private var replay: [FooterHint?] {
    // Side by side the numbers are the point of it.
    let isSideBySide = page.replay?.recorded != nil
    return [
      Hint(.pause, word: page.clock.isPaused ? "play" : "pause"),
      Hint(.stepBack, .stepOn, word: "step"),
      Hint(.slower, .faster, word: "speed"),
      Hint(.previousCaption, .nextCaption, word: "caption"),
      isSideBySide ? metrics : nil,
      Hint(.scrollUp, .scrollDown, word: "look", if: page.maxPeek > 0),
      Hint(.activate, word: "details", if: page.pages.top.selection != nil),
      Hint(.openHelp, word: "help", isNeeded: true),
      Hint(.quit, word: "quit", isNeeded: true),
      Hint(.toggleLadybug, word: "ladybug"),
      Hint(.nextStop, word: "link or ad", if: !page.pages.top.layout.stops.isEmpty),
      Hint(.why, word: "why", if: !page.pages.top.page.slots.isEmpty),
      isSideBySide ? nil : metrics,
      Hint(.toBeginning, .toEnd, word: "ends"),
      Hint(.openPalette, word: "commands"),
      Hint(.openSearch, word: "search"),
    ]
  }

  /// How to see the metrics where there is no room for their pane.
  private var metrics: FooterHint? {
    Hint(.openMetrics, word: "metrics", if: page.layout.metrics.height == 0)
  }

  private var hits: [FooterHint?] {
    [
      Hint(.nextHit, .previousHit, word: "hits"), Hint(.endSearch, word: "end search"),
    ] + (model.stage == .page ? article : [])
  }

  private var search: [FooterHint?] {
    let count = page.search?.count ?? 0
    return [
      Hint(.keepSearch, word: "keep", if: count > 0), Hint(.leaveSearch, word: "back"),
      Hint(.previousHit, .nextHit, word: "hits", if: count > 1),
    ]
  }

  private var threshold: [FooterHint?] {
    [
      Hint(.decrease, .increase, word: "10 pt"),
      Hint(.decreaseMore, .increaseMore, word: "100 pt"),
      Hint(.keepThreshold, word: "keep", isNeeded: true),
      Hint(.revertThreshold, word: "revert", isNeeded: true),
      Hint(.scrollUp, .scrollDown, word: "scroll"),
      Hint(.nextPane, word: "next"),
      Hint(.openHelp, word: "help"),
    ]
  }

  private var log: [FooterHint?] {
    [
      Hint(.logUp, .logDown, word: "scroll the log"),
      Hint(.nextHit, .previousHit, word: "hits", if: page.search?.isInArticle == false),
      Hint(.filterLog, word: page.shared.log.filter == nil ? "one slot" : "all slots"),
      Hint(.openSearch, word: "search"),
      Hint(.logEnd, word: "newest"),
      Hint(.close, word: "article"),
      Hint(.toggleLadybug, word: "close the log"),
      Hint(.openHelp, word: "help"),
    ]
  }

  // MARK: - What covers the page

  private var interstitial: [FooterHint?] {
    [
      Hint(.closeInterstitial, word: "close", isNeeded: true),
      Hint(.followAd, word: "follow its link"),
      Hint(.plugins, word: "how it came"),
      Hint(.openHelp, word: "help"),
      Hint(.quit, word: "quit"),
    ]
  }

  private var consent: [FooterHint?] {
    [
      Hint(.agree, word: "agree"),
      Hint(.disagree, word: "disagree"),
      Hint(.decideLater, word: "leave it"),
      Hint(.openPreferences, word: "preferences"),
      Hint(.quit, word: "quit"),
    ]
  }

  private var preferences: [FooterHint?] {
    [
      Hint(.choose, word: "yes or no"),
      Hint(.savePreferences, word: "save", isNeeded: true),
      Hint(.decideLater, word: "leave", isNeeded: true),
      Hint(.choiceUp, .choiceDown, word: "move"),
      Hint(.agree, word: "agree to all"),
      Hint(.disagree, word: "disagree to all"),
    ]
  }

  private var overlay: [FooterHint?] {
    let box = page.overlay?.box(in: model.scene)
    let isLong = box.map {
      $0.lastFirstLine(columns: page.shared.columns, rows: page.shared.rows) > 0
    }
    let isAd = model.keyContext == .details
    return [
      Hint(.overlayUp, .overlayDown, word: "scroll", if: isLong == true),
      Hint(.close, word: "close"),
      Hint(.followAd, word: "follow its link", if: isAd),
      Hint(.openConsole, word: "console", if: isAd),
    ]
  }

  // MARK: - The lab

  private var lab: [FooterHint?] {
    let isPaused = model.lab?.clock.isPaused == true
    let isRecording = model.lab?.recording != nil
    // The three buttons name their own keys.
    return [
      Hint(.pause, word: "go on", if: isPaused),
      Hint(.toggleRecording, word: "ends the recording", if: isRecording),
      Hint(.leaveLab, word: "back to the page", isNeeded: true),
      Hint(.openHelp, word: "help", isNeeded: true),
      Hint(.openPalette, word: "commands"),
      Hint(.slower, .faster, word: "speed"),
      Hint(.pause, word: "pause", if: !isPaused),
      Hint(.toggleRecording, word: "record", if: !isRecording),
      Hint(.quit, word: "quit"),
    ]
  }

  private var labSettings: [FooterHint?] {
    [
      Hint(.settingUp, .settingDown, word: "choose"),
      Hint(.changeSetting, word: model.lab?.list.selected == 0 ? "next unit" : "switch"),
      Hint(.labSettings, word: "close", isNeeded: true),
      Hint(.openHelp, word: "help", isNeeded: true),
    ]
  }

  private var labReplay: [FooterHint?] {
    [
      Hint(.pause, word: model.lab?.clock.isPaused == true ? "play" : "pause"),
      Hint(.stepBack, .stepOn, word: "step"),
      Hint(.slower, .faster, word: "speed"),
      Hint(.openHelp, word: "help", isNeeded: true),
      Hint(.quit, word: "quit", isNeeded: true),
      Hint(
        .previousCaption, .nextCaption, word: "caption",
        if: model.lab?.replay?.captions.isEmpty == false),
      Hint(.toBeginning, .toEnd, word: "ends"),
    ]
  }
}
