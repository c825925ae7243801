package import AdEngine
internal import AdRendering
package import AdSessions

/// The answers of a diagnosis as sentences: what is so, and what to change.
package struct DiagnosisWords: Sendable {
  package struct Answer: Hashable, Sendable {
    package var symptom: Symptom
    /// Whether something is to be changed about it.
    package var isCause: Bool
    package var fact: String
    /// What to change; `nil` where nothing is to be.
    package var advice: String?
  }

  /// The answers, in the order of the questions.
  package let answers: [Answer]

  /// Puts a diagnosis into words; only what helps in `trials` is advised, `untried` without them.
  package init(
    _ diagnosis: Diagnosis, of subject: Diagnosis.Subject, slot: SlotID? = nil,
    trials: SettingTrials? = nil, untried: String = Self.compare, name: (SlotID) -> String
  ) {
    let goals = diagnosis.findings.compactMap(\.fact.goal)
    // No two lines advise opposite things.
    let isTrade = goals.contains(.earlierAds) && goals.contains(.fewerWastedRequests)
    var tried: [SettingTrials.Goal: String?] = [:]
    var answers = diagnosis.findings.map { finding in
      var words = Self.words(finding, subject, slot, name)
      var isCause = finding.fact.isCause
      switch finding.fact.goal {
      case nil: break
      case .earlierAds? where isTrade, .fewerWastedRequests? where isTrade: words.advice = Self.both
      case let goal?:
        guard let trials else {
          words.advice = untried
          break
        }
        words.advice = tried[goal] ?? trials.advice(for: goal)
        tried[goal] = .some(words.advice)
        isCause = words.advice != nil
        // A slot that was left behind and is not wanted again may stay unloaded.
        if !isCause, goal != .fewerReloads {
          words.fact += "; no lazy-loading setting that was tried helps"
        }
      }
      // A ladybug that is off is no fault, and who asks for a log wants to know its key.
      let hasAdvice = isCause || finding.fact == .ladybug(isOn: false)
      return Answer(
        symptom: finding.symptom, isCause: isCause, fact: words.fact,
        advice: hasAdvice ? words.advice : nil)
    }
    // Causes below each other with one advice have it below the last.
    for index in answers.indices.dropLast()
    where answers[index].symptom == answers[index + 1].symptom
      && answers[index].advice == answers[index + 1].advice
    {
      answers[index].advice = nil
    }
    self.answers = answers
  }

  /// Where ads come too late and requests are wasted, no threshold helps both.
  private static let both =
    "a higher fetchThreshold helps the one and costs the other: 'adview tune' weighs them"
  /// What the playground advises: its keys show what other settings would change.
  package static let compare =
    [Command.pickFetch, .pickDisplay, .pickUnload, .toggleUnloading]
    .map { KeyMap.label(of: $0) }.joined(separator: ", ")
    + " show what other settings would change"

  private static let otherAd =
    "reload, or look at the bid: its renderer does not present it, or it has expired"

  private struct Words {
    var fact: String
    var advice: String?

    init(_ fact: String, _ advice: String? = nil) { (self.fact, self.advice) = (fact, advice) }
  }

  private static func words(
    _ finding: Diagnosis.Finding, _ subject: Diagnosis.Subject, _ slot: SlotID?,
    _ name: (SlotID) -> String
  ) -> Words {
    switch finding.fact {
    case .noSlots: Words("the page has no ads", "add a fenced block with the info string ad")
    case .neverScrolled:
      Words(
        "no scroll position was ever reported: nothing is checked",
        "report the scroll position to the manager")
    case .noViewport:
      Words(
        "the viewport has no height: nothing is checked",
        "give it one, for example --viewport 390x844")
    case .sdk(.idle):
      Words(
        "the consent SDK was never initialised: no consent question can be shown",
        "initialise it with its API key when the app starts")
    case .sdk(.failed(let reason)):
      Words(
        "the consent SDK could not be initialised: \(reason)",
        "initialise it with the API key of the app")
    case .sdk:
      Words(
        "the consent SDK is not ready: what was chosen before is not known yet",
        "wait for onReady; if it never comes, look at the network and the API key")
    case .noWrapper:
      Words(
        "DidomiWrapper is not in the view hierarchy: the notice cannot appear",
        "put DidomiWrapper around or beside the app's first view")
    case .consentAssumed: Words("consent: granted, as no --consent was given")
    case .held(let slots, let status, let policy):
      Words(
        "consent is \(status.rawValue) under \(policy.rawValue): nothing is asked for, "
          + "\(slots.counted("slot")) in reach \(slots == 1 ? "waits" : "wait")",
        policy == .strict && status == .denied
          ? "agree, or choose the policy determined, which loads limited ads after a no"
          : subject.canAsk ? "let the user decide: until then no ad may load" : nil)
    case .lacking(let verdict): lacking(verdict)
    case .limited:
      Words(
        "consent is denied under determined: ads load without personal data",
        "agree, if fewer or cheaper ads are the problem")
    case .waits(let pendingCondition): waiting(pendingCondition, subject, slot, name)
    case .far(let slots, let gap, let threshold):
      Words(
        "\(slots.counted("slot")) out of reach: the nearest is \(gap.points) pt away, "
          + "fetch reaches \(threshold.points)",
        "scroll nearer, or raise fetchThreshold above \(threshold.points)")
    case .farByOwn(let slots):
      Words(
        "\(slots.counted("slot")) out of reach of \(slots == 1 ? "its" : "their") own fetchThreshold",
        "scroll nearer, or change lazyLoad in the ad's block")
    case .unreachable(let slots):
      Words(
        "\(slots.counted("slot")) hidden or beside the viewport: in no zone at any distance",
        "scroll across; horizontalMargin says how far beside the viewport counts")
    case .awaited(let slots):
      Words(
        "\(slots.counted("request")) without an answer yet",
        "wait, or look at the ad server's latency")
    case .due(let slots):
      Words("\(slots.counted("ad")) delivered and about to be rendered")
    case .ready(let slots, let threshold):
      Words(
        "\(slots.counted("ad")) delivered and not rendered yet: display reaches \(threshold.points) pt"
      )
    case .failedToo(let slots):
      Words("\(slots.counted("more slot")) failed", "'adview run' counts failures by kind")
    case .failed(let slot, let failure, let error):
      Words(
        "\(name(slot)) failed: \(error?.descriptionWithCode ?? failure.words)",
        error?.advice ?? failure.advice)
    case .notPresented(let slot):
      Words("\(name(slot)) is loaded and cannot be presented", Self.otherAd)
    case .fallback(let slot, let words):
      Words("\(name(slot)): \(words)", "register that renderer, or name one that is registered")
    case .targeting(let slot, let problem): Words("\(name(slot)): targeting: \(problem)")
    case .sdkLate(let wait, let slots):
      Words(
        "onReady came after \((Double(wait) / 1000).text(digits: 1)) s: "
          + (slots > 0
            ? "\(slots.counted("slot")) in reach waited for it" : "no slot waited for it"),
        "initialise the consent SDK when the app starts, before its first page")
    case .unloaded(let slots):
      Words("\(slots.counted("slot")) unloaded: beyond the unload threshold for 2,000 ms")
    case .rendered(let slots): Words("\(slots.counted("ad")) rendered")
    case .ladybug(let isOn):
      isOn
        ? Words("the debug log is on: it is shown and written")
        : Words(
          "the debug log is off: none is made or written",
          "switch it on with \(KeyMap.label(of: .toggleLadybug))")
    case .eager(let slots):
      Words("lazyLoad is off: \(slots.counted("slot")) \(slots == 1 ? "loads" : "load") at once")
    case .latency(let mean, let answers):
      Words(
        "\(answers.counted("ad response")) took \(mean) ms" + (answers == 1 ? "" : " on average"),
        subject.isSimulated
          ? "they are simulated: adServer's latency in a page sets how long they take"
          : "use a faster ad server")
    case .late(let ads, let all):
      Words("\(ads) of \(all.counted("ad")) came after the slot had scrolled into view")
    case .lateAnyway(let ads, let all):
      Words(
        "\(ads) of \(all.counted("ad")) could not come earlier: the slot was in view from the outset"
      )
    case .wasted(let requests, let all):
      Words(
        "\(requests) of \(all.counted("request")) \(slot == nil ? "for slots" : "for it") that were never seen"
      )
    case .alive(let ads, let unloading):
      Words("\(ads) rendered ads on the page at once, unloading \(unloading ? "on" : "off")")
    case .returned(let slot, let times):
      Words(
        "\(name(slot)) was unloaded and fetched again \(times)× within "
          + "\(Diagnosis.shortAbsence / 1000) s")
    case .putBack(let slot, let times):
      Words(
        "\(name(slot)) was taken out, put back and requested again \(times)×",
        "keep the ad of a place while its view is recycled")
    case .noHysteresis(let unload, let fetch):
      Words(
        "unload reaches \(unload.points), fetch \(fetch.points): a small scroll unloads and fetches"
      )
    case .shifted(let times):
      Words(
        slot == nil
          ? "ads of other sizes than their boxes moved the text in view \(times)×"
          : "an ad of another size than its box moved the text in view \(times)×",
        "give the box the size that is delivered, or fix it by min and max")
    case .renewed(let times, let cause): renewed(times, cause)
    case .nothing: Words(nothing(finding.symptom))
    }
  }

  private static func renewed(_ times: Int, _ cause: AdRenewalCause) -> Words {
    let ads = "\(times.counted("ad")) released in reach"
    return switch cause {
    case .reload: Words("\(ads), by a reload", "reload less often")
    case .refresh: Words("\(times.counted("ad")) replaced by a refresh, as the page asks")
    case .visit:
      Words(
        "\(ads), because the page was visited again",
        "leave renew: visit out of the ad's block, where the ad may stay")
    case .choice:
      Words("\(ads), by another choice of consent", "ask once, before the ads are asked for")
    }
  }

  private static func nothing(_ symptom: Symptom) -> String {
    switch symptom {
    case .noAd, .noLog: "nothing keeps it from loading"
    case .slow: "nothing was slow"
    case .flicker: "nothing flickered"
    }
  }

  private static func lacking(_ verdict: TCFVerdict) -> Words {
    if verdict.isInvalid {
      return Words(
        "the TC string is invalid: created after 28 February 2026 without disclosed vendors (TCF 2.3)",
        "have a consent platform of TCF 2.3 ask again")
    }
    let clauses = verdict.clauses
    return Words(
      "the TC string lacks: " + (clauses.isEmpty ? "nothing" : clauses.joined(separator: "; ")),
      "ask for these in the consent notice, or need less in the page's consent")
  }

  private static func waiting(
    _ pendingCondition: PendingCondition, _ subject: Diagnosis.Subject, _ slot: SlotID?,
    _ name: (SlotID) -> String
  ) -> Words {
    let slot = slot ?? SlotID(0)
    let load = subject.run.engine.status(of: slot)?.loadState ?? .notLoaded
    let words = withoutActuallyEscaping(name) {
      CauseWords(slot: slot, load: load, now: subject.now, name: $0).text(of: pendingCondition)
    }
    let advice: String? =
      switch pendingCondition {
      case .nearness(let zone, _, _):
        "scroll nearer, or raise \(zone == .display ? "displayThreshold" : "fetchThreshold")"
      case .answer: "wait, or look at the ad server's latency"
      case .reload(let failure): failure.advice
      case .withheld: otherAd
      case .unreachable(true, _): "show it, or leave hidden slots out of the session"
      case .unreachable(false, _): "scroll across, or raise horizontalMargin"
      case .unloading: "come back, raise unloadThreshold, or switch unloading off"
      case .auction: "wait, or look at the auction's timeout and latency"
      case .consent, .otherAuctions, .bids, .rendering, .exposure, .refresh: nil
      }
    return Words(words, advice)
  }
}

extension DiagnosisFact {
  /// What another lazy-loading setting may improve about it.
  fileprivate var goal: SettingTrials.Goal? {
    switch self {
    case .late: .earlierAds
    case .wasted: .fewerWastedRequests
    case .alive(_, unloading: false): .fewerLiveAds
    case .returned, .noHysteresis, .unloaded: .fewerReloads
    default: nil
    }
  }
}

extension Symptom {
  package var question: String {
    switch self {
    case .noAd: "Why is there no ad?"
    case .noLog: "Why is there no log?"
    case .slow: "Why is it slow?"
    case .flicker: "Why does it flicker?"
    }
  }
}

extension Diagnosis.Subject {
  /// Whether the consent SDK can show its notice.
  fileprivate var canAsk: Bool {
    sdk.phase == .ready && (sdk.hasWrapper || run.engine.consent != .unset)
  }
}

extension AdRenderingError {
  /// What to do about it, where that is not the same for all failures of its kind.
  fileprivate var advice: String? {
    switch self {
    case .response(.unknownAccount): "look at the account id that the request names"
    case .response(.unknownConfiguration): "look at the configuration id of the ad unit"
    case .response(.refusedSize): "ask for a size that the ad unit has"
    case .response(.refused): "look at the request: the server says what is wrong with it"
    case .response: "look at the response: 'adview explain bid FILE' says what is wrong with it"
    case .noWinner: "look at the response: 'adview explain bid FILE' shows why no bid wins"
    case .markup, .nothingCreated, .noAnswer, .expired, .notPresented, .renderer: nil
    }
  }
}

extension AdFailure {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .noFill: "reload later, or look at the targeting: the ad server had nothing"
    case .rendering:
      "look at the ad: \(KeyMap.label(of: .plugins)) shows what became of it"
    default: "reload; if it fails again, look at the ad server"
    }
  }
}

extension TCFVerdict {
  /// What it lacks, clause by clause.
  package var clauses: [String] {
    let lists = [
      (missingPurposes, "purpose", "without consent"),
      (purposesWithoutBasis, "purpose", "without consent or legitimate interest"),
      (missingVendors, "vendor", "without consent"),
      (undisclosedVendors, "vendor", "not disclosed to the user"),
    ]
    let isUnasked = purposeOneTreatment && missingPurposes.contains(1)
    return lists.filter { !$0.0.isEmpty }.map { ids, word, rest in
      "\(word)\(ids.count > 1 ? "s" : "") \(ids.map(String.init).joined(separator: ", ")) \(rest)"
    }
      + (isUnasked ? ["purpose 1 was not asked about (PurposeOneTreatment = 1)"] : [])
      + restrictions.map { "purpose \($0.purpose): the publisher restricts a needed vendor" }
  }
}
