internal import AdEngine
internal import AdSessions

struct CauseWords {
  let slot: SlotID
  let load: AdLoadState
  let now: Instant
  /// Whether the slot has an `x`, so that it may be level with the viewport and beside it.
  var hasColumn = false
  let name: (SlotID) -> String

  func text(of cause: Cause) -> String {
    switch cause {
    case .added(let gap): "on the page, \(place(gap))"
    case .crossed(let crossing): text(of: crossing)
    case .decided(let state, let gap, let threshold, let written):
      switch state {
      case .notLoaded: "notLoaded"
      case .fetched: "fetched: " + comparison(gap, "≤ fetch", threshold, written)
      case .displayed: "displayed: " + comparison(gap, "≤ display", threshold, written)
      case .unloaded:
        "unloaded: " + comparison(gap, "> unload", threshold, written)
          + " for \(LifecycleDelay.unload) ms"
      }
    case .stayed(let delay): "stayed within the fetch threshold for \(delay) ms"
    case .requestedAlong(let other, let gap):
      "fetched at gap \(gap.points), because \(name(other)) was: single request"
    case .displayedEagerly(let isAlone):
      "lazyLoad is off\(isAlone ? " for this ad" : ""): fetched and displayed at once"
    case .ownSettings(nil): "no lazy-loading settings of its own any more"
    case .ownSettings(.off?): "lazyLoad: off in its own block"
    case .ownSettings(.settings(let change)?): "lazy loading of its own: \(change.words)"
    case .leftBehind(let time):
      "a check saw it outside: \(LifecycleDelay.unload) ms to come back, until \(time.clock)"
    case .consent(let status, let policy):
      "consent \(status.rawValue) under \(policy.rawValue): "
        + words(ConsentDecision(policy: policy, status: status))
    case .reloaded: "a reload was asked for: all starts again"
    case .refreshed: "refreshed: it was viewable for long enough and is in view; all starts again"
    case .renewed: "the page is visited again, and this ad is renewed then: all starts again"
    case .auctionBegan(let number, let gap, let reach):
      "auction \(number) begins: "
        + (reach.map { "gap \(gap.points) ≤ auction \($0.points)" }
          ?? "gap \(gap.points), the slot is requested at once or along with others")
    case .bids(let number, let wait): "bids of auction \(number) after \(wait) ms"
    case .auctionTimedOut(let number, let wait): "auction \(number): no bids after \(wait) ms"
    case .bidsExpired(let number, let age):
      "the bids of auction \(number) are \(seconds(age)) old: too old, there is another auction"
    case .requested(let generation, nil): "ad requested, generation \(generation)"
    case .requested(let generation, .bids(let number)?):
      "ad requested, generation \(generation), with the bids of auction \(number)"
    case .requested(let generation, .timedOut(let wait)?):
      "ad requested, generation \(generation), because the auction ended without bids after"
        + " \(wait) ms"
    case .answered(.loaded(let size, let media), _, let wait):
      "answer after \(wait) ms: \(size.words), \(media.rawValue)"
    case .answered(.failed(let failure), _, let wait):
      "answer after \(wait) ms: failed, \(failure.words)"
    case .resized(let old, let new, let adjustment):
      "\(new.height > 0 ? "took the delivered size" : "collapsed without an ad"): \(old.words) → \(new.words)"
        + (adjustment == 0
          ? push(new.height - old.height)
          : "; the scroll position was adjusted by \(adjustment.points) pt (scroll anchoring)")
    case .refused(let refusal): "refused: \(refusal.description)"
    case .notPresented: "the ad cannot be presented"
    case .rendered: "rendered: displayed and loaded for \(LifecycleDelay.render) ms"
    case .impressed: "impressed: at least half of it in view"
    case .viewable: "viewable: in view long enough"
    case .clicked: "clicked"
    case .released(let generation): "released, generation \(generation)"
    }
  }

  func text(of pendingCondition: PendingCondition) -> String {
    switch pendingCondition {
    case .nearness(let zone, let gap, let threshold):
      gap <= threshold
        ? "within \(zone.rawValue) \(threshold.points): the next check decides"
        : "\(gap.points) pt away, \(zone.rawValue) reaches \(threshold.points):"
          + " \((gap - threshold).points) to go"
    case .unreachable(true, _): "hidden: in no zone until it is shown"
    case .unreachable(false, let distance):
      "beside the viewport, \(distance.points) pt across: in no zone"
    case .consent(let status, let policy):
      "\(load.rawValue), but consent is \(status.rawValue):"
        + " nothing is asked for under \(policy.rawValue)"
    case .auction(let number, let since, let timeout):
      "auction \(number) is under way, \(seconds(now - since)) so far; it ends without bids after"
        + " \(timeout) ms"
    case .otherAuctions: "waits for the auctions of other slots: single request"
    case .bids(let time): "what the auction came to is good until \(time.clock)"
    case .answer(let generation, let since):
      "waits for the answer to generation \(generation), \(seconds(now - since)) so far"
    case .rendering: "about to be rendered"
    case .withheld: "it cannot be presented: it waits for another ad"
    case .exposure(let ratio, let rule):
      "\(Int((ratio * 100).rounded(.down)))% in view; viewable needs \(rule.tenths)0%"
        + " for \(seconds(rule.duration)) without a break"
    case .reload(let failure):
      "failed (\(failure.words)): \(KeyMap.label(of: .reload, in: .article)) asks again"
    case .refresh(let time): "refreshed from \(time.clock) on, once half of it is in view"
    case .unloading(let time, _, let threshold):
      "unloaded at \(time.clock) unless it comes within \(threshold.points)"
    }
  }

  // MARK: - Crossings

  private func text(of crossing: Crossing) -> String {
    let edges = crossing.edges.map { edge in
      let side = edge.zone == .unload ? "beyond" : "within"
      return "\(side) \(edge.zone.rawValue) \(edge.threshold.points)"
    }
    return text(of: crossing.trigger) + ": " + place(crossing.gap) + was(crossing) + ", "
      + edges.joined(separator: " and ")
  }

  private func was(_ crossing: Crossing) -> String {
    guard crossing.gapBefore != crossing.gap else { return "" }
    return " (was "
      + (crossing.gapBefore > 0
        ? crossing.gapBefore.points : hasColumn ? "level with it" : "in view") + ")"
  }

  private func text(of trigger: Crossing.Trigger) -> String {
    switch trigger {
    case .scrolled(let old, let new): return "scrolled \(old.points) → \(new.points)"
    case .viewport(let old, let new):
      return "viewport \(old.words) → \(new.words)"
    case .moved(let old, let new): return "moved from y \(old.points) to \(new.points)"
    case .scrolledAcross(let old, let new):
      return "scrolled across \(old.points) → \(new.points)"
    case .movedAcross(let old, let new):
      return "moved across" + (old.map { " from x \($0.points)" } ?? "")
        + (new.map { " to \($0.points)" } ?? "")
    case .hidden(let isHidden): return isHidden ? "hidden" : "shown"
    case .resized(let id, let old, let new):
      let subject = id == slot ? "it" : name(id)
      return "\(subject) went from \(old.words) to \(new.words)"
    case .thresholds(let old, let new):
      return LazyLoadingOverride(all: old).changes(to: new).joined(separator: ", ")
    }
  }

  // MARK: - Parts

  /// A distance and a threshold, with how the threshold is written where that is not in points.
  private func comparison(
    _ gap: Double, _ sign: String, _ threshold: Double, _ written: Threshold.Side?
  ) -> String {
    switch written {
    case .unlimited: "gap \(gap.points), \(sign.drop { $0 != " " }.dropFirst()) is any distance"
    case .percent(let percent):
      "gap \(gap.points) \(sign) \(threshold.points) (\(percent.points)% of the viewport)"
    case .points, nil: "gap \(gap.points) \(sign) \(threshold.points)"
    }
  }

  private func place(_ gap: Double) -> String {
    gap > 0 ? "\(gap.points) pt away" : hasColumn ? "level with the viewport" : "in view"
  }

  private func push(_ difference: Double) -> String {
    guard difference != 0 else { return "" }
    return ", what is below moved \(difference.magnitude.points) pt "
      + (difference > 0 ? "down" : "up")
  }

  private func words(_ decision: ConsentDecision) -> String {
    switch decision {
    case .allow: "ads may load"
    case .limited: "limited ads may load"
    case .hold: "nothing is asked for"
    }
  }

  private func seconds(_ milliseconds: Int64) -> String {
    (Double(max(0, milliseconds) / 100) / 10).text(upTo: 1) + " s"
  }
}
