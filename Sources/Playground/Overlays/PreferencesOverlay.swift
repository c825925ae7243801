internal import AdEngine
internal import AdSimulation

/// The preferences over the page: the answers that are being given, and which of them is chosen.
struct PreferencesOverlay: Overlay {
  var draft: ConsentDraft
  var list = ListState()

  init(_ draft: ConsentDraft) { self.draft = draft }

  var item: ConsentDraft.Item { draft.items[list.selected] }

  var isQuestion: Bool { true }
  var hiding: ConsentEvent? { .hidePreferences }

  func context(in model: Model) -> KeyContext { .preferences }
  func box(in model: Model) -> OverlayBox? { PreferencesView(model, self).box }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: draft.items.count)
    reveal(in: model)
  }

  /// Scrolls to what is chosen; with the first item to its heading, and whatever stands above it.
  mutating func reveal(in model: Model) {
    let view = PreferencesView(model, self)
    let rows = view.box.rows(ofLine: view.chosenLine, columns: model.shared.columns)
    let first = list.selected == 0 ? 0 : rows.lowerBound
    list.reveal(first...rows.upperBound, room: OverlayBox.room(rows: model.shared.rows))
  }
}

/// The preferences: every purpose and every vendor with its answer, and what else there is about consent.
struct PreferencesView {
  let model: Model
  private let draft: ConsentDraft
  private let chosen: ConsentDraft.Item

  init(_ model: Model, _ overlay: PreferencesOverlay) {
    self.model = model
    draft = overlay.draft
    chosen = overlay.item
  }

  var box: OverlayBox { OverlayBox(title: "Preferences", lines: entries.map(\.line), keyWidth: 6) }

  var chosenLine: Int { entries.firstIndex { $0.item == chosen } ?? 0 }

  private typealias Entry = (line: OverlayLine, item: ConsentDraft.Item?)

  private var entries: [Entry] {
    var entries: [Entry] = []
    var heading = ""
    for item in draft.items {
      if self.heading(of: item) != heading {
        heading = self.heading(of: item)
        entries.append((.strong(heading), nil))
      }
      let isChosen = item == chosen
      let key = (isChosen ? "▸" : " ") + mark(of: item)
      entries.append((OverlayLine(key, text(of: item), isStrong: isChosen), item))
    }
    return entries
  }

  private func heading(of item: ConsentDraft.Item) -> String {
    switch item {
    case .purpose: "May your data be used to"
    case .vendor: "by these vendors?"
    case .policy, .regulation: "What follows, at once"
    case .handOff, .keys: "To read"
    }
  }

  private func mark(of item: ConsentDraft.Item) -> String {
    switch item {
    case .purpose(let id): word(draft.purposes[id])
    case .vendor(let id): word(draft.vendors[id])
    case .policy, .regulation, .handOff, .keys: ""
    }
  }

  private func word(_ answer: ConsentStore.Answer?) -> String {
    switch answer {
    case .enabled: "yes"
    case .disabled: "no"
    case .undecided, nil: "open"
    }
  }

  private func text(of item: ConsentDraft.Item) -> String {
    switch item {
    case .purpose(let id):
      "\(id) \(TCFPurpose.numbered(id)?.name ?? "purpose \(id)")"
        + (model.visit.needed.purposes.contains(id) ? ", needed" : "")
    case .vendor(let id):
      "vendor \(id)" + (id == DemoPublisher.vendor ? " (Google's ad server)" : "")
        + (model.visit.needed.vendors.contains(id) ? ", needed" : "")
    case .policy:
      switch model.engine.policy {
      case .strict: "policy strict: no ad without a yes"
      case .determined: "policy determined: limited ads after a no"
      }
    case .regulation:
      switch model.visit.consent.store.regulation {
      case .gdpr: "regulation gdpr: ask first"
      case .none: "regulation none: ads may load"
      }
    case .handOff: "the script that pages are handed"
    case .keys: "the IABTCF keys"
    }
  }
}
