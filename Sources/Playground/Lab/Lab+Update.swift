internal import AdEngine
internal import AdLab
internal import AdSessions
internal import AdSimulation

/// The buttons, the settings, the list and the recording of the lab.
extension Lab {
  /// Where a key counts first.
  var context: KeyContext {
    if replay != nil { return .replay }
    return isSettingsOpen ? .labSettings : .lab
  }

  var stage: Stage { replay == nil ? .lab : .labReplay }

  func layout(_ shared: Shared) -> LabLayout {
    LabLayout(
      columns: shared.columns, rows: shared.rows, isSettingsOpen: isSettingsOpen,
      isReplay: replay != nil)
  }

  mutating func fetchOrPresent(_ shared: inout Shared) {
    press(machine.canPresent ? .presentRequested : .fetchRequested, &shared)
  }

  mutating func press(_ input: PreloadInput, _ shared: inout Shared) {
    if clock.isPaused, input == .fetchRequested {
      shared.notice =
        "time is paused: \(KeyMap.label(of: .pause, in: .anywhere)) resumes it"
    }
    let refusal = run.apply(input, at: time)
    if let refusal { shared.notice = refusal.description }
    follow(&shared)
    if input == .fetchRequested, refusal == nil { line = nil }
  }

  /// Takes the lab's time to that of the shell.
  mutating func advance(_ shared: inout Shared) {
    advance(to: shared.real)
    follow(&shared)
  }

  /// Logs the events since the last call; those of a replay were logged when they were recorded.
  private mutating func follow(_ shared: inout Shared) {
    catchUp()
    guard replay == nil else { return }
    for event in history.dropFirst(loggedCount) where shared.isLogging {
      if let words = event.words { shared.record(.lab, at: event.at, words) }
    }
    loggedCount = history.count
  }

  // MARK: - Settings

  mutating func chooseSetting(_ direction: Int) {
    list.move(by: direction, of: PreloadOption.allCases.count + 1)
  }

  mutating func changeSetting(_ direction: Int, _ shared: inout Shared) {
    guard list.selected > 0 else {
      return change(PreloadChange(unit: settings.unit(direction)), &shared)
    }
    let option = PreloadOption.allCases[list.selected - 1]
    guard settings.isEnabled(option) else {
      shared.notice = option.refusal
      return
    }
    change(PreloadChange(options: [option: !settings[option]]), &shared)
  }

  /// Changes settings, and saves them.
  mutating func change(_ change: PreloadChange, _ shared: inout Shared) {
    press(.settingsChanged(change), &shared)
    shared.settings.lab = settings
    shared.requests.append(.save(shared.settings))
  }

  mutating func scroll(_ lines: Int, _ shared: inout Shared) {
    let remarks = LabRemarks(self, in: layout(shared).remarks)
    guard remarks.room > 0 else {
      shared.notice = "the list of what happened needs \(LabLayout.wide) columns"
      return
    }
    let last = remarks.lastFirstRow
    guard last > 0 else {
      shared.notice = "all that happened is in view"
      return
    }
    let line = max(0, min(last, self.line ?? last) + lines)
    self.line = line < last ? line : nil
  }

  // MARK: - Recording

  mutating func toggleRecording(_ shared: inout Shared, isPageRecorded: Bool) {
    if let file = recording?.file {
      endRecording(&shared)
      shared.notice = "recorded: 'adview check \(file)' runs it again"
    } else if isPageRecorded {
      shared.notice = "the page is being recorded: end that first"
    } else {
      shared.requests.append(.startLabRecording(unit: settings.shortUnit))
    }
  }

  /// Records into a file that is open now, everything so far included.
  mutating func startRecording(to path: String, _ shared: inout Shared) {
    catchUp()
    var recorder = LabRecorder(setup)
    for event in history { recorder.record(event) }
    recording = LabRecording(file: path, recorder: recorder)
    let key = KeyMap.label(of: .toggleRecording, in: .anywhere)
    shared.notice = "recording to \(path): \(key) ends it"
  }

  /// Ends the recording, if there is one; what is pending is decided in a copy and recorded too.
  mutating func endRecording(_ shared: inout Shared) {
    guard recording != nil else { return }
    catchUp()
    var rest = run
    let isIdle = rest.runUntilIdle()
    for event in rest.drainHistory() { recording?.recorder.record(event) }
    if isIdle { recording?.recorder.end(at: rest.now) }
    flushRecording(&shared)
    shared.requests.append(.endRecording)
    recording = nil
  }

  /// Hands what was recorded since the last call to the shell.
  mutating func flushRecording(_ shared: inout Shared) {
    guard let bytes = recording?.recorder.drainUnwritten(), !bytes.isEmpty else { return }
    shared.requests.append(.record(bytes))
  }
}

extension LabRunEvent {
  /// A decision, or an act of a creative, as a line of the debug log; `nil` for what needs no line.
  fileprivate var words: String? {
    switch content {
    case .effect(.publishState(_, let state)): state.words
    case .effect(.fetch(let generation, let unit, let impressions)):
      "fetch \(generation) of \(unit), impressions \(impressions.rawValue)"
    case .effect(.place(_, let placement)): "the banner is \(placement.words)"
    case .effect(.resize(_, let size)):
      "the banner is \(size.words) pt"
    case .effect(.report(_, .autoplay, let timing)):
      timing == .early ? "the creative plays EARLY: it cannot be seen" : "the creative plays"
    case .effect(.report(_, .impression, let timing)):
      timing == .early
        ? "an impression is counted EARLY: the ad was not seen"
        : "an impression is counted"
    case .effect(.injectVisibilityScript):
      "the script says that the creative is visible: \(LabCreative.visibilityScript)"
    case .effect(.recordImpression): "the app reports an impression"
    case .effect(.release): "the ad is deleted"
    case .input(.heard(_, .completed)): "the creative sends \(LabCreative.completionEvent)"
    case .input(.heard(_, .timers(let pace))): "the creative's timers \(pace.rawValue)"
    case .input(.answered(_, .failed(let reason))): "no ad: \(reason.words)"
    case .effect(.refuse), .input: nil
    }
  }
}
