internal import AdEngine
internal import AdSessions

/// A pane that is a list: its rows, the choice and where it leads; not the log, whose rows come and go.
struct ListPane: Sendable {
  /// Where its keys stand in the table of commands.
  let context: KeyContext
  let count: @Sendable (Model) -> Int
  let chosen: @Sendable (Model) -> Int?
  /// The row at which choosing begins.
  let start: @Sendable (Model) -> Int
  /// Chooses a row, or none.
  let choose: @Sendable (inout Model, Int?) -> Void
  /// Goes where the chosen row leads.
  let follow: @Sendable (inout Model) -> Void
  /// The rows as they are searched.
  let texts: @Sendable (Model) -> [String]

  static func of(_ pane: Viewer.Focus) -> ListPane? {
    switch pane {
    case .slots: slots
    case .timeline: timeline
    case .metrics: metrics
    case .article, .threshold, .log: nil
    }
  }

  private static let slots = ListPane(ofSlotsIn: .slots)
  private static let timeline = ListPane(ofSlotsIn: .timeline)

  private static let metrics = ListPane(
    context: .metricsPane, count: { $0.metrics.count },
    chosen: { $0.viewer.metrics.list.selected }, start: { _ in 0 },
    choose: { $0.viewer.metrics.list.choose($1 ?? 0) },
    follow: { $0.show(MetricsOverlay(choosing: $0.viewer.metrics.list.selected)) },
    texts: { $0.metrics.map { "\($0.name) \($0.explanation)" } })
}

extension ListPane {
  private init(ofSlotsIn context: KeyContext) {
    self.init(
      context: context, count: { $0.top.page.slots.count }, chosen: { $0.top.selectedSlot },
      start: { $0.nearestSlot ?? 0 },
      choose: { model, slot in
        if let slot {
          model.visit.pages.top.choose(slot: slot)
        } else {
          model.visit.pages.top.selection = nil
        }
      },
      follow: { model in
        guard let slot = model.top.selectedSlot else { return model.moveInPane(by: 0) }
        model.leavePane()
        model.select(slot: slot)
      },
      texts: { $0.top.page.slots.indices.map($0.sentence(ofSlot:)) })
  }
}

extension Model {
  var focusedList: ListPane? { ListPane.of(viewer.focus) }

  /// Moves the choice in the pane that has the focus; nothing is scrolled but the pane.
  mutating func moveInPane(by rows: Int) {
    guard let list = focusedList, list.count(self) > 0 else { return }
    let row = list.chosen(self).map { $0 + rows } ?? list.start(self)
    list.choose(&self, max(0, min(list.count(self) - 1, row)))
  }

  /// Goes to the chosen slot in the article, or explains the chosen metric.
  mutating func followChoiceInPane() { focusedList?.follow(&self) }
}
