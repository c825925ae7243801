extension CommandTable {
  /// What covers the page, and texts that are typed.
  static let covering: [Line] = [
    row(.consent, ["a"], .agree, "agree: ads may load", .deciding) { $0.agree() },
    row(.consent, ["d"], .disagree, "disagree", .deciding) { $0.disagree() },
    row(.consent, ["p"], .openPreferences, "preferences, one by one", .deciding) {
      $0.openPreferences()
    },
    row(.consent, ["w"], .withdraw, "withdraw: undecided again", .deciding) { $0.withdraw() },
    row(.consent, [.escape, "c"], .decideLater, "leave it as it is", [.page, .replay, .lines]) {
      $0.leaveConsent()
    },
    row(.consent, ["s"], .switchPolicy, "the other policy: strict or determined", .deciding) {
      $0.switchPolicy()
    },
    row(.consent, ["g"], .switchRegulation, "the other regulation: gdpr or none", .deciding) {
      $0.switchRegulation()
    },
    row(.consent, ["h"], .openHandOff, "the script that pages are handed", .deciding) {
      $0.read(.handOff)
    },
    row(.consent, ["k"], .openTCFKeys, "the IABTCF keys that SDKs find", .deciding) {
      $0.read(.keys)
    },

    modelRow(.preferences, [.up, "k"], .choiceUp, "what is above", .choosing) {
      $0.moveChoice(by: -1)
    },
    modelRow(.preferences, [.down, "j"], .choiceDown, "what is below", .choosing) {
      $0.moveChoice(by: 1)
    },
    modelRow(.preferences, [.pageUp], .choicePageUp, "a page up", .choosing) {
      $0.moveChoice(pages: -1)
    },
    modelRow(.preferences, [.pageDown], .choicePageDown, "a page down", .choosing) {
      $0.moveChoice(pages: 1)
    },
    modelRow(.preferences, [" ", .enter], .choose, "yes or no; or open what is chosen", .choosing) {
      $0.choose()
    },
    row(.preferences, ["s"], .savePreferences, "save the answers", [.page, .lines]) {
      $0.savePreferences()
    },
    also(.preferences, ["a"], .agree, "agree to all"),
    also(.preferences, ["d"], .disagree, "disagree to all"),
    also(.preferences, [.escape, "c", "q"], .decideLater, "leave them as they were"),

    typing(.presets, presetKeys, .choosePreset, "take these thresholds", [.page, .lines]) {
      $0.choosePreset($1.wholeNumberValue ?? 0)
    },
    also(.presets, [.escape, "P", "q"], .close, "leave the thresholds as they are"),

    row(.writing, [.enter], .write, "write the file", [.page, .lines]) { $0.write() },
    also(.writing, [.escape, "W", "q"], .close, "leave the file as it is"),

    modelRow(.overlay, [.up, "k"], .overlayUp, "up a line", .choosing) { $0.scrollOverlay(by: -1) },
    modelRow(.overlay, [.down, "j"], .overlayDown, "down a line", .choosing) {
      $0.scrollOverlay(by: 1)
    },
    modelRow(.overlay, [.pageUp], .overlayPageUp, "up a screen", .choosing) {
      $0.scrollOverlay(pages: -1)
    },
    modelRow(.overlay, [.pageDown, " "], .overlayPageDown, "down a screen", .choosing) {
      $0.scrollOverlay(pages: 1)
    },
    modelRow(.overlay, [.home, "g"], .overlayTop, "to the first line", .choosing) {
      $0.scrollOverlay(by: -.max / 2)
    },
    modelRow(.overlay, [.end, "G"], .overlayEnd, "to the last line", .choosing) {
      $0.scrollOverlay(by: .max / 2)
    },
    also(.overlay, [.escape, .enter, "?", "q"], .close, "close"),

    also(.details, [.up, "k"], .overlayUp, "up a line"),
    also(.details, [.down, "j"], .overlayDown, "down a line"),
    also(.details, [.pageUp], .overlayPageUp, "up a screen"),
    also(.details, [.pageDown, " "], .overlayPageDown, "down a screen"),
    also(.details, [.home, "g"], .overlayTop, "to the first line"),
    also(.details, [.end, "G"], .overlayEnd, "to the last line"),
    also(.details, [.enter, "o"], .followAd, "follow the ad's link"),
    also(.details, ["C"], .openConsole, "the ad's console: its messages and its scripts"),
    also(.details, [.escape, "?", "q"], .close, "close"),

    // Every character that has no meaning here is one of the text.
    typing(
      .search, [], .typeText, "search as you type; a capital letter makes capitals count", .choosing
    ) { $0.typeLetter($1) },
    row(.search, [.backspace], .eraseText, "take a letter back", .choosing) { $0.eraseLetter() },
    also(.search, [.down], .nextHit, "the next hit"),
    also(.search, [.up], .previousHit, "the previous hit"),
    row(.search, [.enter], .keepSearch, "keep the hits", [.page, .replay, .lines]) {
      $0.keepSearch()
    },
    row(
      .search, [.escape], .leaveSearch, "go back to where the search began",
      [.page, .replay, .lines]
    ) { $0.leaveSearch() },

    also(.hits, ["n"], .nextHit, "the next hit"),
    also(.hits, ["N"], .previousHit, "the previous hit"),
    row(
      .hits, [.escape], .endSearch, "end the search: n and N select links and ads again", .reading
    ) { $0.endSearch() },

    row(
      .interstitial, [.escape], .closeInterstitial, "close it: the page is under it",
      [.page, .replay, .lines]
    ) { $0.closeInterstitial() },
    also(.interstitial, [.enter, "o"], .followAd, "follow its link"),

    also(.palette, [], .typeText, "search; or set a threshold: fetch 900, unload off"),
    also(.palette, [.backspace], .eraseText, "take a letter back"),
    row(.palette, [.control("u")], .clearText, "clear the text", .choosing) { $0.clearLetters() },
    also(.palette, [.up, .control("p")], .choiceUp, "the command above"),
    also(.palette, [.down, .control("n")], .choiceDown, "the command below"),
    also(.palette, [.pageUp], .choicePageUp, "a page up"),
    also(.palette, [.pageDown], .choicePageDown, "a page down"),
    also(.palette, [.enter], .choose, "run the command"),
    also(.palette, [.escape], .close, "close"),

    row(.copy, ["s"], .copySwift, "copy as Swift: .lazyLoadAd(…)", .reading) { $0.copy(.swift) },
    row(
      .copy, ["g"], .copyGoogletag, "copy for googletag.setConfig, in % of the viewport", .reading
    ) { $0.copy(.googletag) },
    row(.copy, ["j"], .copyJSON, "copy as JSON", .reading) { $0.copy(.json) },
    also(.copy, [.up], .choiceUp, "the form above"),
    also(.copy, [.down], .choiceDown, "the form below"),
    also(.copy, [.enter], .choose, "copy in the chosen form"),
    also(.copy, [.escape, "y", "q"], .close, "close"),
  ]

  /// A digit for each preset.
  private static let presetKeys = ThresholdPreset.all.indices.map { number in
    Key.character(Character(String(number + 1)))
  }
}
