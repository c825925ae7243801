import AdEngine
package import AdSessions
import AdSimulation

extension TuningSession {
  /// Reads a session: its header, its lines with their numbers, its page if it has one, laid out, and by their paths the
  /// others that it opens.
  ///
  /// The simulated world of the page answers the session of a page. A bare session is answered by what was recorded: the
  /// session is run once as it was to learn how long after its request each answer came.
  ///
  /// - Throws: ``SessionPlayer/Failure`` when the session, or one of its lines, does not fit.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: RunPage?,
    others: [String: RunPage] = [:], overrides: SettingOverrides = SettingOverrides(), name: String
  ) throws(SessionPlayer.SetupError) {
    let isRecorded = page == nil && header.answers != .simulated
    var player = try SessionPlayer(
      header, page: page, overrides: overrides, world: isRecorded ? .recorded : .simulated,
      keepsHistory: isRecorded, keepsSteps: true)
    for (path, page) in others { player.provide(page, as: path) }
    var steps: [Step] = []
    var end = Instant.start
    var loader = LoaderTimes()
    do throws(SessionError) {
      for (number, line) in lines {
        end = line.at
        loader.receive(line)
        try player.receive(line, number: number)
        steps += player.drainSteps().compactMap(Step.init)
      }
      player.advance(to: end)
      steps += player.drainSteps().compactMap(Step.init)
    } catch {
      throw .session(error)
    }
    guard isRecorded else {
      let setup = player.setup
      self.init(name: name, setup: setup, steps: steps, end: end)
      return
    }
    let answers = RecordedCreatives(
      RecordedAnswers(player.drainHistory(), loader: loader, slots: player.slots[1]),
      slotCount: player.slots[1].count, seed: overrides.seed ?? 1)
    var setup = player.setup
    setup = RunSetup(
      engine: setup.engine, slots: setup.slots.enumerated().map { answers.slot($1, number: $0) },
      world: answers.world, needed: setup.needed)
    self.init(
      name: name, setup: setup,
      steps: steps.map { step in
        guard case .take(let given, _) = step.action else { return step }
        var ads: [SlotID: SimulatedSlot] = [:]
        for case .input(.slotAdded(let id, let frame), _) in given {
          ads[id] = SimulatedSlot(
            unit: player.slots[1].unit(of: id), requested: frame.size,
            creative: answers.creative(for: id, frame.size))
        }
        return Step(at: step.at, action: .take(given, ads: ads))
      },
      end: end, drawnAnswers: answers.drawn, isAnsweredByRecording: true)
  }
}

extension TuningSession.Step {
  /// What is kept of a step: nothing of what the world said, nor changes of the thresholds; `nil` when nothing is left.
  fileprivate init?(_ step: ReplayScript.Step) {
    at = step.at
    switch step.action {
    case .take(let given, _):
      if given.count == 1, let (position, adjustment) = given[0].scroll {
        action = .scroll(to: position, recordedAdjustment: adjustment)
        return
      }
      let kept = given.filter { given in
        switch given {
        case .input(.lazyLoadingChanged, page: _): false
        case .input(let input, page: _): !input.isFromWorld
        case .choice, .scrolled: true
        }
      }
      if kept.isEmpty { return nil }
      action = .take(kept)
    case .open(let opening, let setup): action = .open(opening, setup)
    case .goBack: action = .goBack
    }
  }
}

/// The answers of a recording, as the simulated world gets them for each slot.
///
/// The first answer of a slot stands for all of its generations. Of a slot that was never answered it is unknown when an ad
/// would have come: its latency is drawn from the range of the recorded ones, and its ad has the slot's size.
private struct RecordedCreatives {
  private let replies: [SlotID: RecordedAnswers.Reply]
  private let slotCount: Int
  let world: AdServerSettings

  init(_ answers: RecordedAnswers, slotCount: Int, seed: UInt64) {
    self.slotCount = slotCount
    replies = answers.firstReplies
    var world = AdServerSettings(seed: seed)
    if let low = answers.latencies.min(), let high = answers.latencies.max() {
      world.latency = low...high
    }
    self.world = world
  }

  /// How many slots have no recorded answer.
  var drawn: Int { slotCount - replies.count }

  func creative(for id: SlotID, _ size: Size) -> CreativeSettings {
    let size = Size.ofUnrecordedAd(in: size)
    guard let reply = replies[id] else { return CreativeSettings(size: size, media: .display) }
    let latency = reply.latency...reply.latency
    switch reply.answer {
    case nil: return CreativeSettings(size: size, latency: latency, media: .display)
    case .loaded(let size, let media):
      return CreativeSettings(size: size, latency: latency, media: media)
    case .failed(let reason): return CreativeSettings(latency: latency, fails: reason)
    }
  }

  func slot(_ slot: RunSlot, number: Int) -> RunSlot {
    RunSlot(
      slot.name, unit: slot.unit, frame: slot.frame, constraints: slot.constraints,
      creative: creative(for: SlotID(number), slot.frame.size), renewal: slot.renewal)
  }
}
