internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Model {
  /// How often a number that grows with time is drawn again while something is pending, in milliseconds.
  private static let tick: Int64 = 100

  /// Goes to another instant of a replay; what was shown of its end goes.
  mutating func seek<Result>(_ change: (inout Visit) -> Result) -> Result {
    closeCard()
    defer {
      showShift()
      makeContents()
    }
    return change(&visit)
  }

  mutating func play(to instant: Instant) {
    seek { $0.advance(to: instant) }
    if visit.stopAtEnd() { showCardAtEnd() }
  }

  /// Shows the figures where a replay is at its end and nothing covers the page.
  mutating func showCardAtEnd() {
    guard visit.isReplayOver, viewer.overlays.isEmpty, viewer.thresholds.edit == nil else { return }
    show(ClosingOverlay())
  }

  /// Shows in a replay where the page has just jumped, where the pane has no room for the whole viewport.
  mutating func showShift() {
    guard visit.isReplay else { return }
    let shift = top.timeline.lastMarked(at: visit.time)
    guard shift != viewer.article.shift else { return }
    viewer.article.shift = shift
    guard let shift else { return }
    let frame = top.layout.frame(ofSlot: shift.slot)
    let viewport = engine.viewport
    // Where the text below began before it was moved.
    let edge = min(frame.maxY - shift.points, viewport.maxY)
    let margin = 6 * PageLayout.rowHeight
    reveal(from: max(edge - margin, viewport.minY), to: min(edge + margin, viewport.maxY))
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  var pageDeadline: Int64? {
    var times = [visit.nextEventTime].compactMap { $0 }
    if !top.resizes.isEmpty { times.append(visit.time + ResizeAnimation.frame) }
    if visit.run.world.nextAnswer != nil { times.append(visit.time + Self.tick) }
    // The chart goes on while something is pending, where it is shown; a refresh may be half a minute away.
    if !times.isEmpty, !visit.run.awaitsOnlyRefreshes, layout.timeline.height > 0 {
      times.append(TimelineWindow.nextColumn(after: visit.time, step: viewer.timeline.step))
    }
    if let end = top.timeline.nextShiftEnd(after: visit.time) { times.append(end) }
    let isFollowing = visit.isFollowing
    if let replay = visit.replay {
      times.append(isFollowing ? visit.time.nextSecond : min(replay.end, visit.time.nextSecond))
    }
    let next = times.min().flatMap { visit.clock.real(at: $0) }
    // Its end moves on even where time stands still.
    return isFollowing ? min(next ?? .max, visit.clock.real + 1000) : next
  }

  /// Lets renderers make the simulated ads that are in view, each once: a fetch is answered without them (`S3.2`).
  mutating func makeContents() {
    let world = visit.creativeWorld()
    guard !world.usesPlugins else { return }
    // Copied once, and not for each row.
    let engine = engine
    for row in rows(of: layout.article.inside) {
      guard case .slot(let slot) = row.content, visit.pages.top.contents[slot] == nil,
        let status = engine.status(of: SlotID(slot)), status.isRendered
      else { continue }
      let unit = top.page.slots[slot].ad.adUnitId
      let rendering = world.rendering(for: status.id, unit: unit, generation: status.generation)
      // The world of a replay may know of no ad where the session holds one.
      visit.pages.top.contents[slot] =
        rendering?.content
        ?? (visit.isReplay
          ? world.creative(for: status.id, generation: status.generation).map(AdContent.init) : nil)
    }
  }
}
