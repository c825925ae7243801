import AdEngine
package import AdRendering
import AdSessions

extension TuningReport {
  /// The report as one line of JSON, metrics by their names in a run's report; `readers` says how sessions were made.
  package func json(readers: JSONText? = nil) -> String { object(readers: readers).json }

  func object(readers: JSONText?) -> JSONText {
    let notTraced = obstacles.map { ("\($0.key)", JSONText.number($0.value)) }
    let weights = map.objective.terms.map { ($0.metric.rawValue, JSONText.number($0.weight)) }
    let waterfall = SlotFate.allCases.compactMap { fate in
      fates[fate].map { (fate.rawValue, JSONText.number($0)) }
    }
    let open = map.open.map { open in
      JSONText.object([("fetch", open.fetch.json), ("display", open.display.json)])
    }
    var fields: JSONText.Fields = [
      ("tune", .number(1)), ("verdict", .text(verdict)), ("decision", .text(decision.rawValue)),
      ("presentIsDefault", .flag(isPresentAssumed)),
      ("presents", .texts(presents.map(\.settingName))), ("sessions", .number(sessions)),
      ("slotCount", .number(slotCount)), ("readers", readers ?? .null),
      ("conditions", .texts(conditions)), ("exact", .flag(isTraced)),
      ("notTraced", .object(notTraced.sorted { $0.0 < $1.0 })), ("horizon", .text("lastLine")),
      ("drawnAnswers", .number(drawnAnswers)), ("objective", .object(weights)),
      ("settings", .list(rows.filter { $0.role != .recommended }.map { $0.json(sessions) })),
      ("recommended", (chosen ?? rows.first)?.json(sessions) ?? .null),
    ]
    fields += [
      ("isStable", .flag(isStable)), ("compared", .number(map.compared)),
      ("openCount", .optional(map.open?.count)), ("open", .list([open].compactMap(\.self))),
      ("oracle", Self.object { oracle[$0].map { .number($0) } }),
      ("waterfall", .object(waterfall)), ("slots", .list(slots.map(\.json))),
      ("worst", .list(worst.map(\.json))),
    ]
    return .object(fields)
  }

  fileprivate static func object(_ value: (Metric) -> JSONText?) -> JSONText {
    .object(
      Metric.tuned.sorted { $0.rawValue < $1.rawValue }
        .compactMap { metric in value(metric).map { (metric.rawValue, $0) } })
  }
}

extension TuningReport.Row {
  fileprivate func json(_ sessions: Int) -> JSONText {
    var fields: JSONText.Fields = [("role", .text(role.rawValue))]
    if let settings {
      fields += [
        ("fetch", .number(settings.fetchPoints)),
        ("display", .number(settings.displayPoints)),
        (
          "unload",
          settings.unloadingEnabled ? .number(settings.unloadingOutsideFetch.unloadPoints) : .null
        ),
      ]
    } else {
      fields.append(("lazyLoad", .text("off")))
    }
    fields += [
      ("perSession", TuningReport.object { metrics[$0].map { .number($0.mean) } }),
      ("interval", TuningReport.object { metrics[$0]?.interval?.json }),
      ("value", .number(value.mean)), ("valueInterval", value.interval?.json ?? .null),
      ("toBest", .object([("value", toBest?.interval?.json ?? .null)])),
      ("isOpen", isOpen.map { .flag($0) } ?? .null),
      ("sessionsNeeded", .optional(sessionsNeeded(sessions))),
    ]
    if let change {
      let isBetter: JSONText =
        switch change.standing {
        case .better: .flag(true)
        case .worse: .flag(false)
        case .same, .unknown: .null
        }
      fields += [
        ("standing", .text(change.standing.rawValue)), ("isBetter", isBetter),
        ("change", TuningReport.object { change.metrics[$0]?.json }),
        ("valueChange", change.value.json),
      ]
    }
    return .object(fields)
  }
}

extension TuningReport.SlotReport {
  fileprivate var json: JSONText {
    let leastFetch: JSONText.Fields = [("p50", .number(half)), ("p90", .number(nineOfTen))]
    return .object([
      ("slot", .text(name)), ("unit", .text(unit)), ("lost", .number(lost)),
      ("leastFetch", .object(leastFetch)),
    ])
  }
}

extension SessionLoss {
  fileprivate var json: JSONText {
    .object([
      ("session", .text(name)), ("lost", .number(lost)), ("viewable", .number(viewable)),
      ("blankExposure", .number(blank)),
    ])
  }
}

extension Estimate {
  fileprivate var json: JSONText {
    .object([("mean", .number(mean)), ("interval", interval?.json ?? .null)])
  }
}

extension ClosedRange<Double> {
  fileprivate var json: JSONText { .list([.number(lowerBound), .number(upperBound)]) }
}
