import AdEngine
import AdRecorder
import AdRendering
import TestSupport
import Testing

@testable import AdSessions

/// The recorder for apps: what it writes is read, run, and decided as the engine decides that is fed directly.
@Suite struct AdRecorderTests {
  /// What is told to a recorder and to an engine for one frame of the screen.
  private enum Input {
    case scroll(Double)
    case viewport(Double, Double)
    case slot(String, SlotFrame)
    case removal(String)
    case active(Bool)
    case across(Double)
    case clip(String, Double)
    case hide(String, Bool)
    case answer(String, AdRecorder.Answer)
  }

  /// A random visit: frames with their times, and what is told in each.
  private func visit(_ seed: Int) -> [(at: Int64, inputs: [Input])] {
    var draw = SeededGenerator(seed: seed)
    var at: Int64 = 0
    var frames: [(at: Int64, inputs: [Input])] = []
    func frame(_ draw: inout SeededGenerator, _ number: Int = 0) -> SlotFrame {
      SlotFrame(
        x: draw.pick([nil, nil, 35, -100, 390.5]),
        y: Double(draw.number(0...60_000)) / 8 + Double(number) / 64, width: 320,
        height: Double(draw.pick([0, 50, 250, 600])))
    }
    let names = (1...draw.number(1...8)).map { "slot \($0)" }
    var present: [String] = []
    var hidden: Set<String> = []
    for number in 0..<draw.number(5...60) {
      var inputs: [Input] = []
      if number == 0 {
        present = names
        inputs = names.map { .slot($0, frame(&draw)) } + [.scroll(0)]
      } else {
        at += Int64(draw.pick([16, 17, 100, 100, 700, 3000]))
        // One kind in a frame: in which order an app tells of several things is its own affair.
        switch draw.number(0...11) {
        case 10: inputs = [.across(Double(number))]
        case 11:
          guard !present.isEmpty else { continue }
          let name = draw.pick(present)
          // Other values each time, again because what repeats is not written.
          let share = 1 / Double(number + 1)
          inputs = draw.flag() ? [.clip(name, share)] : [.hide(name, !hidden.contains(name))]
        // Never twice the same: what repeats is not written, and would ask for a check.
        case 0: inputs = [.viewport(390, Double(draw.number(400...900)) + Double(number) / 64)]
        case 1: inputs = names.filter(present.contains).map { .slot($0, frame(&draw, number)) }
        case 2: inputs = present.isEmpty ? [] : [.removal(draw.pick(present))]
        case 3: inputs = [.active(number % 2 == 0)]
        case 4: inputs = [.slot(draw.pick(names), frame(&draw, number))]
        case 5, 6:
          guard !present.isEmpty else { continue }
          inputs = [
            .answer(
              draw.pick(present),
              draw.chance(80)
                ? .loaded(width: 300, height: Double(draw.pick([50, 250])), isVideo: draw.flag())
                : .failed(draw.pick(AdRecorder.Failure.allCases)))
          ]
        default: inputs = [.scroll(Double(draw.number(0...7000)) + Double(number) / 64)]
        }
      }
      for input in inputs {
        if case .removal(let name) = input {
          present.removeAll { $0 == name }
          hidden.remove(name)
        }
        if case .hide(let name, let isHidden) = input {
          if isHidden { hidden.insert(name) } else { hidden.remove(name) }
        }
        if case .slot(let name, _) = input, !present.contains(name) { present.append(name) }
      }
      frames.append((at, inputs))
    }
    return frames
  }

  private static let start: Int64 = 123_456_789

  /// The bytes that a recorder makes of a visit, taken in pieces.
  private func record(_ frames: [(at: Int64, inputs: [Input])], _ seed: Int) -> [UInt8] {
    var draw = SeededGenerator(seed: seed, stream: 2)
    var recorder = AdRecorder(width: 390, height: 844, at: Self.start)
    var bytes: [UInt8] = []
    for frame in frames {
      let now = Self.start + frame.at
      for input in frame.inputs {
        switch input {
        case .scroll(let y): recorder.scrolled(to: y, at: now)
        case .viewport(let width, let height):
          recorder.viewportResized(width: width, height: height, at: now)
        case .slot(let name, let frame):
          recorder.slotMoved(
            name, unit: "unit of \(name)", x: frame.x, y: frame.minY, width: frame.size.width,
            height: frame.size.height, at: now)
        case .removal(let name): recorder.slotRemoved(name, at: now)
        case .active(let isActive): recorder.activityChanged(isActive, at: now)
        case .across(let x): recorder.scrolledAcross(to: x, at: now)
        case .clip(let name, let share): recorder.slotClipped(name, visibleShare: share, at: now)
        case .hide(let name, let isHidden): recorder.slotHidden(name, isHidden, at: now)
        case .answer(let name, let answer): recorder.adAnswered(name, answer, at: now)
        }
      }
      if draw.chance(30) { bytes += recorder.take() }
    }
    recorder.finish(at: Self.start + (frames.last?.at ?? 0))
    #expect(recorder.refusedCount == 0)
    return bytes + recorder.take()
  }

  /// The decisions of an engine that is fed with a visit.
  private func decide(_ frames: [(at: Int64, inputs: [Input])]) -> [SessionLine] {
    var engine = Engine(
      Engine.Configuration(viewport: Size(width: 390, height: 844), consent: .granted))
    var slots = SlotTable()
    var lines: [SessionLine] = []
    func take(_ effects: [Engine.Effect], _ at: Instant) {
      for effect in effects {
        guard let decision = SessionDecision(effect, in: slots) else { continue }
        lines.append(SessionLine(at: at, .decision(decision)))
      }
    }
    func wake(until end: Instant) {
      while let deadline = engine.nextDeadline, deadline <= end {
        take(engine.handle(.woken, at: deadline), deadline)
      }
    }
    for frame in frames {
      let now = Instant(milliseconds: frame.at)
      wake(until: now)
      let inputs = frame.inputs.compactMap { input -> Engine.Input? in
        switch input {
        case .scroll(let y): return .scrolled(to: y)
        case .viewport(let width, let height):
          return .viewportResized(Size(width: width, height: height))
        case .slot(let name, let frame):
          if let slot = slots[name], slots.contains(slot) { return .slotMoved(slot, frame) }
          return .slotAdded(slots.add(name, unit: "unit of \(name)"), frame)
        case .removal(let name):
          guard let slot = slots[name] else { return nil }
          slots.remove(slot)
          return .slotRemoved(slot)
        case .active(let isActive): return .activityChanged(isActive)
        case .across(let x): return .scrolledAcross(to: x)
        case .clip(let name, let share):
          return slots[name].map { .slotClipped($0, visibleShare: share) }
        case .hide(let name, let isHidden): return slots[name].map { .slotHidden($0, isHidden) }
        case .answer(let name, let answer):
          return slots[name].map { .answered($0, generation: 1, answer.ofEngine) }
        }
      }
      take(engine.handle(inputs, at: now), now)
    }
    wake(until: Instant(milliseconds: (frames.last?.at ?? 0) + 100_000))
    return lines
  }

  @Test(.tags(.sweep), arguments: 0..<Sweep.rounds(1000))
  func `a random visit is written, read, and decided as by an engine that is fed directly`(
    seed: Int
  ) throws {
    let frames = visit(seed)
    let bytes = record(frames, seed)
    let (header, lines) = try SessionReader.session(in: bytes)
    var player = try SessionPlayer(header, keepsHistory: true)
    try player.play(toTheEnd: lines)
    #expect(player.decisions == decide(frames))
    var writer = SessionWriter()
    writer.write(header)
    for (_, line) in lines { writer.write(line) }
    #expect(writer.drain() == bytes, "the bytes are those of AdView's own writer")
  }

  @Test func `what a session cannot hold is left out and counted`() throws {
    var recorder = AdRecorder(
      width: .nan, height: 844, thresholds: .init(fetch: 100, display: 200), at: 0)
    recorder.scrolled(to: .infinity, at: 1)
    recorder.viewportResized(width: -1, height: 2, at: 2)
    recorder.slotMoved("a", y: 0, width: 1, height: -.infinity, at: 3)
    recorder.adRequested("a", at: 5)
    recorder.adAnswered("a", .failed(.noFill), at: 6)
    recorder.adRendered("a", at: 7)
    #expect(recorder.refusedCount == 8)
    #expect(try readSession(recorder.take()).items.count == 1)
  }

  @Test func `hostile names come back unchanged`() throws {
    let name = "\u{0}\"\\\n\u{1B}[2J\u{202E}\u{2028}🎯"
    var recorder = AdRecorder(width: 390, height: 844, at: .max)
    recorder.slotMoved(name, unit: name, y: 0.1 + 0.2, width: 1e-7, height: 1e8, at: .min)
    recorder.caption(name, at: 0)
    let items = try readSession(recorder.take()).items
    let frame = SlotFrame(y: 0.1 + 0.2, width: 1e-7, height: 1e8)
    #expect(
      items.dropFirst() == [
        .line(SessionLine(at: .start, .cause(.slotFramed(name, frame, unit: name)))),
        .line(SessionLine(at: .start, .cause(.caption(name)))),
      ])
  }

  @Test func `every scalar is written as AdView's own writer writes it`() throws {
    let scalars = (0...0x10_FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
    for start in stride(from: 0, to: scalars.count, by: 10_000) {
      let text = String(String.UnicodeScalarView(scalars[start...].prefix(10_000)))
      var recorder = AdRecorder(width: 390, height: 844, at: 0)
      recorder.caption(text, at: 0)
      let line = String(decoding: recorder.take(), as: UTF8.self).split(separator: "\n").last
      let isEqual =
        line.map(String.init) == "{\"at\":0,\"in\":{\"caption\":\(JSONText.text(text).json)}}"
      #expect(isEqual, "from U+\(String(scalars[start].value, radix: 16))")
    }
  }

  @Test func `what repeats is written once, and times never decrease`() throws {
    var recorder = AdRecorder(width: 390, height: 844, at: 1000)
    for _ in 0..<3 {
      recorder.scrolled(to: 10, at: 1500)
      recorder.slotMoved("a", y: 1, width: 2, height: 3, at: 1400)
      recorder.activityChanged(true, at: 1300)
      recorder.viewportResized(width: 390, height: 844, at: 1200)
    }
    let items = try readSession(recorder.take()).items
    #expect(
      items.dropFirst() == [
        .line(SessionLine(at: Instant(milliseconds: 500), .cause(.scrolled(to: 10)))),
        .line(
          SessionLine(
            at: Instant(milliseconds: 500),
            .cause(.slotFramed("a", SlotFrame(y: 1, width: 2, height: 3), unit: nil)))),
      ])
  }

  @Test func `a second request is a reload, and its answer the second generation's`() throws {
    var recorder = AdRecorder(width: 390, height: 844, at: 0)
    recorder.slotMoved("a", y: 1, width: 2, height: 3, at: 0)
    recorder.adRequested("a", at: 1)
    recorder.adAnswered("a", .failed(.noFill), at: 2)
    recorder.adRequested("a", at: 3)
    recorder.adAnswered("a", .loaded(width: 2, height: 3), at: 4)
    recorder.adRendered("a", at: 5)
    recorder.adViewable("a", at: 6)
    let text = String(decoding: recorder.take(), as: UTF8.self)
    #expect(
      text.hasSuffix(
        """
        {"at":1,"page":{"slot":"a","did":"requested"}}
        {"at":2,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}
        {"at":3,"page":{"slot":"a","did":"requested"}}
        {"at":3,"in":{"reload":"a"}}
        {"at":4,"in":{"world":{"slot":"a","generation":2,"loaded":{"width":2,"height":3,"media":"display"}}}}
        {"at":5,"page":{"slot":"a","did":"rendered"}}
        {"at":6,"page":{"slot":"a","did":"viewable"}}

        """))
  }

  @Test func `a recording that nobody takes ends at its limit, whole`() throws {
    var recorder = AdRecorder(width: 390, height: 844, at: 0, maxPending: 10_000)
    for number in 0..<10_000 { recorder.scrolled(to: Double(number), at: Int64(number)) }
    let bytes = recorder.take()
    #expect(bytes.count < 10_200)
    #expect(recorder.isFinished)
    let last = try SessionReader.session(in: bytes).lines.last?.line
    #expect(last?.entry == .cause(.caption("Recording full")))
    recorder.scrolled(to: 5, at: 20_000)
    #expect(recorder.take().isEmpty)
  }

  @Test func `more slots than it holds are refused`() {
    var recorder = AdRecorder(width: 390, height: 844, at: 0)
    for number in 0...AdRecorder.maxSlots {
      recorder.slotMoved("\(number)", y: 0, width: 1, height: 1, at: 0)
    }
    #expect(recorder.refusedCount == 1)
  }
}

extension AdRecorder.Answer {
  fileprivate var ofEngine: Answer {
    switch self {
    case .loaded(let width, let height, let isVideo):
      .loaded(Size(width: width, height: height), isVideo ? .video : .display)
    case .failed(let failure): .failed(AdFailure(rawValue: failure.rawValue) ?? .error)
    }
  }
}
