internal import AdEngine
package import AdSessions
internal import AdTuning

/// Runs of a session under other lazy-loading settings, so that a diagnosis advises only what helps.
package struct SettingTrials: Sendable {
  /// What another setting should improve.
  enum Goal {
    /// Ads that come before their slot is in view, and less blank time.
    case earlierAds
    case fewerWastedRequests
    case fewerLiveAds
    case fewerReloads
  }

  private let fork: Fork
  private let before: MetricsReport
  /// The settings in force at the end of the session.
  private let present: LazyLoadingSettings

  /// Prepares a session; `nil` for one without lazy loading.
  package init?(_ fork: Fork) {
    let run = fork.run(under: .own)
    guard let present = run.engine.lazyLoading else { return nil }
    self.fork = fork
    self.present = present
    before = fork.recordedReport ?? run.report
  }

  /// The smallest change that has most of the effect that any has, with its effect in figures; `nil` where none helps.
  func advice(for goal: Goal) -> String? {
    let helpful = goal.changes(of: present).compactMap { change -> Trial? in
      let after = fork.report(under: .changed(change))
      let gain = goal.gain(from: before, to: after)
      return gain > 0 && isWorthIt(after, for: goal)
        ? Trial(change: change, gain: gain, after: after) : nil
    }
    guard let most = helpful.map(\.gain).max(),
      let trial = helpful.first(where: { $0.gain >= Self.sufficient * most }),
      let settings = try? present.applying(trial.change)
    else { return nil }
    let alive = "live ads at most \(before.liveAdsPeak) → \(trial.after.liveAdsPeak)"
    let clause = ComparisonText(from: before, to: trial.after).clause
    let isSaid = goal != .fewerLiveAds || clause.contains("live ads")
    let effects = (isSaid ? [] : [alive]) + [clause]
    return words(of: trial.change, to: settings) + ": "
      + effects.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Whether no viewable ad is lost and, but for live ads, which have no price, `adview tune` values the session no lower.
  private func isWorthIt(_ after: MetricsReport, for goal: Goal) -> Bool {
    after.viewable >= before.viewable
      && (goal == .fewerLiveAds
        || Objective.value.value(of: after) >= Objective.value.value(of: before))
  }

  /// A change in words; where the session itself changes its settings, from those with which it begins.
  private func words(of change: LazyLoadingChange, to settings: LazyLoadingSettings) -> String {
    let start = fork.setup.engine.lazyLoading ?? present
    let changed = start == present ? settings : (try? start.applying(change)) ?? settings
    return LazyLoadingOverride(all: start).changes(to: changed).joined(separator: ", ")
      + (start == present ? "" : " throughout")
  }

  private struct Trial {
    let change: LazyLoadingChange
    let gain: Double
    let after: MetricsReport
  }

  /// The share of the largest gain from which on a smaller change is preferred.
  private static let sufficient = 0.8
}

extension SettingTrials.Goal {
  /// The changes to try, the smallest of each setting first; at most twelve.
  fileprivate func changes(of settings: LazyLoadingSettings) -> [LazyLoadingChange] {
    let (fetch, display) = (settings.fetchThreshold, settings.displayThreshold)
    switch self {
    case .earlierAds:
      return [1.25, 1.5, 2, 3, 4].map { LazyLoadingChange(fetchThreshold: fetch.scaled(by: $0)) }
        + [1.5, 2, 3, 4].map { LazyLoadingChange(displayThreshold: display.scaled(by: $0)) }
        + [LazyLoadingChange(displayThreshold: fetch)]
        + [2, 4].map {
          let threshold = fetch.scaled(by: $0)
          return LazyLoadingChange(fetchThreshold: threshold, displayThreshold: threshold)
        }
    case .fewerWastedRequests:
      return [0.75, 0.5, 0.25, 0].map { factor in
        let lower = fetch.scaled(by: factor)
        let fits = (try? settings.applying(LazyLoadingChange(fetchThreshold: lower))) != nil
        return LazyLoadingChange(fetchThreshold: lower, displayThreshold: fits ? nil : lower)
      }
    case .fewerLiveAds: return [LazyLoadingChange(unloadingEnabled: true)]
    case .fewerReloads:
      return [1.5, 2, 3, 4].map {
        LazyLoadingChange(unloadThreshold: settings.unloadThreshold.scaled(by: $0))
      } + [LazyLoadingChange(unloadingEnabled: false)]
    }
  }

  /// How much better a report is; 0 where the difference is noise, or an ad's lateness is exchanged for another's.
  fileprivate func gain(from before: MetricsReport, to after: MetricsReport) -> Double {
    switch self {
    case .earlierAds:
      let changes = [Metric.blankExposure, .lateRenders].map { $0.compare(before, with: after) }
      guard changes.contains(.better), !changes.contains(.worse)
      else { return 0 }
      // A blank box of 250 points for a tenth of a second weighs as much as an ad that is late.
      return before.blankExposure - after.blankExposure
        + Double(before.lateRenders - after.lateRenders) * 25
    case .fewerWastedRequests: return Double(before.wastedFetches - after.wastedFetches)
    case .fewerLiveAds: return Double(before.liveAdsPeak - after.liveAdsPeak)
    case .fewerReloads: return Double(before.refetches - after.refetches)
    }
  }
}

extension Threshold {
  /// The threshold times a factor, on a round number; a small one grows as 100 pt or 25% would.
  fileprivate func scaled(by factor: Double) -> Threshold {
    .directional(ahead: ahead.scaled(by: factor), behind: behind.scaled(by: factor))
  }
}

extension Threshold.Side {
  fileprivate func scaled(by factor: Double) -> Threshold.Side {
    func number(_ value: Double, atLeast least: Double, step: Double) -> Double {
      ((factor > 1 ? max(value, least) : value) * factor / step).rounded() * step
    }
    return switch self {
    case .points(let points): .points(number(points, atLeast: 100, step: 50))
    case .percent(let percent): .percent(number(percent, atLeast: 25, step: 5))
    case .unlimited: .unlimited
    }
  }
}
