internal import AdEngine
internal import AdSessions

/// The whole playground as a value: messages change it through ``update(_:at:)``, ``view(_:)`` draws it.
package struct Model: Sendable {
  @CopyOnWrite private var current: Visit
  /// What goes on with the pages; changed in place, since an observer would copy its history, and then its outbox is taken.
  var visit: Visit {
    _read { yield current }
    _modify {
      yield &current
      followVisit()
    }
  }
  var viewer = Viewer()
  var shared: Shared
  @CopyOnWrite private var openedLab: Lab? = nil
  /// The preload lab, once it was opened.
  var lab: Lab? {
    _read { yield openedLab }
    _modify {
      yield &openedLab
      takeLabOutbox()
    }
  }
  /// The tuning screen, once it was opened.
  @CopyOnWrite var tuning: Tuning? = nil

  /// Opens the playground, on a terminal of a size in cells, at the shell's time in milliseconds.
  package init(
    _ scene: Scene, options: PlaygroundOptions, settings: PlaygroundSettings, columns: Int,
    rows: Int, at real: Int64 = 0
  ) {
    var options = options
    var source = SessionSource.live(recording: nil)
    let page: OpenPage
    func open(_ file: PageFile) -> OpenPage {
      OpenPage(reading: file, ads: options.ads, in: LayoutSpace(options.overrides))
    }
    switch scene {
    case .page(let file): page = open(file)
    case .session(let replay, _): (page, source) = (replay.first, .replay(replay))
    case .lab(let replay):
      // No question: there is no page that could load ads.
      options.overrides.consent = .granted
      page = OpenPage(
        PageFile(location: "", name: replay.name, bytes: []),
        PageLayout(placing: [], title: replay.name.scrubbed, columns: 48), [])
    case .tuning(let source, _, let file):
      // No question before the screen that was asked for.
      options.overrides.consent = options.overrides.consent ?? .granted
      page = open(file ?? PageFile(location: "", name: source.name, bytes: [], isFile: false))
    }
    shared = Shared(columns: columns, rows: rows, real: real)
    current = Visit(page, source, options, settings, at: real)
    followVisit()
    switch scene {
    case .page, .session: break
    case .lab(let replay):
      visit.clock.suspend()
      lab = Lab(replay, speed: options.speed, at: real)
    case .tuning(let source, let plan, _):
      visit.clock.suspend()
      tuning = Tuning(source, plan)
    }
  }

  var isLabOpen: Bool { lab?.isOpen == true }

  package var location: String { top.file.location }

  package func shows(_ file: PageFile) -> Bool { top.file.bytes == file.bytes }

  /// What the playground would be opened with now: what was asked for at its start, with what was chosen since.
  package var options: PlaygroundOptions { visit.options }
  package var settings: PlaygroundSettings { visit.settings }

  /// Takes another playground's place: its log and mouse stay, its recording is ended and named.
  package mutating func replace(_ old: Model) -> [Request] {
    var old = old
    let file =
      old.visit.recording?.file ?? old.lab?.recording?.file
      ?? old.tuning?.aside?.visit.recording?.file
    old.visit.endRecording()
    old.endRecordingAside()
    old.lab?.endRecording()
    viewer.mouse = Mouse(isOn: old.viewer.mouse.isOn)
    shared.files = old.shared.files
    if let file, shared.notice == nil {
      shared.notice = "the recording ended: '\(visit.options.program) check \(file)' runs it again"
    }
    defer { shared.requests = [] }
    return old.shared.requests + shared.requests
  }

  /// Takes what the visit has to say, and leaves what was about a page that is not on the screen any more.
  private mutating func followVisit() {
    if viewer.page != top.entry {
      viewer.page = top.entry
      leavePage()
    }
    let outbox = visit.outbox
    current.outbox = Outbox()
    if let notice = outbox.notice { shared.notice = notice }
    shared.requests += outbox.requests
    shared.news += outbox.news
    if outbox.overscroll != 0 { push(by: outbox.overscroll) }
    if outbox.asksForConsent {
      hideConsent()
      show(ConsentOverlay())
    }
  }

  /// Ends what the viewer was doing with a page that was left.
  private mutating func leavePage() {
    viewer.thresholds.edit = nil
    viewer.thresholds.whatIf = nil
    viewer.article.peek = 0
    leavePane()
    leaveSlotOverlays()
    viewer.search = nil
  }

  /// Takes what the lab has to say: its events are lines of the log, and its settings are remembered.
  private mutating func takeLabOutbox() {
    guard let lab = openedLab else { return }
    openedLab?.outbox = Outbox()
    if let notice = lab.outbox.notice { shared.notice = notice }
    shared.requests += lab.outbox.requests
    for entry in lab.outbox.news { visit.add(entry) }
    guard lab.isOpen, lab.replay == nil, lab.settings != visit.settings.lab else { return }
    visit.settings.lab = lab.settings
    shared.requests.append(.save(visit.settings))
  }
}

/// What the playground shares with the shell: the terminal, the time, and what each is to do for the other.
struct Shared: Sendable {
  /// The terminal's size in cells.
  var columns, rows: Int
  var screen: Rect { Rect(column: 0, row: 0, width: columns, height: rows) }
  /// The shell's time of the last message, in milliseconds.
  var real: Int64
  /// A sentence in the last row, until the next key.
  var notice: String?
  /// The log entries that linear mode has yet to print.
  var news: [LogEntry] = []
  /// The demos, sessions and pages that the shell has found.
  var files: [FoundFile] = []
  /// What the shell is asked to do after this message.
  var requests: [Request] = []
}
