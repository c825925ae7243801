import AdEngine
package import AdRendering

extension TuningReport {
  /// The report as one line of JSON, with `readers` saying how the sessions were made, if they were.
  ///
  /// The names of metrics are those of a run's report; they stand for means over the sessions.
  package func json(readers: JSONText? = nil) -> String { object(readers: readers).json }

  /// The same as an object.
  func object(readers: JSONText?) -> JSONText {
    var fields: JSONText.Fields = [
      ("tune", .number(1)), ("verdict", .text(verdict)), ("decision", .text(decision.rawValue)),
      ("presentIsDefault", .flag(isPresentAssumed)), ("sessions", .number(sessions)),
      ("slotCount", .number(slotCount)),
      ("readers", readers ?? .null), ("exact", .flag(isTraced)),
      (
        "notTraced",
        .object(
          obstacles.map { ("\($0.key)", JSONText.number($0.value)) }.sorted { $0.0 < $1.0 })
      ),
      ("horizon", .text("lastLine")), ("drawnAnswers", .number(drawnAnswers)),
      ("objective", .object(objective.terms.map { ($0.metric.rawValue, .number($0.weight)) })),
      ("settings", .list(rows.filter { $0.role != .recommended }.map { $0.json(sessions) })),
      ("recommended", (chosen ?? rows.first)?.json(sessions) ?? .null),
      ("isStable", .flag(isStable)),
    ]
    fields += [
      ("compared", .number(compared)), ("openCount", .number(open)),
      (
        "open",
        .list([.object([("fetch", openFetch.json), ("display", openDisplay.json)])])
      ),
      ("oracle", Self.object { oracle[$0].map { .number($0) } }),
      ("waterfall", .object(fates.fields)),
      (
        "slots",
        .list(
          slots.map {
            .object([
              ("slot", .text($0.name)), ("unit", .text($0.unit)), ("lost", .number($0.lost)),
              (
                "leastFetch",
                .object([("p50", .number($0.half)), ("p90", .number($0.nineOfTen))])
              ),
            ])
          })
      ),
      (
        "worst",
        .list(
          worst.map {
            .object([
              ("session", .text($0.name)), ("lost", .number($0.lost)),
              ("viewable", .number($0.viewable)), ("blankExposure", .number($0.blank)),
            ])
          })
      ),
      (
        "frontier",
        .list(
          frontier.map {
            .object([
              ("fetch", .number($0.fetch)), ("display", .number($0.display)),
              ("wastedFetches", .number($0.wasted)), ("viewable", .number($0.viewable)),
            ])
          })
      ),
    ]
    return .object(fields)
  }

  /// An object with the metrics that there are, in the order of their keys.
  fileprivate static func object(_ value: (TuningMetric) -> JSONText?) -> JSONText {
    .object(
      TuningMetric.allCases.sorted { $0.rawValue < $1.rawValue }
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
        ("unload", settings.unloadingEnabled ? .number(settings.unloadPoints) : .null),
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

extension Estimate {
  fileprivate var json: JSONText {
    .object([("mean", .number(mean)), ("interval", interval?.json ?? .null)])
  }
}

extension ClosedRange<Double> {
  fileprivate var json: JSONText { .list([.number(lowerBound), .number(upperBound)]) }
}

extension [SlotFate: Int] {
  fileprivate var fields: JSONText.Fields {
    SlotFate.allCases.compactMap { fate in self[fate].map { (fate.rawValue, .number($0)) } }
  }
}
