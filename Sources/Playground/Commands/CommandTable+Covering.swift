extension CommandTable {
  /// Consent, presets and the page's file, which are written.
  static let consent: [Line] = [
    row(.consent, ["a"], .agree, "agree: ads may load", .deciding) { $0.agree() }.hint(1, "agree"),
    row(.consent, ["d"], .disagree, "disagree", .deciding) { $0.disagree() }.hint(2, "disagree"),
    row(.consent, ["w"], .withdraw, "withdraw: undecided again", .deciding) { $0.withdraw() },
    row(.consent, [.escape, "c"], .decideLater, "leave it as it is", [.pages, .lines]) {
      $0.hideConsent()
    }
    .hint(3, "leave it"),
    row(.consent, ["s"], .switchPolicy, "the other policy: strict or determined", .deciding) {
      $0.visit.switchPolicy()
    },
    row(.consent, ["g"], .switchRegulation, "the other regulation: gdpr or none", .deciding) {
      $0.visit.switchRegulation()
    },

    typing(.presets, presetKeys, .choosePreset, "use these thresholds", [.pages, .lines]) {
      $0.choosePreset($1.wholeNumberValue ?? 0)
    }
    .hint(1, "to \(ThresholdPreset.all.count) use one"),
    also(.presets, [.escape, "P", "q"], .close, "leave the thresholds as they are")
      .hint(2, "leave"),

    row(.writing, [.enter], .write, "write the file", [.page, .tuning, .lines]) { $0.write() }
      .hint(1, "write"),
    also(.writing, [.escape, "W", "q"], .close, "leave the file as it is").hint(2, "leave"),
  ]

  /// Texts that cover the page.
  static let covering: [Line] =
    scrolling(.overlay) + scrolling(.details) + choices(.metrics, "metric", rank: 1) + [
      row(.overlay, [.home, "g"], .overlayTop, "to the first line", .choosing) {
        $0.moveChoice(by: -.max / 2)
      },
      row(.overlay, [.end, "G"], .overlayEnd, "to the last line", .choosing) {
        $0.moveChoice(by: .max / 2)
      },
      also(.overlay, [.escape, .enter, "?", "q"], .close, "close").hint(2, "close"),
      row(.overlay, ["y"], .copyText, "copy all of it as text", .choosing) { $0.copyOverlay() }
        .hint(in: [.overlay: 7, .metrics: 7, .details: 7, .sections: 7, .matrix: 7], "copy"),

      row(.metrics, [.enter], .blame, "go to the slot that has cost most", [.pages, .lines]) {
        $0.goToBlamedSlot()
      }
      .hint(2, "the slot to blame", if: \.isSlotToBlame),
      also(.metrics, ["0"], .resetMetrics, "count from now on").hint(4, "count from now on"),
      also(.metrics, [.escape, "M", "?", "q"], .close, "close").hint(3, "close"),

      also(.details, [.home, "g"], .overlayTop, "to the first line"),
      also(.details, [.end, "G"], .overlayEnd, "to the last line"),
      also(.details, [.enter, "o"], .followAd, "follow the ad's link")
        .hint(3, "follow its link", if: \.canFollowAd),
      also(.details, ["C"], .openConsole, "the ad's console: its messages and its scripts")
        .hint(4, "console"),
      also(.details, [.escape, "?", "q"], .close, "close").hint(2, "close"),
    ]

  /// The keys that scroll a text over the page.
  private static func scrolling(_ place: KeyContext) -> [Line] {
    [
      also(place, [.up, "k"], .choiceUp, "up a line")
        .hint(1, "scroll", with: [.choiceDown], if: \.isLong),
      also(place, [.down, "j"], .choiceDown, "down a line"),
      also(place, [.pageUp], .choicePageUp, "up a screen"),
      also(place, [.pageDown, " "], .choicePageDown, "down a screen"),
    ]
  }

  /// What is opened, folded or chosen over the page.
  static let choosing: [Line] = [
    also(.sections, [.up, "k"], .choiceUp, "a line up").hint(3, "move", with: [.choiceDown]),
    also(.sections, [.down, "j"], .choiceDown, "a line down"),
    also(.sections, [.pageUp], .choicePageUp, "a page up"),
    also(.sections, [.pageDown], .choicePageDown, "a page down"),
    also(.sections, [.home, "g"], .overlayTop, "to the first line"),
    also(.sections, [.end, "G"], .overlayEnd, "to the last line"),
    row(.sections, [.enter, " "], .toggleSection, "open the section, or fold it", .choosing) {
      $0.changeSections(.toggle)
    }
    .hint(1, "open or fold"),
    row(.sections, [.right, "l"], .openSection, "open the section", .choosing) {
      $0.changeSections(.open)
    },
    row(.sections, [.left, "h"], .foldSection, "fold the section", .choosing) {
      $0.changeSections(.fold)
    },
    row(.sections, ["a"], .toggleAllSections, "open all sections, or fold them", .choosing) {
      $0.changeSections(.toggleAll)
    }
    .hint(4, "all"),
    also(.sections, [.escape, "i", "?", "q"], .close, "close").hint(2, "close"),
  ]

  static let matrix: [Line] =
    choices(.matrix, "row", rank: 3) + [
      row(.matrix, [.enter, "f"], .choose, "take these settings and fetch with them", .choosing) {
        $0.choose()
      }
      .hint(1, "fetch with these"),
      also(.matrix, [.escape, "M", "?", "q"], .close, "close").hint(2, "close"),
    ]

  /// Texts that are typed, and an ad that covers the page.
  static let typed: [Line] = [
    // Every character that has no meaning here is one of the text.
    typing(
      .search, [], .typeText, "search as you type; a capital letter makes capitals count", .choosing
    ) { $0.typeLetter($1) },
    row(.search, [.backspace], .eraseText, "delete a letter", .choosing) { $0.eraseLetter() },
    also(.search, [.down], .nextHit, "the next hit").hint(4, "hits", if: \.hasManyHits),
    also(.search, [.up], .previousHit, "the previous hit").hint(3, "hits", if: \.hasManyHits),
    row(.search, [.enter], .keepSearch, "keep the hits", .choosing) { $0.keepSearch() }
      .hint(1, "keep", if: \.hasHits),
    row(
      .search, [.escape], .leaveSearch, "go back to where the search began", .choosing
    ) { $0.leaveSearch() }
    .hint(2, "back"),

    also(.hits, ["n"], .nextHit, "the next hit").hint(-2, "hits"),
    also(.hits, ["N"], .previousHit, "the previous hit").hint(-2, "hits"),
    row(
      .hits, [.escape], .endSearch, "end the search: n and N select links and ads again", .reading
    ) { $0.viewer.search = nil }
    .hint(-1, "end search"),

    row(
      .interstitial, [.escape], .closeInterstitial, "close it: the page is under it",
      [.pages, .lines]
    ) { $0.visit.closeInterstitial() }
    .hint(1, "close", isNeeded: true),
    also(.interstitial, [.enter, "o"], .followAd, "follow its link").hint(2, "follow its link"),
  ]

  static let palette: [Line] = [
    also(
      .palette, [], .typeText,
      "search; or: fetch 900, 400/200, unload off, why slot 3"),
    also(.palette, [.backspace], .eraseText, "delete a letter"),
    row(.palette, [.control("u")], .clearText, "clear the text", .choosing) { $0.clearLetters() },
    also(.palette, [.up, .control("p")], .choiceUp, "what is above")
      .hint(1, "choose", with: [.choiceDown]),
    also(.palette, [.down, .control("n")], .choiceDown, "what is below"),
    also(.palette, [.pageUp], .choicePageUp, "a page up"),
    also(.palette, [.pageDown], .choicePageDown, "a page down"),
    also(.palette, [.enter], .choose, "run the command, or choose the entry")
      .hint(2, "run", if: \.canRunCommand)
      .hint(2, "take it", if: \.canTakeChoice),
    also(.palette, [.escape], .close, "close").hint(3, "close"),

    row(
      .copy, ["s"], .copySwift, "copy as Swift: .lazyLoadAd(…)", [.reading, .tuning]
    ) { $0.copy(.swift) },
    row(
      .copy, ["g"], .copyGoogletag, "copy for googletag.setConfig, in % of the viewport",
      [.reading, .tuning]
    ) { $0.copy(.googletag) },
    row(
      .copy, ["o"], .copyObserver, "copy as root margins of IntersectionObserver",
      [.reading, .tuning]
    ) { $0.copy(.observer) },
    row(.copy, ["j"], .copyJSON, "copy as JSON", [.reading, .tuning]) { $0.copy(.json) },
    row(
      .copy, ["t"], .copySummary, "copy the figures in a sentence, for a ticket",
      [.reading, .tuning]
    ) { $0.copySummary() },
    also(.copy, [.up], .choiceUp, "the form above").hint(2, "choose", with: [.choiceDown]),
    also(.copy, [.down], .choiceDown, "the form below"),
    also(.copy, [.enter], .choose, "copy in the chosen form").hint(3, "copy it"),
    also(.copy, [.escape, "y", "q"], .close, "close").hint(4, "close"),
  ]

  /// The search in texts that cover the screen, and their copy.
  static let searching: [Line] = [KeyContext.overlay, .metrics, .details, .sections, .matrix]
    .flatMap { place in
      [
        also(place, ["/"], .openSearch, "search in it").hint(6, "search"),
        also(place, ["n"], .nextHit, "the next hit")
          .hint(5, "hits", with: [.previousHit], if: \.isSearchInOverlay),
        also(place, ["N"], .previousHit, "the previous hit"),
      ] + (place == .overlay ? [] : [also(place, ["y"], .copyText, "copy all of it as text")])
    }

  /// A digit for each preset.
  private static let presetKeys = ThresholdPreset.all.indices.map { number in
    Key.character(Character(String(number + 1)))
  }
}
