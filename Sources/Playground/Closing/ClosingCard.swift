internal import AdSessions

/// The figures that matter at the end of a replay, with those of the recording beside them where it was decided again.
struct ClosingCard {
  /// What a reader of the figures looks at first.
  private static let metrics: [Metric] = [
    .requests, .failed, .wastedFetches, .blankExposure, .lateRenders, .leadTimeP50, .viewable,
    .viewableRate, .shiftScore, .refetches,
  ]

  /// A metric, its number or its two numbers with their unit, and which is better.
  struct Row {
    let metric: Metric
    let text: String
    let change: MetricComparison
    /// Whether the number is poor by what the field says.
    var isPoor = false
  }

  let title: String
  let rows: [Row]

  /// The figures of a replay so far; `nil` where nothing is replayed.
  init?(_ model: Model) {
    guard model.visit.isReplay else { return nil }
    let after = model.visit.wholeReport ?? model.visit.report
    let recorded = model.visit.replay?.recorded?.report(isOver: model.visit.isSessionOver)
    let comparison = recorded.map {
      MetricsComparison(
        names: model.comparison?.names ?? [], before: $0, after: after)
    }
    let name =
      model.top.page.title.scrubbed
      + (model.visit.isSessionOver ? "" : ", up to \(model.visit.time.minutesAndSeconds)")
    title = [name, comparison?.title].compactMap(\.self).joined(separator: ": ")
    // Where nothing was unloaded there is nothing to say of reloads.
    let hasReloads = max(after.refetches, recorded?.refetches ?? 0) > 0
    rows = Self.metrics.filter { $0 != .refetches || hasReloads }.map { metric in
      if let row = comparison?.row(metric) {
        return Row(metric: metric, text: row.columns, change: row.change)
      }
      let reading = metric.reading(after)
      let text = "\(reading.value.leftPadded(to: 6)) \(reading.unit.padded(to: 4)) \(reading.note)"
      return Row(
        metric: metric, text: text.withoutTrailingBlanks, change: .same, isPoor: reading.isPoor)
    }
  }

  var text: String {
    ([title] + rows.map { "  \($0.metric.name.padded(to: 16))\($0.text)" })
      .map { $0 + "\n" }.joined()
  }
}

/// The closing card over the end of a replay; every key does what it does without it.
struct ClosingOverlay: Overlay {
  var list = ListState()

  var isAboutPage: Bool { true }

  func context(in model: Model) -> KeyContext { model.pageContext }

  func box(in model: Model) -> OverlayBox? {
    guard let card = ClosingCard(model) else { return nil }
    func key(_ command: Command, _ place: KeyContext) -> String {
      KeyMap.label(of: command, in: place)
    }
    var lines = card.rows.map {
      OverlayLine($0.metric.name, $0.text, tone: $0.isPoor ? .poor : nil)
    }
    lines += [
      .blank,
      OverlayLine(
        "\(key(.pause, .replay)) again · \(key(.pickFetch, .anywhere)) what if · "
          + "\(key(.openChoices, .anywhere)) opens another · \(key(.deselect, .article)) closes"),
    ]
    return OverlayBox(title: card.title, lines: lines, keyWidth: 17)
  }
}

extension Model {
  /// Takes the closing card away; returns whether it was there.
  @discardableResult
  mutating func closeCard() -> Bool {
    let count = viewer.overlays.count
    viewer.overlays.removeAll { $0 is ClosingOverlay }
    return viewer.overlays.count < count
  }

  /// What is said after a replay was left: its figures; `nil` of a page.
  package var closingText: String? { isLabOpen ? nil : ClosingCard(self)?.text }
}
