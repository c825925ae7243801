import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct TimelineTests {
  // MARK: - What is kept

  @Test(.tags(.sweep), arguments: 1...Sweep.rounds(60))
  func `the timeline says what was so of every slot at every moment`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let front = """
      adServer: { seed: \(seed), noFillRate: 0.2 }
      lazyLoad: { unloadingEnabled: true }
      """
    var player = Player(testPage(ads: random.number(1...8), paragraphs: 1, front: front))
    player.wait(700)
    for _ in 0..<60 {
      let key = random.key()
      // Another page, or the same one from its beginning, has a timeline of its own.
      let command = KeyMap.command(for: key, in: player.model.keyContext)
      guard command != .back, command != .choose else { continue }
      player.press(key, wait: Int64(random.number(0...900)))
    }
    for _ in 0..<200 {
      let slot = random.below(player.page.page.slots.count)
      let moment = Instant(milliseconds: Int64(random.number(0...Int(player.time.milliseconds))))
      let told = player.page.timeline.state(ofSlot: slot, at: moment)
      let expected = state(of: slot, at: moment, in: player.events)
      #expect(told?.load == expected.load, "slot \(slot), \(moment)")
      #expect(told?.ad == expected.ad)
      #expect(told?.isRendered == expected.isRendered)
      #expect(told?.isViewable == expected.isViewable)
    }
  }

  @Test func `a slot that is taken out of its list stands empty, and not held back by consent`() {
    var player = Player(
      testPage(ads: 12, paragraphs: 2, front: "recycle: 1"), columns: 100, rows: 30,
      settings: PlaygroundSettings(consent: .granted))
    player.wait(3000)
    #expect(player.page.slots[0].load != .notLoaded)
    player.press("G", wait: 2000)
    #expect(player.engine.status(of: SlotID(0)) == nil)
    let state = player.page.timeline.state(ofSlot: 0, at: player.time)
    #expect(state.map { SeenState($0) } == .empty)
    #expect(player.page.slots[0].load == .notLoaded)
  }

  /// The same from the whole history, one event after another.
  private func state(of slot: Int, at moment: Instant, in history: [RunEvent]) -> TimelineState {
    var state = TimelineState(since: .start)
    for event in history where event.at <= moment {
      guard case .effect(let effect) = event.content else { continue }
      switch effect {
      case .reportLoadState(SlotID(slot), let load, _): state.load = load
      case .reportAdState(SlotID(slot), let ad): state.ad = ad
      case .render(SlotID(slot), _): state.isRendered = true
      case .reportViewable(SlotID(slot)): state.isViewable = true
      case .release(SlotID(slot), _):
        state.ad = .uninitialized
        state.isRendered = false
        state.isViewable = false
      default: break
      }
    }
    return state
  }

  @Test(arguments: [1, 7, 20_000])
  func `however long a session is, the memory it takes is bounded`(slots: Int) {
    var timeline = Timeline(slots: slots)
    let most = max(Timeline.capacity, 4 * slots)
    let states = AdLoadState.allCases
    for change in 0..<150_000 {
      let slot = change * 7 % slots
      timeline.add(
        RunEvent(
          at: Instant(milliseconds: Int64(change) * 10),
          .effect(.reportLoadState(SlotID(slot), states[change % 4], gap: 0))))
    }
    #expect(timeline.count <= most)
    #expect(timeline.memory > .start)
    let end = Instant(milliseconds: 1_500_000)
    #expect(timeline.state(ofSlot: 149_999 * 7 % slots, at: end)?.load == states[149_999 % 4])
    #expect(timeline.state(ofSlot: 0, at: .start) == nil, "what is forgotten is not made up")
    #expect(timeline.state(ofSlot: 0, at: timeline.memory) != nil)
  }

  @Test func `what happens at one moment is one change, and the last word counts`() {
    var timeline = Timeline(slots: 1)
    for state in [AdLoadState.fetched, .displayed] {
      timeline.add(RunEvent(at: .start, .effect(.reportLoadState(SlotID(0), state, gap: 0))))
    }
    #expect(timeline.count == 1)
    #expect(timeline.state(ofSlot: 0, at: .start)?.load == .displayed)
    #expect(timeline.state(ofSlot: 1, at: .start) == nil)
  }

  // MARK: - The window of time

  @Test(arguments: [1, 2, 9, 17, 56, 138])
  func `the present is always one of the columns, and the window moves in steps`(columns: Int) {
    var firsts: [Int64] = []
    for time in stride(from: Int64(0), through: 200_000, by: 130) {
      let window = TimelineWindow(columns: columns, showing: Instant(milliseconds: time))
      #expect((0..<columns).contains(window.column(of: window.now)))
      #expect(window.end(of: window.column(of: window.now)) == window.now)
      #expect(window.end(of: window.column(of: window.now) + 1) == nil)
      #expect(window.first == 0 || window.column(of: window.now) >= columns / 2)
      if firsts.last != window.first { firsts.append(window.first) }
    }
    #expect(firsts.first == 0)
    let block = max(1, min(TimelineWindow.labelled, columns / 2))
    #expect(zip(firsts, firsts.dropFirst()).allSatisfy { $1 - $0 == block || $0 == 0 })
  }

  @Test func `the axis has the minutes and seconds of the session`() {
    func labels(_ milliseconds: Int64) -> [String] {
      TimelineWindow(columns: 20, showing: Instant(milliseconds: milliseconds)).labels
        .map { "\($0.column) \($0.text)" }
    }
    #expect(labels(0) == ["0 0:00", "10 0:05"])
    #expect(labels(9_999) == ["0 0:00", "10 0:05"])
    #expect(labels(10_000) == ["0 0:05", "10 0:10"])
    #expect(labels(3_605_000) == ["0 60:00", "10 60:05"])
  }

  // MARK: - The chart

  @Test func `each state has its shade, and every word its place`() {
    var timeline = Timeline(slots: 1)
    func note(_ milliseconds: Int64, _ effect: Engine.Effect) {
      timeline.add(RunEvent(at: Instant(milliseconds: milliseconds), .effect(effect)))
    }
    let slot = SlotID(0)
    note(1_000, .reportLoadState(slot, .fetched, gap: 700))
    note(1_000, .reportAdState(slot, .loading))
    note(2_000, .reportLoadState(slot, .displayed, gap: 100))
    note(5_700, .reportAdState(slot, .loaded))
    note(5_800, .render(slot, generation: 1))
    note(5_800, .reportAdState(slot, .impressed))
    note(6_800, .reportViewable(slot))
    note(12_000, .reportLoadState(slot, .unloaded, gap: 1700))
    note(12_000, .release(slot, generation: 1))
    note(13_000, .reportLoadState(slot, .fetched, gap: 700))
    note(13_000, .reportAdState(slot, .loading))
    note(14_000, .reportAdState(slot, .failed))
    let window = TimelineWindow(columns: 40, showing: Instant(milliseconds: 15_000))
    let lane = TimelineLane(timeline, slot: 0, window: window)
    var canvas = Canvas(width: 40, height: 1)
    lane.drawBar(on: &canvas, column: 0, row: 0, in: canvas.bounds)
    #expect(canvas.text == "··◐◐◐◐◐◐◐◐◐●●◉◉◉◉◉◉◉◉◉◉◉◌◌◐◐×××\n")
  }

  @Test func `before the page was opened and after the present nothing is drawn`() {
    let timeline = Timeline(slots: 1, openedAt: Instant(milliseconds: 1_200))
    let window = TimelineWindow(columns: 10, showing: Instant(milliseconds: 2_600))
    var canvas = Canvas(width: 10, height: 1)
    TimelineLane(timeline, slot: 0, window: window)
      .drawBar(on: &canvas, column: 0, row: 0, in: canvas.bounds)
    #expect(canvas.text == "  ····\n")
  }

  @Test func `the chart shows the slots of the slots pane, in the same rows`() {
    var player = Player(testPage(ads: 40, paragraphs: 1), columns: 120, rows: 40)
    for _ in 0..<30 {
      player.press(.pageDown, wait: 300)
      let lines = player.screen.split(separator: "\n").compactMap { line -> Substring? in
        line.split(separator: "│").last.map { $0.prefix(2) }
      }
      let layout = player.layout
      let slots = lines[(layout.slots.row + 1)..<(layout.slots.endRow - 1)]
      let first = layout.timeline.row + 2
      #expect(Array(lines[first..<(first + slots.count)]) == Array(slots))
    }
  }

  @Test func `the chart goes on while something is pending and rests when all rests`() {
    var player = Player(testPage(front: "adServer: { latency: 5000ms }"), columns: 120, rows: 40)
    #expect(player.model.nextDeadline != nil)
    player.wait(2000)
    let early = player.screen
    player.wait(2000)
    #expect(player.screen != early)
    player.waitUntilIdle()
    #expect(player.model.nextDeadline == nil)
  }
}
