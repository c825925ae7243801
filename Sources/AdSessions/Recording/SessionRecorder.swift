package import AdEngine
import AdRendering

/// Turns the events of a run into the lines of a session.
///
/// A recorder is a value and touches no file: ask it for the line of each event, in order. Of a page session it records what the
/// world answered and the causes that the page does not say by itself: no frames, which follow from both. What a session may not
/// hold is left out: an input that the engine refuses for its values, and a slot that was never on the page. An instant before
/// the last one counts as that one, and one before the beginning as the beginning.
package struct SessionRecorder: Sendable {
  private let isBare: Bool
  private var shown = 1
  /// The lazy-loading settings of each page, by its number.
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

  /// The line for an event; `nil` when it is not recorded.
  ///
  /// `slots` are those of the event's page, and `opening` is what there is to say of it if it was opened. What
  /// follows from a page that is opened or left is not recorded; an input of all pages is recorded for the first only.
  package mutating func line(
    for event: RunEvent, _ slots: SlotTable, opening: SessionOpening? = nil
  ) -> SessionLine? {
    let owner = ScreenHost.owner(of: event.page)
    switch event.content {
    case .input(let input):
      if input.isOfAllPages, event.page != shown { return nil }
      let cause =
        if let host = ScreenHost(page: event.page) {
          self.cause(of: input, to: host)
        } else {
          self.cause(of: input, onPage: event.page, slots)
        }
      return cause.map { cause in
        SessionLine(at: stamp(event.at), page: cause.isAboutSlot ? owner : 1, .cause(cause))
      }
    case .effect(let effect):
      let slots = event.page < 0 ? ScreenHost.slots : slots
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

  // MARK: -

  private mutating func stamp(_ instant: Instant) -> Instant {
    latest = max(latest, instant)
    return latest
  }

  /// The cause of an input to an ad that stands in no slot.
  private mutating func cause(of input: Engine.Input, to host: ScreenHost) -> SessionCause? {
    if let call = host.call(of: input) { return .host(call, host) }
    return switch input {
    // It follows from the call that loads the ad.
    case .scrolled: nil
    default: cause(of: input, onPage: host.page(over: 1), ScreenHost.slots)
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
  /// The header of a session that is recorded on a page: it says all that the page, or a flag, may say otherwise.
  ///
  /// `path` leads to the page from the session's folder; `choice` is the user's, where it is more than a word.
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
