internal import AdEngine
internal import AdLab
internal import AdSessions

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

  mutating func fetchOrPresent() { press(machine.canPresent ? .presentRequested : .fetchRequested) }

  mutating func press(_ input: PreloadInput) {
    if clock.isPaused, input == .fetchRequested {
      outbox.notice = "time is paused: \(KeyMap.label(of: .pause)) resumes it"
    }
    let refusal = run.apply(input, at: time)
    if let refusal { outbox.notice = refusal }
    follow()
    if input == .fetchRequested, refusal == nil { line = nil }
  }

  /// Logs the events since the last call; those of a replay were logged when they were recorded.
  mutating func follow() {
    catchUp()
    guard replay == nil else { return }
    for event in history.dropFirst(loggedCount) {
      guard let words = event.words else { continue }
      outbox.news.append(LogEntry(time: event.at, topic: .lab, slot: nil, text: words.scrubbed))
    }
    loggedCount = history.count
  }

  // MARK: - Settings

  mutating func toggleSettings() { isSettingsOpen.toggle() }

  /// Moves the choice among the settings while they are open, else scrolls what happened.
  mutating func move(by rows: Int, in shared: Shared) {
    guard context == .labSettings else { return scroll(rows, in: shared) }
    list.move(by: rows, of: PreloadOption.allCases.count + 1)
  }

  mutating func changeSetting(_ direction: Int) {
    guard list.selected > 0 else {
      return change(PreloadChange(unit: settings.unit(direction)))
    }
    let option = PreloadOption.allCases[list.selected - 1]
    guard settings.isEnabled(option) else {
      outbox.notice = option.refusal
      return
    }
    change(PreloadChange(options: [option: !settings[option]]))
  }

  /// Asks for another unit from the next fetch on, if the text is a unit ID.
  mutating func setUnit(_ unit: String) {
    do throws(LabUnitError) {
      let creative = try LabCreative(unit: unit)
      change(PreloadChange(unit: creative.source == .known ? creative.unit : unit))
      if let note = creative.note { outbox.notice = "\(unit) \(note)" }
    } catch {
      outbox.notice = "\(error)"
    }
  }

  mutating func fetch(_ new: PreloadSettings) {
    change(PreloadChange(from: settings, to: new))
    if machine.canReset { press(.resetRequested) }
    press(.fetchRequested)
  }

  mutating func change(_ change: PreloadChange) { press(.settingsChanged(change)) }

  private mutating func scroll(_ lines: Int, in shared: Shared) {
    let remarks = LabRemarks(self, in: layout(shared).remarks)
    guard remarks.room > 0 else {
      outbox.notice = "the list of what happened needs \(LabLayout.wide) columns"
      return
    }
    let last = remarks.lastFirstRow
    guard last > 0 else {
      outbox.notice = "all that happened is in view"
      return
    }
    let line = max(0, min(last, self.line ?? last) + lines)
    self.line = line < last ? line : nil
  }

  // MARK: - Recording

  mutating func toggleRecording(isPageRecorded: Bool, program: String) {
    if let file = recording?.file {
      endRecording()
      outbox.notice = "recorded: '\(program) check \(file)' runs it again"
    } else if isPageRecorded {
      outbox.notice = "the page is being recorded: end that first"
    } else {
      outbox.requests.append(.startRecording(.lab(unit: settings.shortUnit)))
    }
  }

  /// Records into a file that is open now, everything so far included.
  mutating func startRecording(to path: String) {
    catchUp()
    var recorder = LabRecorder(setup)
    for event in history { recorder.record(event) }
    recording = LabRecording(file: path, recorder: recorder)
    outbox.notice = "recording to \(path): \(KeyMap.label(of: .toggleRecording)) ends it"
  }

  /// Ends the recording, if there is one; what is pending is decided in a copy and recorded too.
  mutating func endRecording() {
    guard recording != nil else { return }
    catchUp()
    var rest = run
    let isIdle = rest.runUntilIdle()
    for event in rest.drainHistory() { recording?.recorder.record(event) }
    if isIdle { recording?.recorder.end(at: rest.now) }
    flushRecording()
    outbox.requests.append(.endRecording)
    recording = nil
  }

  /// Hands what was recorded since the last call to the shell.
  mutating func flushRecording() {
    guard let bytes = recording?.recorder.drainUnwritten(), !bytes.isEmpty else { return }
    outbox.requests.append(.record(bytes))
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
