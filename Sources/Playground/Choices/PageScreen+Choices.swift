internal import AdEngine
internal import AdSessions
internal import AdSimulation

extension PageScreen {
  /// The device whose viewport the page has, if it is that of one.
  var device: Device? {
    let overrides = replay?.overrides ?? shared.options.overrides
    return overrides.viewport.flatMap { size in Device.all.first { $0.screen == size } }
  }

  /// The network to the simulated ad server, if there is one beside the page's own latency.
  var network: NetworkProfile? { pages.top.opening.world?.network }

  /// Lists what can be chosen; the shell adds the files that it finds.
  mutating func openChoices() {
    endEdit(keeping: true)
    showAbove(Palette(.choices))
    shared.requests.append(.find(from: pages.top.file.location))
  }

  mutating func choose(_ choice: Choice) {
    switch choice {
    case .file(let file): shared.requests.append(.openFound(file))
    case .device(let device): choose(device)
    case .network(let network): answer { $0.network = network }
    case .scrollAnchoring(let isOn): answer { $0.scrollAnchoring = isOn }
    case .seed(let seed): answer { $0.seed = seed }
    case .reader(let reader): start(reader)
    }
    if case .file = choice { return }
    if shared.notice == nil { shared.notice = "\(choice.name): \(choice.words)" }
  }

  private mutating func choose(_ device: Device?) {
    guard replay == nil else { return redecide { $0.viewport = device?.screen } }
    shared.options.overrides.viewport = device?.screen
    let size = viewportSize
    guard size != run.engine.viewport.size else { return }
    feed(.viewportResized(size))
    if run.engine.viewport.y > lowestScroll { scroll(to: lowestScroll) }
  }

  /// Changes what answers the page, from its beginning on.
  private mutating func answer(_ change: (inout SettingOverrides) -> Void) {
    guard replay == nil else { return redecide(change) }
    change(&shared.options.overrides)
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: run.engine.viewport.y)
  }

  // MARK: - Readers

  /// Lets a simulated reader begin at the top of the page, which starts over.
  private mutating func start(_ reader: Reader) {
    guard replay == nil else {
      shared.notice = Replay.refusal
      return
    }
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: 0)
    let seed = shared.options.overrides.seed ?? 1
    var running = RunningReader(reader, seed: seed, at: time)
    running.goOn(to: lowestScroll)
    self.reader = running
    shared.notice = "a simulated \(reader.rawValue) reads this page, seed \(seed)"
  }

  /// Moves the page as the reader does.
  mutating func moveReader() {
    guard let step = reader?.next else { return }
    scroll(to: step.position)
    let bottom = lowestScroll
    reader?.goOn(to: bottom)
    if reader != nil, reader?.due == nil {
      reader = nil
      shared.notice = "the reader has reached the end of the page"
    }
  }
}

/// A simulated reader who scrolls the page on the screen.
struct RunningReader: Sendable {
  let reader: Reader
  private var person: SimulatedReader
  private(set) var next: SimulatedReader.Step?
  private let start: Instant

  init(_ reader: Reader, seed: UInt64, at start: Instant) {
    self.reader = reader
    self.start = start
    person = SimulatedReader(reader.habits, seed: seed)
  }

  /// Decides on the next position on a page whose farthest is this, in points.
  mutating func goOn(to bottom: Double) { next = person.next(bottom: bottom) }

  /// Takes note that the scroll position was adjusted by so many points; so is the position decided on.
  mutating func adjust(by points: Double) {
    person.adjust(by: points)
    next?.position += points
  }

  /// When the reader moves the page next.
  var due: Instant? { next.map { start + ($0.at - .start) } }
}
