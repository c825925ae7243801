import AdEngine
import AdRendering
import AdSessions

/// The decision, and what each setting changes, in sentences that can stand alone.
extension TuningReport {
  /// The setting to be used instead of the present one; `nil` where that is to be kept.
  package var chosen: Row? {
    rows.filter { $0.change?.standing == .better }.max { $0.value.mean < $1.value.mean }
  }

  /// What was decided.
  package enum Decision: String, Sendable { case keep, use, tooFewSessions }

  package var decision: Decision {
    sessions < Standing.minSessions ? .tooFewSessions : chosen == nil ? .keep : .use
  }

  /// The decision in a sentence, and why.
  package var verdict: String {
    guard let present = rows.first else { return "" }
    let name = presentName
    if decision == .tooFewSessions {
      return
        "Keep \(name) for now: \(sessions.counted("session")) \(sessions == 1 ? "is" : "are") too few for a"
        + " verdict, which takes at least \(Standing.minSessions)."
    }
    if let chosen {
      return "Use \(chosen.name) instead of \(name): it \(changes(of: chosen, from: present))."
        + (chosen.role == .recommended ? range : "")
    }
    if let tried = triedRows.first {
      return "Keep \(name): \(tried.name) \(changes(of: tried, from: present))."
    }
    return isStable
      ? "Keep \(name): it is the best of the \(map.compared) settings compared, in each quarter of the sessions, too."
      : "Keep \(name): " + (undecided ?? "with \(sessions) sessions no setting is better")
        + " beyond sampling error (95%)." + range
  }

  /// The best setting of the sessions where more of them could tell that it is better than the present one, and how many.
  private var undecided: String? {
    guard let now = rows.first?.settings, let best = map.settings(map.best),
      let deficit = map.cell(of: now).flatMap(map.toBest)?.negated,
      deficit.mean >= Standing.noise * (rows.first?.value.mean.magnitude ?? 0),
      let needed = deficit.sessionsNeeded(sessions), needed > sessions, needed < 100 * sessions
    else { return nil }
    return
      "\(best.settingName) was worth \(deficit.mean.text(digits: 3)) more a session, which takes about"
      + " \(needed.rounded) sessions to tell; with \(sessions) no setting is better"
  }

  /// What the settings that were tried change and the verdict does not say.
  package var comparisons: [String] {
    guard let present = rows.first else { return [] }
    let told = decision == .tooFewSessions ? nil : (chosen ?? triedRows.first)
    return triedRows.filter { $0.settings != told?.settings }.map {
      "\($0.name) instead of \(presentName) \(changes(of: $0, from: present))."
    }
  }

  /// The settings that were tried and are not the present one.
  private var triedRows: [Row] {
    rows.filter { $0.role == .tried && $0.settings != rows[0].settings }
  }

  var presentName: String {
    let names = presents.map(\.settingName)
    guard names.count > 1 else {
      return (isPresentAssumed ? "the default " : "") + (rows.first?.name ?? "")
    }
    let shown = names.prefix(3) + (names.count > 3 ? ["…"] : [])
    return "the sessions' own thresholds (\(shown.joined(separator: ", ")))"
  }

  /// Which fetch thresholds cannot be distinguished from that of the verdict, in a sentence behind it; empty where it is the best.
  private var range: String {
    guard !isStable, let openRun, openRun.lowerBound < openRun.upperBound,
      let settings = (chosen ?? rows.first)?.settings
    else { return "" }
    return " With display \(settings.displayPoints.points), fetch thresholds from"
      + " \(openRun.lowerBound.points) to \(openRun.upperBound.points) cannot be distinguished from it."
  }

  /// The present setting with the distance at which the verdict's unloads ads; `nil` where that is no other one.
  var trialOfUnloading: String? {
    guard let now = rows.first?.settings, let best = chosen?.settings,
      now.unloadingEnabled, best.unloadingEnabled, now.unloadThreshold == best.unloadThreshold,
      case let later = best.unloadingOutsideFetch.unloadThreshold,
      later != now.unloadingOutsideFetch.unloadThreshold
    else { return nil }
    return (try? now.applying(LazyLoadingChange(unloadThreshold: later)))?.settingName
  }

  /// What a setting saves and costs, without a subject and a full stop.
  private func changes(of row: Row, from present: Row) -> String {
    guard let change = row.change else { return "" }
    var (saved, spent, gained, lost, unclear) = ([String](), [String](), "", "", [String]())
    for metric in [Metric.requests, .viewable, .blankExposure] {
      guard let own = change.metrics[metric], let mean = present.metrics[metric]?.mean else {
        continue
      }
      guard own.mean != 0, sessions == 1 || own.isPositive != nil,
        own.mean.magnitude >= metric.noise(at: mean)
      else {
        unclear.append(metric.name)
        continue
      }
      let share = mean > 0 ? " (\((own.mean.magnitude / mean * 100).text(digits: 0))%)" : ""
      let amount = Self.difference(own.mean, to: mean, metric.digits).magnitude
        .text(digits: metric.digits)
      switch (metric, own.mean > 0) {
      case (.viewable, true): gained = "gains \(amount) viewable ads\(share)"
      case (.viewable, false): lost = "loses \(amount) viewable ads\(share)"
      case (.blankExposure, let more):
        let words = "\(amount) pt·s\(more ? " more" : " of") blank time\(share)"
        if more { spent.append(words) } else { saved.append(words) }
      case (_, let more):
        let words = "\(amount)\(more ? " more" : "") requests\(share)"
        if more { spent.append(words) } else { saved.append(words) }
      }
    }
    let parts = [
      saved.isEmpty ? "" : "saves " + saved.joined(separator: " and "), gained,
      spent.isEmpty ? "" : "costs " + spent.joined(separator: " and "), lost,
    ].filter { !$0.isEmpty }
    var text = parts.isEmpty ? "" : parts.listed() + " a session"
    if !unclear.isEmpty {
      let same = "no clear difference in " + unclear.listed(with: "or")
      text += text.isEmpty ? "makes \(same)" : ", with \(same)"
    }
    return text + "; " + ending(change.standing)
  }

  /// A difference as that of the numbers in the table, unless it would be none.
  package static func difference(_ exact: Double, to other: Double, _ digits: Int) -> Double {
    let scale = [1.0, 10, 100, 1000][digits]
    let shown = (((other + exact) * scale).rounded() - (other * scale).rounded()) / scale
    return shown == 0 ? exact : shown
  }

  private func ending(_ standing: Standing) -> String {
    let few = "with \(sessions.counted("session"))"
    return switch standing {
    case .better: "it is worth more, beyond sampling error \(few) (95%)"
    case .worse: "it is worth less, beyond sampling error \(few) (95%)"
    case .same: "in value the two are about the same"
    case .unknown:
      "\(sessions.counted("session")) \(sessions == 1 ? "is" : "are") too few to tell which is worth more"
    }
  }
}

extension LazyLoadingSettings {
  var settingName: String {
    "\(fetchPoints.points)/\(displayPoints.points)"
      + (unloadingEnabled ? "/\(unloadingOutsideFetch.unloadPoints.points)" : "")
  }
}

extension TuningReport.Row {
  /// The setting in a few words: fetch and display threshold, and the distance at which ads are unloaded.
  package var name: String {
    settings?.settingName ?? "loading without thresholds"
  }

  /// How many sessions would tell it from the present in four samples of five; `nil` where these tell or nothing differs.
  package func sessionsNeeded(_ sessions: Int) -> Int? {
    change.flatMap { $0.standing == .unknown ? $0.value.sessionsNeeded(sessions) : nil }
  }
}

extension Estimate {
  /// How many sessions would tell a difference from none in four samples of five, if it is what `sessions` say.
  fileprivate func sessionsNeeded(_ sessions: Int) -> Int? {
    guard mean != 0, let interval else { return nil }
    // The quantiles of the normal distribution for 95% confidence and a power of 80%.
    let errors = (interval.upperBound - interval.lowerBound) / 2 / 1.96
    let ratio = (1.96 + 0.84) * errors / mean
    return Int(exactly: (Double(sessions) * ratio * ratio).rounded(.up))
  }
}
