internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The run behind the pages: inputs go in, events come out and change what is shown.
extension Visit {
  /// Moves on to the first instant from now on that has no step yet, so that what is logged of a step has its time.
  mutating func beginStep() {
    if !isReplay { time = run.freeInstant(from: time) }
  }

  /// Gives the engine an input now; in a replay only the session does.
  mutating func feed(_ input: Engine.Input) { feed([input]) }

  /// Gives the engine the inputs of one command now, as one step; in a replay only the session does.
  mutating func feed(_ inputs: [Engine.Input]) {
    feed(inputs.map { RunInput.input($0, page: run.page) })
  }

  /// The same for inputs of any page.
  mutating func feed(_ inputs: [RunInput]) {
    guard !isReplay else {
      outbox.notice = Replay.refusal
      return
    }
    run.apply(inputs, at: time)
    applyNewEvents()
  }

  /// Lets the user touch the ad of a slot of a page, whose own page answers at once.
  mutating func touch(_ id: SlotID, onPage page: Int) {
    feed([RunInput.input(.clicked(id), page: page)])
    run.advance(to: time)
    applyNewEvents()
  }

  /// Applies the run's new events to history, recording, pages and log.
  mutating func applyNewEvents() {
    // Each step of a run has an instant for itself, which may be later than the clock's.
    time = max(time, run.now)
    for event in run.drainHistory() {
      history.append(event, isReplay: isReplay)
      let opening = history.opening(ofPage: event.page)
      recording?.add(event, opening)
      // Most events; the engine has the position.
      if case .input(.scrolled) = event.content { continue }
      if event.page < 0 {
        applyToScreenAd(event)
      } else if let place = pages.place(ofPage: event.page) {
        apply(event, on: place)
      }
    }
    // An ad that came out smaller may have moved the end of the page up.
    // In a replay the session says so itself.
    if !isReplay, pages.top.number == run.page, run.engine.viewport.y > lowestScroll {
      run.scroll(to: lowestScroll, at: time)
      applyNewEvents()
    }
  }

  private mutating func apply(_ event: RunEvent, on place: Int) {
    pages[place].timeline.add(event)
    switch event.content {
    case .input(.answered(let id, let generation, let answer)):
      recordFallback(of: id, generation, at: event.at, on: place)
      recordPrints(of: id, at: event.at, on: place)
      if case .loaded = answer { recordUnheard(of: id, generation, at: event.at, on: place) }
      if case .failed(let failure) = answer,
        engine(at: place).status(of: id)?.generation == generation
      {
        pages[place].slots[id.rawValue].failure = failure
      }
    case .input(.presentationFailed(let id, let generation)):
      notePresentation(of: id, generation, at: event.at, on: place)
      recordPrints(of: id, at: event.at, on: place)
    case .input(.consentChanged), .input(.policyChanged):
      pages[place].timeline.noteAuctions(of: engine(at: place), at: event.at)
    case .input(.navigationRequested(let id, let generation, let attempt)):
      recordStay(of: id, generation, attempt, at: event.at, on: place)
    case .input(.clicked(let id)):
      pages[place].looks?.followClick(on: id, at: event.at)
      recordPrints(of: id, at: event.at, on: place)
    case .input(.slotAdded(let id, _)), .input(.slotMoved(let id, _)),
      .input(.slotMovedAcross(let id, to: _)), .input(.slotRemoved(let id)):
      pages[place].layout.place(slot: id.rawValue, at: engine(at: place).status(of: id)?.frame)
      if case .input(.slotRemoved) = event.content {
        pages[place].slots[id.rawValue].load = .notLoaded
      }
    case .input(.slotResized): pages[place].isPlacementStale = true
    case .input, .opened, .wentBack:
      break
    case .effect(let effect):
      switch effect {
      case .render(let id, _), .reportAdState(let id, .impressed):
        recordPrints(of: id, at: event.at, on: place)
      default: break
      }
      recordEffect(effect, at: event.at, on: place)
      apply(effect, at: event.at, on: place)
    }
  }

  /// Lays the slots of a bare session out as the engine has them, where one of them has moved others: once for many
  /// steps, before the layout is read.
  mutating func placeSlots() {
    guard pages.top.isPlacementStale else { return }
    pages.top.isPlacementStale = false
    guard pages.top.layout.isPlaced else { return }
    let engine = run.engine
    pages.top.layout.place { engine.frame(of: SlotID($0)) }
  }

  private mutating func apply(_ effect: Engine.Effect, at time: Instant, on place: Int) {
    let isOnScreen = place == pages.topPlace
    if case .resize(let id, let size, let adjustment) = effect, isOnScreen {
      if adjustment == 0 {
        showResize(of: id.rawValue, to: size, at: time, on: place)
      } else {
        pages.motion.fling?.fling.adjust(by: adjustment)
        pages.motion.reader?.adjust(by: adjustment)
      }
    }
    pages[place].apply(effect, at: time)
    switch effect {
    case .resize: pages[place].isPlacementStale = true
    case .open(_, let navigation): leaveAd(navigation)
    // The ads of a covered page are not in view.
    case .block(_, let navigation): if isOnScreen { outbox.notice = words(of: navigation) }
    // An ad may say so much nonsense that no other notice would be seen.
    case .refuse(.message): break
    case .refuse(let refusal): outbox.notice = words(of: refusal, on: place)
    case .render, .fetch, .reportLoadState, .reportAdState, .release, .reportViewable, .log,
      .auction, .reportAuction:
      break
    }
  }

  private mutating func showResize(of slot: Int, to size: Size, at time: Instant, on place: Int) {
    var old = pages[place].layout.frame(ofSlot: slot)
    if pages[place].layout.isPlaced, let frame = engine(at: place).status(of: SlotID(slot))?.frame {
      old.y = frame.y
    }
    // Only what can be seen is worth showing in motion.
    if engine(at: place).viewport.gap(to: old) <= 0 {
      pages[place].resizes.append(
        ResizeAnimation(slot: slot, from: old.height, to: size.height, start: time))
    }
    noteShift(of: slot, from: old, to: size.height, at: time, on: place)
  }

  /// Marks a layout shift: a change of height that the metric counts, since it moves what is in view.
  private mutating func noteShift(
    of slot: Int, from old: SlotFrame, to height: Double, at time: Instant, on place: Int
  ) {
    let (view, difference) = (run.engine.viewport, height - old.height)
    let moved = Metrics.movedPart(
      of: view.y, height: view.size.height, below: old.y + old.height, by: difference)
    guard difference != 0, moved > 0 else { return }
    pages[place].timeline.add(LayoutShift(slot: slot, at: time, points: difference))
  }
}

extension OpenPage {
  /// Applies an effect of the page's engine to the states, the sizes and the looks of its slots.
  fileprivate mutating func apply(_ effect: Engine.Effect, at time: Instant) {
    looks?.observe(effect, at: time)
    switch effect {
    case .reportLoadState(let id, let state, _):
      (slots[id.rawValue].load, slots[id.rawValue].loadSince) = (state, time)
    case .reportAdState(let id, let state):
      if state == .loaded { slots[id.rawValue].loadedAt = time }
      (slots[id.rawValue].ad, slots[id.rawValue].adSince) = (state, time)
    case .release(let id, _):
      slots[id.rawValue].release(at: time)
      contents[id.rawValue] = nil
    case .resize(let id, let size, _): layout.resize(slot: id.rawValue, to: size)
    case .fetch, .render, .reportViewable, .open, .block, .log, .refuse, .auction, .reportAuction:
      break
    }
  }
}
