package import AdEngine
package import AdSessions

extension TuningSession {
  /// The session as a script that can be replayed under these settings on all of its pages; `nil` where slots come later,
  /// which a script cannot say.
  package func script(under settings: LazyLoadingSettings?) -> ReplayScript? {
    var setup = setup
    setup.engine.lazyLoading = settings
    var pages = [1]
    var opened = 1
    var scriptSteps: [ReplayScript.Step] = []
    scriptSteps.reserveCapacity(steps.count)
    for step in steps {
      let action: ReplayScript.Action
      switch step.action {
      case .scroll(let position, let adjustment):
        let page = pages.last ?? 1
        action = .take(
          [.scroll(to: position, recordedAdjustment: adjustment, page: page)], caption: nil)
      case .take(let given, let ads):
        guard ads.isEmpty else { return nil }
        action = .take(given, caption: nil)
      case .open(let opening, var setup):
        setup.engine.lazyLoading = settings
        opened += 1
        pages.append(opened)
        action = .open(opening, setup)
      case .goBack:
        pages.removeLast()
        action = .goBack
      }
      scriptSteps.append(ReplayScript.Step(action, at: step.at))
    }
    return ReplayScript(setup, steps: scriptSteps, endingAt: end)
  }

  /// An ad that would be viewable without lazy loading and is not under some settings.
  package struct Loss: Hashable, Sendable {
    /// The number of its page, and its slot.
    package var page: Int
    package var slot: SlotID
    /// When it would have become viewable.
    package var at: Instant
  }

  /// The first ad that these settings lose; `nil` where they lose none.
  package func firstLoss(under settings: LazyLoadingSettings?) -> Loss? {
    let kept = Set(viewable(under: settings).map { [$0.page, $0.slot.rawValue] })
    return viewable(under: nil).first { !kept.contains([$0.page, $0.slot.rawValue]) }
  }

  private func viewable(under settings: LazyLoadingSettings?) -> [Loss] {
    run(under: settings, keepsHistory: true).history.compactMap { event in
      guard event.page > 0, case .effect(.reportViewable(let slot)) = event.content
      else { return nil }
      return Loss(page: event.page, slot: slot, at: event.at)
    }
  }
}
