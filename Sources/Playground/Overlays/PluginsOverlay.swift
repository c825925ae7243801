internal import AdEngine
internal import AdRendering
internal import AdSessions

/// An ad's trace through the contracts of plug-ins, or that of the ads in no slot, in sections that fold.
struct PluginsOverlay: Overlay {
  /// A heading and the lines under it.
  struct Section {
    let title: String
    var lines: [OverlayLine]
  }

  enum Change {
    case toggle, open, fold, toggleAll, openAll
  }

  /// Without a slot it is about the ads that stand in none.
  let slot: Int?
  /// The line that is chosen among those that are shown.
  var list = ListState()
  /// The sections that are open, by their numbers.
  private var opened: Set<Int> = [0]

  init(slot: Int?) { self.slot = slot }

  var isAboutPage: Bool { true }

  func context(in model: Model) -> KeyContext { .sections }

  func box(in model: Model) -> OverlayBox? {
    var box = box(of: rows(in: model).map(\.line), in: model)
    box.chosen = min(list.selected, box.lines.count - 1)
    return box
  }

  func whole(in model: Model) -> OverlayBox? {
    box(of: sections(in: model).flatMap { [.strong($0.title)] + $0.lines + [.blank] }, in: model)
  }

  private func box(of lines: [OverlayLine], in model: Model) -> OverlayBox {
    OverlayBox(title: "plug-ins: " + title(in: model), lines: lines, keyWidth: 10)
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: self.rows(in: model).count)
    guard let box = box(in: model) else { return }
    list.reveal(list.selected...list.selected, of: box, in: model)
  }

  /// Opens or folds sections; where that moves lines, the heading of the chosen one's section is chosen.
  mutating func change(_ change: Change, in model: Model) {
    let rows = rows(in: model)
    let current = rows[min(list.selected, rows.count - 1)].section
    let all = Set(rows.map(\.section))
    let isOpen = opened.contains(current)
    switch change {
    case .open where isOpen: return
    case .open,
      .toggle where !isOpen:
      opened.insert(current)
    case .fold, .toggle: opened.remove(current)
    case .toggleAll where all.isSubset(of: opened): opened = []
    case .toggleAll, .openAll: opened = all
    }
    list.choose(self.rows(in: model).firstIndex { $0.section == current } ?? 0)
    move(by: 0, in: model)
  }

  /// What is shown, line by line, with the number of its section.
  private func rows(in model: Model) -> [(section: Int, line: OverlayLine)] {
    sections(in: model).enumerated().flatMap { number, section in
      let isOpen = opened.contains(number)
      let size = isOpen ? "" : "  \(section.lines.count.counted("line"))"
      let heading = OverlayLine.strong((isOpen ? "▾ " : "▸ ") + section.title + size)
      return ([heading] + (isOpen ? section.lines : [])).map { (number, $0) }
    }
  }

  private func sections(in model: Model) -> [Section] {
    let traces = slot.map { [AdTrace(model.visit, $0)] } ?? model.visit.screenAdTraces
    return traces.flatMap { AdTraceView($0).sections } + [AdList(model).section]
  }

  private func title(in model: Model) -> String {
    if let slot { return model.top.name(of: SlotID(slot)).scrubbed }
    return model.visit.interstitial?.name
      ?? (model.top.screenAds.all.map(\.placeName)
      + (model.visit.pages.screenAdDisplay.dismissed == nil ? [] : ["closed interstitial"])).joined(
        separator: ", ")
  }
}

extension Model {
  /// Shows the trace of the selected ad, or of the nearest, through the contracts of plug-ins.
  mutating func openPlugins() {
    guard visit.interstitial == nil else { return openScreenAdPlugins() }
    guard let slot = chosenSlot(to: "trace") else { return }
    show(PluginsOverlay(slot: slot))
  }

  /// Shows the traces of the ads that stand in no slot.
  mutating func openScreenAdPlugins() {
    guard !visit.screenAdTraces.isEmpty else {
      shared.notice = "this page has no screen banner and no interstitial"
      return
    }
    show(PluginsOverlay(slot: nil))
  }
}
