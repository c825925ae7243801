/// Where a key means something.
package enum KeyContext: String, CaseIterable, Sendable {
  /// Wherever nothing else takes the key.
  case anywhere
  /// While the article has the focus.
  case article
  /// While a threshold is being set.
  case threshold
  /// While the debug log has the focus.
  case log
  /// While a session is replayed and the article has the focus; else as in the article.
  case replay
  /// While the person is asked for consent.
  case consent
  /// While the person chooses by purpose and by vendor.
  case preferences
  /// While the presets of the thresholds are shown.
  case presets
  /// While the change of the page's file is shown.
  case writing
  /// While help, the page's problems, why, the metrics or an ad's console cover the page.
  case overlay
  /// While an ad's details cover the page.
  case details
  /// While a text to search for is typed.
  case search
  /// While the hits of a search in the article are kept; else as in the article.
  case hits
  /// While an ad that was shown on the way to the page covers it.
  case interstitial
  /// While a command is looked for in the palette.
  case palette
  /// While the form is chosen in which the thresholds are copied.
  case copy
  /// While the preload lab is on the screen.
  case lab
  /// While the settings of the preload lab are shown.
  case labSettings

  /// All places as the help shows them: the article first, where a person begins.
  static let inReadingOrder = [article, hits] + allCases.filter { $0 != .article && $0 != .hits }

  /// A heading for the help.
  var title: String {
    switch self {
    case .anywhere: "Anywhere"
    case .article: "Article"
    case .threshold: "A threshold"
    case .log: "Debug log"
    case .replay: "A replay"
    case .consent: "Consent"
    case .preferences: "Consent preferences"
    case .presets: "Presets"
    case .writing: "Writing"
    case .overlay: "Help, problems, why, metrics and consoles"
    case .details: "An ad's details"
    case .search: "A search being typed"
    case .hits: "Hits of a search in the article"
    case .interstitial: "An interstitial"
    case .palette: "The palette"
    case .copy: "Copying"
    case .lab: "The preload lab"
    case .labSettings: "Settings of the lab"
    }
  }
}

/// Keys, where they count, and what they do.
package struct Binding: Hashable, Sendable {
  /// The keys; any of them will do.
  package let keys: [Key]
  /// Where they count.
  package let context: KeyContext
  /// What they do.
  package let command: Command
  /// What they do, in words.
  package let help: String

  /// The keys as a list of them names them, one by one; what stands for many keys has a single name.
  package var keyNames: [String] {
    switch command {
    case .typeDigit: ["0…9 ."]
    case .choosePreset: [[keys.first, keys.last].compactMap(\.?.label).joined(separator: "…")]
    case .typeText: ["letters"]
    default: keys.map(\.label)
    }
  }
}

/// The one table of keys: dispatch, footer, help, the README and `adview help keys` are made from it.
package enum KeyMap {
  /// All bindings, in the order in which the help shows them.
  package static let bindings = pageBindings + labBindings

  private static let pageBindings: [Binding] = [
    bind(.article, [.up, "k"], .scrollUp, "scroll a row up"),
    bind(.article, [.down, "j"], .scrollDown, "scroll a row down"),
    bind(.article, [.pageUp], .pageUp, "scroll a screen up"),
    bind(.article, [.pageDown, " "], .pageDown, "scroll a screen down"),
    bind(.article, [.home, "g"], .top, "go to the top"),
    bind(.article, [.end, "G"], .bottom, "go to the bottom"),
    bind(.article, ["J"], .flingDown, "fling the page like a thumb; again for faster"),
    bind(.article, ["K"], .flingUp, "fling the page back"),
    bind(.article, ["n"], .nextStop, "select the next link or ad"),
    bind(.article, ["N"], .previousStop, "select the previous link or ad"),
    bind(.article, [.enter], .activate, "follow the selected link, or show the ad's details"),
    bind(.article, ["o"], .followAd, "follow the link of the selected ad, or of the nearest"),
    bind(.article, [.escape], .deselect, "select nothing"),
    bind(.article, ["[", .backspace], .back, "go back a page"),

    bind(.anywhere, ["f"], .pickFetch, "set the fetch threshold"),
    bind(.anywhere, ["d"], .pickDisplay, "set the display threshold"),
    bind(.anywhere, ["u"], .pickUnload, "set the unload threshold"),
    bind(.anywhere, ["P"], .openPresets, "presets: thresholds that others use"),
    bind(.anywhere, ["x"], .toggleUnloading, "switch unloading on or off"),
    bind(.anywhere, ["z"], .undo, "undo the last change of the thresholds"),
    bind(.anywhere, ["Z"], .pageThresholds, "back to the page's own thresholds"),
    bind(.anywhere, ["W"], .openWriting, "write the thresholds into the page's file"),
    bind(.anywhere, [.control("r")], .reopen, "open the page's file anew"),
    bind(.anywhere, ["w"], .why, "why the selected ad, or the nearest, is in its states"),
    bind(.anywhere, ["i"], .plugins, "the selected ad's renderer, events, request and response"),
    bind(.anywhere, ["I"], .hostPlugins, "the same of the screen banner and the interstitial"),
    bind(.anywhere, ["B"], .followBanner, "follow the link of the banner at the screen's bottom"),
    bind(.anywhere, ["D"], .diagnose, "diagnosis: why no ad, no log, slow, flicker"),
    bind(.anywhere, ["M"], .openMetrics, "the metrics: what the ads cost and what came of it"),
    bind(.anywhere, ["C"], .openConsole, "the console of the selected ad, or of the nearest"),
    bind(.anywhere, ["r"], .reload, "reload the selected ad, or the nearest"),
    bind(.anywhere, ["R"], .reloadAll, "reload all ads"),
    bind(.anywhere, ["b"], .toggleLadybug, "the ladybug: open or close the debug log"),
    bind(.anywhere, ["c"], .openConsent, "the consent centre: whether ads may load"),
    bind(.anywhere, ["p"], .pause, "let time stand still, or go on"),
    bind(.anywhere, ["<"], .slower, "let time go slower"),
    bind(.anywhere, [">"], .faster, "let time go faster"),
    bind(.anywhere, ["/"], .openSearch, "search the article, or the log if that has the focus"),
    bind(.anywhere, ["S"], .toggleRecording, "record a session of this page, or end the recording"),
    bind(.anywhere, ["y"], .openCopy, "copy the thresholds: Swift, googletag or JSON"),
    bind(.anywhere, ["L"], .openLab, "the preload lab: what an ad does before it is seen"),
    bind(.anywhere, ["m"], .toggleMouse, "take the mouse for sliders and clicks, or give it back"),
    bind(.anywhere, ["!"], .openProblems, "what is wrong with the page's file"),
    bind(.anywhere, [.tab], .nextPane, "focus the next pane"),
    bind(.anywhere, [.backTab], .previousPane, "focus the previous pane"),
    bind(.anywhere, [.control("l")], .redraw, "draw the screen anew"),
    bind(
      .anywhere, [":", .control("p")], .openPalette, "the palette: find a command by its words"),
    bind(.anywhere, ["?", .function(1)], .openHelp, "help: all keys"),
    bind(.anywhere, ["q", .control("c")], .quit, "quit"),

    bind(.threshold, [.left, "h"], .decrease, "10 pt less"),
    bind(.threshold, [.right, "l"], .increase, "10 pt more"),
    bind(.threshold, [.shiftLeft, "H"], .decreaseMore, "100 pt less"),
    bind(.threshold, [.shiftRight, "L"], .increaseMore, "100 pt more"),
    bind(
      .threshold, "0123456789.".map { Key.character($0) }, .typeDigit,
      "type a value in the unit that is shown"),
    bind(.threshold, [.backspace], .eraseDigit, "take a typed digit back"),
    bind(.threshold, ["%"], .cycleUnit, "points, percent of the viewport, or screens"),
    bind(.threshold, [.enter], .keepThreshold, "keep the value"),
    bind(.threshold, [.escape], .revertThreshold, "back to the value before"),
    // The page can be scrolled while a threshold is being set: the map shows at once what it means.
    bind(.threshold, [.up, "k"], .scrollUp, "scroll a row up"),
    bind(.threshold, [.down, "j"], .scrollDown, "scroll a row down"),

    bind(.log, [.up, "k"], .logUp, "back a line"),
    bind(.log, [.down, "j"], .logDown, "on a line"),
    bind(.log, [.pageUp], .logPageUp, "back a screen"),
    bind(.log, [.pageDown, " "], .logPageDown, "on a screen"),
    bind(.log, [.end, "G"], .logEnd, "to the newest line"),
    bind(.log, ["s"], .filterLog, "only the selected ad's lines, or the nearest's; again: all"),
    bind(.log, ["n"], .nextHit, "the next line of a search"),
    bind(.log, ["N"], .previousHit, "the previous line of a search"),
    bind(.log, [.escape], .close, "back to the article, the log at its newest line"),

    bind(.replay, [" "], .pause, "play and pause; at the end: from the beginning"),
    bind(.replay, [.left, "h"], .stepBack, "a step back, to where something happened before"),
    bind(.replay, [.right, "l"], .stepOn, "a step on, to where something happens next"),
    bind(.replay, [.shiftLeft, "H"], .previousCaption, "to the caption before"),
    bind(.replay, [.shiftRight, "L"], .nextCaption, "to the next caption"),
    bind(.replay, [.pageUp], .skipBack, "5 seconds back"),
    bind(.replay, [.pageDown], .skipOn, "5 seconds on"),
    bind(.replay, [.home, "g"], .toBeginning, "to the beginning"),
    bind(.replay, [.end, "G"], .toEnd, "to the end"),
    bind(.replay, [.up, "k"], .scrollUp, "look farther up in the viewport"),
    bind(.replay, [.down, "j"], .scrollDown, "look farther down in the viewport"),

    bind(.consent, ["a"], .agree, "agree: ads may load"),
    bind(.consent, ["d"], .disagree, "disagree"),
    bind(.consent, ["p"], .openPreferences, "preferences, one by one"),
    bind(.consent, ["w"], .withdraw, "withdraw: undecided again"),
    bind(.consent, [.escape, "c"], .decideLater, "leave it as it is"),
    bind(.consent, ["s"], .switchPolicy, "the other policy: strict or determined"),
    bind(.consent, ["g"], .switchRegulation, "the other regulation: gdpr or none"),
    bind(.consent, ["h"], .openHandOff, "the script that pages are handed"),
    bind(.consent, ["k"], .openTCFKeys, "the IABTCF keys that SDKs find"),

    bind(.preferences, [.up, "k"], .choiceUp, "what is above"),
    bind(.preferences, [.down, "j"], .choiceDown, "what is below"),
    bind(.preferences, [.pageUp], .choicePageUp, "a page up"),
    bind(.preferences, [.pageDown], .choicePageDown, "a page down"),
    bind(.preferences, [" ", .enter], .choose, "yes or no; or open what is chosen"),
    bind(.preferences, ["s"], .savePreferences, "save the answers"),
    bind(.preferences, ["a"], .agree, "agree to all"),
    bind(.preferences, ["d"], .disagree, "disagree to all"),
    bind(.preferences, [.escape, "c", "q"], .decideLater, "leave them as they were"),

    bind(.presets, presetKeys, .choosePreset, "take these thresholds"),
    bind(.presets, [.escape, "P", "q"], .close, "leave the thresholds as they are"),

    bind(.writing, [.enter], .write, "write the file"),
    bind(.writing, [.escape, "W", "q"], .close, "leave the file as it is"),

    bind(.overlay, [.up, "k"], .overlayUp, "up a line"),
    bind(.overlay, [.down, "j"], .overlayDown, "down a line"),
    bind(.overlay, [.pageUp], .overlayPageUp, "up a screen"),
    bind(.overlay, [.pageDown, " "], .overlayPageDown, "down a screen"),
    bind(.overlay, [.home, "g"], .overlayTop, "to the first line"),
    bind(.overlay, [.end, "G"], .overlayEnd, "to the last line"),
    bind(.overlay, [.escape, .enter, "?", "q"], .close, "close"),

    bind(.details, [.up, "k"], .overlayUp, "up a line"),
    bind(.details, [.down, "j"], .overlayDown, "down a line"),
    bind(.details, [.pageUp], .overlayPageUp, "up a screen"),
    bind(.details, [.pageDown, " "], .overlayPageDown, "down a screen"),
    bind(.details, [.home, "g"], .overlayTop, "to the first line"),
    bind(.details, [.end, "G"], .overlayEnd, "to the last line"),
    bind(.details, [.enter, "o"], .followAd, "follow the ad's link"),
    bind(.details, ["C"], .openConsole, "the ad's console: its messages and its scripts"),
    bind(.details, [.escape, "?", "q"], .close, "close"),

    // Every character that has no meaning here is one of the text.
    bind(.search, [], .typeText, "search as you type; a capital letter makes capitals count"),
    bind(.search, [.backspace], .eraseText, "take a letter back"),
    bind(.search, [.down], .nextHit, "the next hit"),
    bind(.search, [.up], .previousHit, "the previous hit"),
    bind(.search, [.enter], .keepSearch, "keep the hits"),
    bind(.search, [.escape], .leaveSearch, "go back to where the search began"),

    bind(.hits, ["n"], .nextHit, "the next hit"),
    bind(.hits, ["N"], .previousHit, "the previous hit"),
    bind(.hits, [.escape], .endSearch, "end the search: n and N select links and ads again"),

    bind(.interstitial, [.escape], .closeInterstitial, "close it: the page is under it"),
    bind(.interstitial, [.enter, "o"], .followAd, "follow its link"),

    bind(.palette, [], .typeText, "search; or set a threshold: fetch 900, unload off"),
    bind(.palette, [.backspace], .eraseText, "take a letter back"),
    bind(.palette, [.control("u")], .clearText, "begin anew"),
    bind(.palette, [.up, .control("p")], .choiceUp, "the command above"),
    bind(.palette, [.down, .control("n")], .choiceDown, "the command below"),
    bind(.palette, [.pageUp], .choicePageUp, "a page up"),
    bind(.palette, [.pageDown], .choicePageDown, "a page down"),
    bind(.palette, [.enter], .choose, "run the command"),
    bind(.palette, [.escape], .close, "close"),

    bind(.copy, ["s"], .copySwift, "copy as Swift: .lazyLoadAd(…)"),
    bind(.copy, ["g"], .copyGoogletag, "copy for googletag.setConfig, in % of the viewport"),
    bind(.copy, ["j"], .copyJSON, "copy as JSON"),
    bind(.copy, [.up], .choiceUp, "the form above"),
    bind(.copy, [.down], .choiceDown, "the form below"),
    bind(.copy, [.enter], .choose, "copy in the chosen form"),
    bind(.copy, [.escape, "y", "q"], .close, "close"),
  ]

  /// A digit for each preset.
  private static let presetKeys = ThresholdPreset.all.indices.map { number in
    Key.character(Character(String(number + 1)))
  }

  /// What a key does where the focus is; the place itself comes before anywhere.
  ///
  /// While the person is asked something, or reads something that covers the page, only the keys of that place count,
  /// and those that quit.
  ///
  /// In a replay the keys of a replay come before those of the article.
  package static func command(
    for key: Key, in context: KeyContext, isReplay: Bool = false
  ) -> Command? {
    if let own = command(key, context) { return own }
    if context == .search || context == .palette, case .character = key { return .typeText }
    let elsewhere = command(key, .anywhere)
    switch context {
    case .hits, .replay:
      let replay = isReplay || context == .replay ? command(key, .replay) : nil
      return replay ?? command(key, .article) ?? elsewhere
    case .consent, .preferences, .presets, .writing, .overlay, .details, .search, .palette, .copy:
      return elsewhere == .quit || elsewhere == .redraw ? elsewhere : nil
    case .interstitial:
      let works: [Command] = [.quit, .redraw, .openHelp, .plugins, .hostPlugins, .toggleLadybug]
      return elsewhere.flatMap { works.contains($0) ? $0 : nil }
    case .lab, .labSettings:
      return elsewhere.flatMap { Lab.works($0) ? $0 : nil }
    case .anywhere, .article, .threshold, .log:
      return (isReplay ? command(key, .replay) : nil) ?? elsewhere
    }
  }

  /// The keys of a command as the footer writes them: the first key of each binding.
  package static func label(of command: Command, in context: KeyContext) -> String {
    let binding =
      bindings.first { $0.command == command && $0.context == context }
      ?? bindings.first { $0.command == command }
    return binding?.keys.first?.label ?? ""
  }

  private static func command(_ key: Key, _ context: KeyContext) -> Command? {
    table[Place(key: key, context: context)]
  }

  private struct Place: Hashable {
    let key: Key
    let context: KeyContext
  }

  private static let table: [Place: Command] = {
    var table: [Place: Command] = [:]
    for binding in bindings {
      for key in binding.keys {
        table[Place(key: key, context: binding.context)] = binding.command
      }
    }
    return table
  }()

  static func bind(
    _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String
  ) -> Binding {
    Binding(keys: keys, context: context, command: command, help: help)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that writes this character.
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }

  /// The key as a person would name it.
  package var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "^\(letter.uppercased())"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .shiftUp: "⇧↑"
    case .shiftDown: "⇧↓"
    case .shiftLeft: "⇧←"
    case .shiftRight: "⇧→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .insert: "Ins"
    case .delete: "Del"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "⇧Tab"
    case .backspace: "Backspace"
    case .function(let number): "F\(number)"
    }
  }
}
