internal import AdEngine
internal import AdLab
internal import AdSessions
internal import AdSimulation

/// The preload lab as the second screen of the playground.
extension Model {
  /// Opens the playground on a session of the lab, on a terminal of a size in cells, at a moment of the shell's in
  /// milliseconds; it plays at once.
  package init(
    _ replay: LabReplay, options: PlaygroundOptions, settings: PlaygroundSettings, columns: Int,
    rows: Int, at real: Int64
  ) {
    var options = options
    // Nobody is asked: there is no page that could load anything.
    options.overrides.consent = .granted
    let page = OpenPage(
      PageFile(location: "", name: replay.name, bytes: []),
      PageLayout(placing: [], title: replay.name.scrubbed, columns: 48), [])
    self.init(
      page, .live(recording: nil), options: options, settings: settings, columns: columns,
      rows: rows, at: real)
    clock.suspend(at: real)
    screen = .lab(Lab(replay, speed: options.speed, at: real))
  }

  /// Opens the lab, with another unit if one is given.
  package mutating func openLab(unit: String? = nil) {
    guard !isLabOpen else { return }
    hideConsent()
    var lab = lab ?? newLab(unit: unit)
    lab.clock.resume(at: real)
    endEdit(keeping: true)
    clock.suspend(at: real)
    screen = .lab(lab)
  }

  mutating func leaveLab() {
    guard lab?.replay == nil else {
      notice = stage.refusal(of: .leaveLab)
      return
    }
    if lab?.recording != nil { toggleLabRecording() }
    clock.resume(at: real)
    var lab = lab
    lab?.leave(at: real)
    screen = .page(lab: lab)
  }

  private func newLab(unit: String?) -> Lab {
    var chosen = settings.lab
    if let unit { chosen.unit = unit }
    return Lab(
      chosen, seed: options.overrides.seed ?? pages.top.opening.world?.seed ?? 1,
      speed: options.speed,
      at: real)
  }

  /// Where a key counts first in the lab.
  var labContext: KeyContext {
    if lab?.replay != nil { return .replay }
    return lab?.isSettingsOpen == true ? .labSettings : .lab
  }

  /// Presses the button under a cell.
  mutating func clickInLab(column: Int, row: Int) {
    guard keyContext == pageContext else { return }
    let commands: [Command] = [.labReset, .labFetch, .labSettings]
    let rects = LabLayout(self).buttonRects
    for (rect, command) in zip(rects, commands) where rect.contains(column: column, row: row) {
      perform(command, .enter)
    }
  }

  /// Opens the lab, or leaves it.
  mutating func toggleLab() { if isLabOpen { leaveLab() } else { openLab() } }

  mutating func toggleLabSettings() { lab?.isSettingsOpen.toggle() }

  mutating func fetchOrPresent() {
    press(lab?.machine.canPresent == true ? .presentRequested : .fetchRequested)
  }

  /// Presses a button.
  mutating func press(_ input: PreloadInput) {
    guard var lab else { return }
    if lab.clock.isPaused, input == .fetchRequested {
      notice = "time stands still: \(KeyMap.label(of: .pause, in: .anywhere)) lets it go on"
    }
    let refusal = lab.run.apply(input, at: lab.time)
    self.lab = lab
    if let refusal { notice = refusal.description }
    followLab()
    if input == .fetchRequested, refusal == nil { self.lab?.line = nil }
  }

  /// Takes the lab's time to the moment of the shell's.
  mutating func advanceLab(to real: Int64) {
    self.real = max(self.real, real)
    guard isLabOpen else { return }
    let real = self.real
    lab?.advance(to: real)
    followLab()
  }

  /// Puts what took place into words, for those who are told sentences or read the debug log.
  mutating func followLab() {
    lab?.follow()
    guard let lab, lab.replay == nil else { return }
    for event in lab.history.dropFirst(lab.toldCount) {
      guard let words = event.words else { continue }
      record(.lab, nil, at: event.at) { _ in words }
    }
    self.lab?.toldCount = lab.history.count
  }

  // MARK: - Settings

  mutating func chooseSetting(_ direction: Int) {
    let count = PreloadOption.allCases.count + 1
    lab?.list.move(by: direction, of: count)
  }

  mutating func changeSetting(_ direction: Int) {
    guard let lab else { return }
    guard lab.list.selected > 0 else {
      return changeLab(PreloadChange(unit: lab.settings.unit(direction)))
    }
    let option = PreloadOption.allCases[lab.list.selected - 1]
    guard lab.settings.isEnabled(option) else {
      notice = option.refusal
      return
    }
    changeLab(PreloadChange(options: [option: !lab.settings[option]]))
  }

  /// Changes settings, and remembers them.
  mutating func changeLab(_ change: PreloadChange) {
    guard lab != nil else { return }
    press(.settingsChanged(change))
    if let new = lab?.settings { settings.lab = new }
    requests.append(.save(settings))
  }

  mutating func scrollLab(_ lines: Int) {
    guard let lab else { return }
    let view = LabRemarksView(lab, in: LabLayout(self).remarks)
    guard view.room > 0 else {
      notice = "the list of what happened needs \(LabLayout.wide) columns"
      return
    }
    let last = view.lastFirstRow
    guard last > 0 else {
      notice = "all that happened is in view"
      return
    }
    let line = max(0, min(last, lab.line ?? last) + lines)
    self.lab?.line = line < last ? line : nil
  }

  // MARK: - Recording

  mutating func toggleLabRecording() {
    if let file = lab?.recording?.file {
      endLabRecording()
      notice = "recorded: 'adview check \(file)' runs it again"
    } else if recording != nil {
      notice = "the page is being recorded: end that first"
    } else {
      requests.append(.startLabRecording(unit: lab?.settings.shortUnit ?? "lab"))
    }
  }

  /// Records into a file that is open now, what took place in the lab before included.
  mutating func startLabRecording(to path: String) {
    guard var lab else { return }
    lab.follow()
    var recorder = LabRecorder(lab.setup)
    for event in lab.history { recorder.note(event) }
    lab.recording = LabRecording(file: path, recorder: recorder)
    self.lab = lab
    let key = KeyMap.label(of: .toggleRecording, in: .anywhere)
    notice = "recording to \(path): \(key) ends it"
  }

  /// Ends the recording of the lab, if there is one; what is pending is decided in a copy and recorded too.
  mutating func endLabRecording() {
    guard lab?.recording != nil, var rest = lab?.run else { return }
    lab?.follow()
    let hasSettled = rest.runUntilIdle()
    for event in rest.takeHistory() { lab?.recording?.recorder.note(event) }
    if hasSettled { lab?.recording?.recorder.end(at: rest.now) }
    flushLabRecording()
    requests.append(.endRecording)
    lab?.recording = nil
  }

  /// Hands what was recorded since the last call to the shell.
  mutating func flushLabRecording() {
    guard let bytes = lab?.recording?.recorder.takeUnwritten(), !bytes.isEmpty else { return }
    requests.append(.record(bytes))
  }
}

extension LabRunEvent {
  /// What was decided, or what a creative did, as a line of the debug log; `nil` for what needs no line.
  fileprivate var words: String? {
    switch content {
    case .effect(.publishState(_, let state)): state.words
    case .effect(.fetch(let generation, let unit, let impressions)):
      "fetch \(generation) of \(unit), impressions \(impressions.rawValue)"
    case .effect(.place(_, let placement)): "the banner is \(placement.words)"
    case .effect(.resize(_, let size)):
      "the banner is \(size.width.points)×\(size.height.points) pt"
    case .effect(.report(_, .autoplay, let timing)):
      timing == .early ? "the creative plays EARLY: nobody can see it" : "the creative plays"
    case .effect(.report(_, .impression, let timing)):
      timing == .early
        ? "an impression is counted EARLY: nobody has seen the ad"
        : "an impression is counted"
    case .effect(.injectVisibilityScript): "the creative is told that it is visible"
    case .effect(.recordImpression): "the app reports an impression"
    case .effect(.release): "the ad is deleted"
    case .input(.heard(_, .completed)): "the creative sends \(LabCreative.completionEvent)"
    case .input(.heard(_, .timers(let pace))): "the creative's timers \(pace.rawValue)"
    case .input(.answered(_, .failed(let reason))): "no ad: \(reason.words)"
    case .effect(.refuse), .input: nil
    }
  }
}
