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

  /// Without a slot it is about the ads that stand in none.
  let slot: Int?
  /// The line that is chosen among those that are shown.
  var list = ListState()
  /// The sections that are open, by their numbers, and how many there are.
  private var opened: Set<Int> = [0]
  private var count = 1
  private var owners: [Int] = []
  /// The section whose heading is to be chosen, once it is known where that is.
  private var heading: Int?

  init(slot: Int?) { self.slot = slot }

  var isAboutPage: Bool { true }

  func context(in model: Model) -> KeyContext { .sections }

  func box(in model: Model) -> OverlayBox? {
    let sections = sections(in: model)
    var box = OverlayBox(
      title: "plug-ins: " + title(in: model),
      lines: sections.enumerated().flatMap { lines(of: $1, number: $0) }, keyWidth: 10)
    box.chosen = min(list.selected, box.lines.count - 1)
    return box
  }

  func whole(in model: Model) -> OverlayBox? {
    OverlayBox(
      title: "plug-ins: " + title(in: model),
      lines: sections(in: model).flatMap {
        [.strong($0.title)] + $0.lines + [.blank]
      }, keyWidth: 10)
  }

  mutating func move(by rows: Int, in model: Model) {
    let sections = sections(in: model)
    count = sections.count
    owners = sections.enumerated().flatMap { number, section in
      lines(of: section, number: number).map { _ in number }
    }
    if let heading { list.choose(owners.firstIndex(of: heading) ?? 0) }
    heading = nil
    list.move(by: rows, of: owners.count)
    guard let box = box(in: model) else { return }
    list.reveal(list.selected...list.selected, of: box, in: model)
  }

  private func lines(of section: Section, number: Int) -> [OverlayLine] {
    let isOpen = opened.contains(number)
    let count = section.lines.count
    let size = isOpen ? "" : "  \(count.counted("line"))"
    let heading = (isOpen ? "▾ " : "▸ ") + section.title + size
    return [.strong(heading)] + (isOpen ? section.lines : [])
  }

  private func sections(in model: Model) -> [Section] {
    let traces = slot.map { [AdTrace(model.visit, $0)] } ?? model.visit.screenAdTraces
    return traces.flatMap { AdTraceView($0).sections } + [AdList(model).section]
  }

  /// The section of the chosen line.
  private var current: Int { owners.indices.contains(list.selected) ? owners[list.selected] : 0 }

  mutating func toggle() { if opened.contains(current) { fold() } else { open() } }

  mutating func open() { opened.insert(current) }

  mutating func fold() {
    heading = current
    opened.remove(current)
  }

  mutating func openAll() {
    heading = current
    opened = Set(0..<count)
  }

  mutating func toggleAll() {
    heading = current
    opened = (0..<count).allSatisfy(opened.contains) ? [] : Set(0..<count)
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
