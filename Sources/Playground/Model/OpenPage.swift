internal import AdEngine
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
  static let mostPlaces = 50

  /// The number that the run gives the page.
  var number = 1
  var file: PageFile
  var layout: PageLayout
  var problems: [Problem]
  /// What the run of the page began with.
  var opening = RunSetup()
  var slots: [SlotHistory] = []
  /// The states of the slots over time.
  var timeline = Timeline()
  var resizes: [ResizeAnimation] = []
  /// Whether the page's file is not any more what is on the screen.
  var isFileChanged = false
  /// The thresholds that the page has of its own; `nil` without lazy loading.
  var pageLazyLoading: LazyLoadingSettings?
  /// The thresholds that stand in the page's file; `nil` without lazy loading.
  var fileLazyLoading: LazyLoadingSettings?
  var undo: [LazyLoadingSettings] = []
  /// The number of the selected stop of the page.
  var selection: Int?
  /// The places that links to headings of this page have left.
  var places: [Place] = []
  /// The ads that stand in none of its slots.
  var hosts = PageHosts()
  /// In a replay, the world that the session's seed stands for: what ads look like is not recorded.
  var looks: SimulatedWorld?

  /// A page that was read and laid out, on which nothing has happened yet.
  init(_ file: PageFile, _ layout: PageLayout, _ problems: [Problem]) {
    self.file = file
    self.layout = layout
    self.problems = problems
  }

  /// Reads a page and lays it out; without a width of its own the text is as wide as pages are.
  init(reading file: PageFile, ads: AdRule?, columns: Int?) {
    let (page, problems) = Page.read(
      file.source, options: PageOptions(ads: ads, bids: file.bids))
    let layout = columns.map { PageLayout(page, columns: $0) } ?? PageLayout(page)
    self.init(file, layout, problems)
  }

  mutating func keep(_ place: Place) {
    places.append(place)
    if places.count > Self.mostPlaces { places.removeFirst() }
  }
}

/// The page on the screen by its parts.
///
/// They are changed in place: a copy of a page's slots at each change would be felt.
extension Model {
  var file: PageFile {
    _read { yield shown.file }
    _modify { yield &shown.file }
  }
  var layout: PageLayout {
    _read { yield shown.layout }
    _modify { yield &shown.layout }
  }
  var problems: [Problem] {
    _read { yield shown.problems }
    _modify { yield &shown.problems }
  }
  var opening: RunSetup {
    _read { yield shown.opening }
    _modify { yield &shown.opening }
  }
  var slots: [SlotHistory] {
    _read { yield shown.slots }
    _modify { yield &shown.slots }
  }
  var timeline: Timeline {
    _read { yield shown.timeline }
    _modify { yield &shown.timeline }
  }
  var resizes: [ResizeAnimation] {
    _read { yield shown.resizes }
    _modify { yield &shown.resizes }
  }
  var isFileChanged: Bool {
    _read { yield shown.isFileChanged }
    _modify { yield &shown.isFileChanged }
  }
  var pageLazyLoading: LazyLoadingSettings? {
    _read { yield shown.pageLazyLoading }
    _modify { yield &shown.pageLazyLoading }
  }
  var fileLazyLoading: LazyLoadingSettings? {
    _read { yield shown.fileLazyLoading }
    _modify { yield &shown.fileLazyLoading }
  }
  var undo: [LazyLoadingSettings] {
    _read { yield shown.undo }
    _modify { yield &shown.undo }
  }
  var selection: Int? {
    _read { yield shown.selection }
    _modify { yield &shown.selection }
  }

  /// The page on the screen.
  var page: Page { layout.page }

  /// The world that knows what the ads of the page on the screen look like, or of the page that is noted on.
  var worldOfLooks: SimulatedWorld {
    shown.looks ?? (isUnder ? run[page: shown.number]?.world : nil) ?? run.world
  }
}
