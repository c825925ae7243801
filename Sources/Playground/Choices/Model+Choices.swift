internal import AdEngine
internal import AdSessions
internal import AdSimulation

extension Model {
  /// Lists what can be chosen; the shell adds the files that it finds.
  mutating func openChoices() {
    endEdit(keeping: true)
    showAbove(Palette(.choices))
    shared.requests.append(.find(from: top.file.location))
  }

  mutating func choose(_ choice: Choice) {
    switch choice {
    case .file(let file): shared.requests.append(.openFound(file))
    case .device(let device): visit.choose(device)
    case .network(let network): visit.startOver { $0.network = network }
    case .scrollAnchoring(let isOn): visit.startOver { $0.scrollAnchoring = isOn }
    case .seed(let seed): visit.startOver { $0.seed = seed }
    case .reader(let reader): visit.start(reader)
    }
    if case .file = choice { return }
    if shared.notice == nil { shared.notice = "\(choice.name): \(choice.words)" }
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

  /// Takes a scroll adjustment in points into account; the position decided on is adjusted, too.
  mutating func adjust(by points: Double) {
    person.adjust(by: points)
    next?.position += points
  }

  var due: Instant? { next.map { start + ($0.at - .start) } }
}
