package import AdEngine
package import AdLab

/// A whole session of the lab, read: what its run begins with, its causes, and when it is over.
package struct LabScript: ReplayedSession, Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var at: Instant
    /// The number of its line, from 1.
    package var number: Int
    package var input: PreloadInput
  }

  package let setup: LabSetup
  package let world: SessionWorld
  /// The causes, in the order of the session, without answers that the simulated world gives again.
  package let steps: [Step]
  package let captions: [SessionCaption]
  package let instants: [Instant]
  /// When nothing is pending any more after the last cause.
  package let end: Instant
  /// Whether time ran on until nothing was pending.
  package let isIdle: Bool

  /// Reads a session, its lines with their numbers; a seed from outside beats the header's.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)],
    world: SessionWorld? = nil, seed: UInt64? = nil
  ) throws(SessionError) {
    guard case .lab(var setup) = header.content else {
      throw SessionError(line: 1, .missing("lab", expected: "the settings of the preload lab"))
    }
    var steps: [Step] = []
    var captions: [SessionCaption] = []
    var latest = Instant.start
    for (number, line) in lines {
      latest = line.at
      if case .page = line.entry {
        throw SessionError(line: number, .misplaced("page", belongsTo: "a session of a page"))
      }
      guard case .cause(let cause) = line.entry else { continue }
      switch cause {
      case .lab(let input): steps.append(Step(at: line.at, number: number, input: input))
      case .caption(let text): captions.append(SessionCaption(at: line.at, text: text))
      default:
        throw SessionError(
          line: number,
          .misplaced(
            cause.fields.first?.0 ?? "", belongsTo: "a session of a page: this one is of the lab"))
      }
    }
    let world = SessionWorld(of: header, asked: world, lines: lines)
    if world == .simulated { steps.removeAll(where: \.input.isFromWorld) }
    setup.seed = world == .recorded ? nil : seed ?? header.settings.seed ?? 1
    (self.setup, self.world, self.steps, self.captions) = (setup, world, steps, captions)
    var run = LabRun(setup)
    for step in steps { run.apply(step.input, at: step.at) }
    run.advance(to: latest)
    isIdle = run.runUntilIdle()
    end = run.now
    let instants = steps.map(\.at) + captions.map(\.at) + run.history.map(\.at) + [.start, end]
    self.instants = Set(instants).sorted()
  }

  /// The run of the session up to and including an instant, and the number of the step that comes next.
  package func run(to instant: Instant) -> (run: LabRun, next: Int) {
    var run = LabRun(setup)
    let next = steps.indices.partitionPoint { steps[$0].at > instant }
    for step in steps[..<next] { run.apply(step.input, at: step.at) }
    run.advance(to: instant)
    return (run, next)
  }
}

extension PreloadInput {
  /// Whether the world said it, and not a user.
  var isFromWorld: Bool {
    switch self {
    case .answered, .heard: true
    case .fetchRequested, .presentRequested, .resetRequested, .settingsChanged, .woken: false
    }
  }
}
