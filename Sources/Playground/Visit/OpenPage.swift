internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// A page that is open, on the screen or under others: what stands on it and what has become of it.
struct OpenPage: Sendable {
  /// A place on the page to come back to.
  struct Place: Hashable, Sendable {
    var scroll: Double
    var selection: Int?
  }

  /// So many places are kept; before them the first ones are forgotten.
  static let maxPlaces = 50

  var number = 1
  /// Its place among all pages that came onto the screen, and among all times that one started over, from 1.
  var entry = 0
  var file: PageFile
  var layout: PageLayout
  var problems: [Problem]
  var initialSetup = RunSetup()
  var slots: [SlotHistory] = []
  /// What the log has last said that a user sees, by the numbers of the slots.
  var loggedSights: [Int: SeenState] = [:]
  /// The states of the slots over time.
  var timeline = Timeline()
  var resizes: [ResizeAnimation] = []
  /// Whether a slot of a bare session has moved others that the layout still has at their old places.
  var isPlacementStale = false
  /// Whether the page's file is not any more what is on the screen.
  var isFileChanged = false
  /// The page as it is written again and again, for ids that change too often (D34).
  var live: DeclarativeView
  /// The thresholds that the page has of its own; `nil` without lazy loading.
  var pageLazyLoading: LazyLoadingSettings?
  /// The thresholds that stand in the page's file; `nil` without lazy loading.
  var fileLazyLoading: LazyLoadingSettings?
  var undo: [LazyLoadingSettings] = []
  /// The number of the selected stop of the page.
  var selection: Int?
  /// The places that links to headings of this page have left.
  var places: [Place] = []
  /// What the simulated ads that were in view show, by slot number; only the drawing depends on it.
  var contents: [Int: AdContent] = [:]
  /// The ads that stand in none of its slots.
  var screenAds = OpenScreenAds()
  /// In a replay, the world that the session's seed stands for: what ads look like is not recorded.
  var looks: SimulatedWorld?

  /// A page that was read and laid out, on which nothing has happened yet.
  init(_ file: PageFile, _ layout: PageLayout, _ problems: [Problem]) {
    (self.file, self.layout, self.problems) = (file, layout, problems)
    live = DeclarativeView(layout.page)
  }

  /// Reads a page and lays it out; of itself the text is as wide as fits its viewport.
  init(reading file: PageFile, ads: AdRule?, in space: LayoutSpace) {
    let (page, problems) = Page.read(file.source, options: file.reading(ads: ads))
    self.init(file, PageLayout(page, in: space), problems)
  }

  mutating func push(_ place: Place) {
    places.append(place)
    if places.count > Self.maxPlaces { places.removeFirst() }
  }
}

extension OpenPage {
  var page: Page { layout.page }

  /// Whether the page has ads that stand in no slot.
  var hasScreenAds: Bool { !screenAds.all.isEmpty }

  /// A slot as the log names it: its name on the page and its ad unit without the prefix that all share.
  func name(of id: SlotID) -> String {
    "\(title(ofSlot: id.rawValue)) \(page.slots[id.rawValue].shortUnit)"
  }

  /// A slot by its number on the screen and, where it has one of its own, its name in sessions.
  func title(ofSlot slot: Int) -> String {
    let number = String(slot + 1)
    let name = page.slots[slot].name
    return name == number ? "slot \(number)" : "slot \(number) (\(name))"
  }
}

/// The looks of the pages that the run has open; which of them lies on which, the run says.
struct OpenPages: Sendable {
  /// The page on the screen.
  @CopyOnWrite var top: OpenPage
  /// The pages under it, to go back to; the first page first.
  private(set) var below: [OpenPage] = []
  var motion = Motion()
  var screenAdDisplay = ScreenAdDisplay()
  /// How many pages came onto the screen, or started over.
  var entries = 0

  init(_ page: OpenPage) { top = page }

  /// The place of the page on the screen; those under it come before.
  var topPlace: Int { below.count }

  func place(ofPage number: Int) -> Int? {
    number == top.number ? topPlace : below.lastIndex { $0.number == number }
  }

  /// A page by its place, changed in place: a copy of a page's slots at each change would be felt.
  subscript(place: Int) -> OpenPage {
    get { place == topPlace ? top : below[place] }
    _modify { if place == topPlace { yield &top } else { yield &below[place] } }
  }

  mutating func add(_ page: OpenPage) {
    below.append(top)
    top = page
  }

  /// Forgets the pages not in `numbers`, the run's; returns whether another page is on the screen, the last.
  mutating func follow(_ numbers: [Int]) -> Bool {
    below.removeAll { !numbers.contains($0.number) }
    guard !numbers.contains(top.number), let page = below.popLast() else { return false }
    top = page
    return true
  }

  mutating func changeBelow(_ change: (inout OpenPage) -> Void) {
    for place in below.indices { change(&below[place]) }
  }
}

/// What stands over the page, and stood there last.
struct ScreenAdDisplay: Sendable {
  /// The number that the run gives the interstitial on the screen; under it the page is inactive.
  var shown: Int?
  /// The last ad that stood over a page, for its report after it was closed (`S4.21`).
  var dismissed: OpenScreenAd?
}

/// What moves the page on the screen by itself.
struct Motion: Sendable {
  var fling: RunningFling?
  /// A simulated reader who scrolls the page, until the user does.
  var reader: RunningReader?
}

struct RunningFling: Hashable, Sendable {
  var fling: Fling
  var frame: Instant
  var nextFrame: Instant { frame + Fling.frame }
}
