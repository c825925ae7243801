package import AdEngine
import AdRendering

/// Turns the events of a run, in order, into lines; no frames of a page session, which follow from the rest.
///
/// A refused input and a slot never on the page are left out; an instant before the last one counts as that one.
package struct SessionRecorder: Sendable {
  private let isBare: Bool
  private var shown = 1
  private var lazyLoading: [Int: LazyLoadingSettings]
  private var latest = Instant.start
  /// The TC strings that ads may be handed.
  private var strings: [ConsentPayload: ConsentString] = [:]

  /// Makes a recorder of a session whose engine begins with these settings; changes that go with them are recorded.
  package init(_ header: SessionHeader, lazyLoading: LazyLoadingSettings? = .standard) {
    if case .slots = header.content { isBare = true } else { isBare = false }
    self.lazyLoading = [1: lazyLoading ?? .standard]
    if let choice = header.settings.consent { learn(choice) }
  }

  /// Takes note of a choice that may be made from now on: an input holds no text, a session does.
  package mutating func learn(_ choice: ConsentChoice) {
    if let string = choice.string { strings[choice.handOff] = string }
  }

  /// The line for an event on a page with `slots`; `opening` is what to say of a page opened;
  /// an input of all pages is recorded for the first alone.
  package mutating func line(
    for event: RunEvent, _ slots: SlotTable, opening: SessionOpening? = nil
  ) -> SessionLine? {
    let owner = ScreenAdKind.owner(of: event.page)
    switch event.content {
    case .input(let input):
      if input.isOfAllPages, event.page != shown { return nil }
      let cause =
        if let kind = ScreenAdKind(page: event.page) {
          self.cause(of: input, to: kind)
        } else {
          self.cause(of: input, onPage: event.page, slots)
        }
      return cause.map { cause in
        SessionLine(at: stamp(event.at), page: cause.isAboutSlot ? owner : 1, .cause(cause))
      }
    case .effect(let effect):
      let slots = event.page < 0 ? ScreenAdKind.slots : slots
      guard let decision = SessionDecision(effect, in: slots) else { return nil }
      return SessionLine(at: stamp(event.at), page: owner, .decision(decision))
    case .opened:
      var settings = LazyLoadingSettings.standard
      if case .settings(let change)? = opening?.settings.lazyLoading {
        settings = (try? settings.applying(change)) ?? settings
      }
      shown = event.page
      lazyLoading[shown] = settings
      return opening.map { line(for: .pageOpened($0), at: event.at) }
    case .wentBack:
      lazyLoading[shown] = nil
      shown = event.page
      return line(for: .wentBack, at: event.at)
    }
  }

  /// The line for a cause that no input stands for, such as a caption or another page.
  package mutating func line(for cause: SessionCause, at instant: Instant) -> SessionLine {
    SessionLine(at: stamp(instant), .cause(cause))
  }

  /// The last line, for a session after which nothing is pending at this instant; the visit may have ended before it.
  package mutating func end(at instant: Instant, visit: Instant? = nil) -> SessionLine {
    let at = stamp(instant)
    return SessionLine(at: at, .end(visit: visit.flatMap { $0 < at ? $0 : nil }))
  }

  private mutating func stamp(_ instant: Instant) -> Instant {
    latest = max(latest, instant)
    return latest
  }

  /// The cause of an input to an ad that stands in no slot.
  private mutating func cause(of input: Engine.Input, to kind: ScreenAdKind) -> SessionCause? {
    if let call = kind.call(of: input) { return .screenAd(call, kind) }
    return switch input {
    // It follows from the call that loads the ad.
    case .scrolled: nil
    default: cause(of: input, onPage: kind.page(over: 1), ScreenAdKind.slots)
    }
  }

  private mutating func cause(
    of input: Engine.Input, onPage page: Int, _ slots: SlotTable
  ) -> SessionCause? {
    switch input {
    case .lazyLoadingChanged(var change):
      let before = lazyLoading[page, default: .standard]
      guard let settings = try? before.applying(change) else { return nil }
      lazyLoading[page] = settings
      change.leaveOutRules(of: before)
      return .lazyLoadingChanged(change)
    case .consentChanged(let status, let handOff):
      return .consentChanged(strings[handOff].map { .tcString($0) } ?? .status(status))
    default: return SessionCause(input, in: slots, isBare: isBare)
    }
  }
}

extension SessionHeader {
  /// The header of a recording on a page, at `path` from its folder; `choice` is the user's, where it is more than a word.
  package init(
    recording path: String, digest: String?, _ setup: RunSetup, choice: ConsentChoice? = nil,
    columns: Int
  ) {
    self.init(
      .page(path, digest: digest), answers: .recorded, viewport: setup.engine.viewport,
      settings: SessionSettings(recording: setup, choice: choice), columns: columns)
  }
}

extension SessionOpening {
  /// What a recording says of a page at `path`, from the session's folder; `choice` is the user's, if it is a TC string.
  package init(
    recording path: String, digest: String?, _ setup: RunSetup, choice: ConsentChoice? = nil
  ) {
    self.init(path, digest: digest, settings: SessionSettings(recording: setup, choice: choice))
  }
}
