internal import AdEngine
package import AdSessions
internal import AdSimulation
internal import AdTuning

/// A session that is shown again: its causes come from its lines instead of from keys.
package struct Replay: Sendable {
  /// The page of the session as it begins; of a bare session one that has nothing but slots.
  @CopyOnWrite private(set) var first: OpenPage
  private(set) var others: [String: OpenPage]
  /// What its pages are laid out in.
  private let space: LayoutSpace
  /// What reads the session under the settings in force, and as it was recorded where those are others.
  private var reader: ScriptReader
  private var recordedReader: ScriptReader?
  /// Where its newest lines are, while it is still being written; `nil` of a session that is there as a whole.
  var following: Following?
  /// The settings from outside that are in force, beside the session's own.
  private(set) var overrides: SettingOverrides
  private var seed: UInt64?
  /// What the session was read from, to run it under other thresholds; `nil` of one that was made.
  private var reading: Reading?
  /// What the session came to as it was recorded, where this replay of it is under other settings.
  var recorded: OriginalRun?
  /// The number of the step that comes next.
  var next = 0
  var checkpoints = ReplayCheckpoints()
  /// The longest history so far: that of every earlier instant is a beginning of it.
  var known: [RunEvent] = []
  /// The thresholds from outside to go back to, the last ones last.
  var undo: [LazyLoadingChange] = []

  /// Reads a session and the pages that it opens, by their paths; `name` is its own file's.
  ///
  /// Under settings from outside the simulated world answers, else the session's answers count; what was read of it as it was recorded
  /// is not read again.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page file: PageFile?,
    others files: [String: PageFile] = [:], isWhole: Bool = true, name: String,
    options: PlaygroundOptions, recorded asRecorded: ScriptReader? = nil
  ) throws(SessionPlayer.SetupError) {
    let space = LayoutSpace(options.overrides, of: header)
    self.space = space
    let open = { OpenPage(reading: $0, ads: options.ads, in: space) }
    let page = file.map(open)
    others = files.mapValues(open)
    let reading = Reading(
      header: header, lines: lines, isWhole: isWhole, page: page.map(Reading.OpenedFile.init),
      others: others.mapValues(Reading.OpenedFile.init), name: name, ads: options.ads)
    overrides = options.overrides
    (reader, recordedReader) = try reading.readers(overrides, recorded: asRecorded)
    recorded = recordedReader.map { OriginalRun($0.script) }
    var first = page ?? Self.page(of: reader.script, name: name)
    seed = page == nil ? nil : overrides.seed
    if page != nil { first.simulate(reader.script.setup, seed: seed ?? header.settings.seed) }
    self.first = first
    self.reading = reading
  }

  /// Begins a session still being written; its lines come by ``Message/sessionGrew(_:)``.
  package init(
    following header: SessionHeader, page: PageFile?, name: String, options: PlaygroundOptions
  ) throws(SessionPlayer.SetupError) {
    var header = header
    // Whether there will be answers is not known; who answers stays the same when the session ends.
    header.answers = header.answers ?? .recorded
    try self.init(header, lines: [], page: page, isWhole: false, name: name, options: options)
    following = Following(name: name)
  }

  init(
    _ script: ReplayScript, page file: PageFile?, others: [String: PageFile] = [:], name: String,
    options: PlaygroundOptions
  ) {
    let space = LayoutSpace(
      columns: options.overrides.columns, viewport: script.setup.engine.viewport)
    self.space = space
    let open = { OpenPage(reading: $0, ads: options.ads, in: space) }
    self.others = others.mapValues(open)
    reader = ScriptReader(finished: script)
    overrides = options.overrides
    reading = nil
    seed = script.setup.world?.seed
    var first = file.map(open) ?? Self.page(of: script, name: name)
    if file != nil { first.simulate(script.setup, seed: seed) }
    self.first = first
  }

  /// A page that has nothing but the slots of a bare session.
  private static func page(of script: ReplayScript, name: String) -> OpenPage {
    let width = script.setup.engine.viewport.width
    let columns = Int(max(0, min(width, 4000)) / PageLayout.columnWidth)
    let table = script.slots
    let slots = (0..<table.count).map { table.pageSlot(SlotID($0)) }
    let layout = PageLayout(
      placing: slots, title: name.scrubbed, columns: columns > 0 ? columns : 48)
    var page = OpenPage(PageFile(location: name, name: name, bytes: []), layout, [])
    // The looks of the app's ads are not recorded.
    page.looks = SimulatedWorld()
    return page
  }

  /// The thresholds that the session has by itself, `recorded 800/200…2500/200`; of one without any `default 800/200`.
  func recordedWords(until end: Instant) -> String? {
    let word = reading?.header.holdsThresholds == false ? "default" : "recorded"
    return recordedScript.map { "\(word) \($0.pair(until: end))" }
  }

  /// The same session decided again under settings from outside; `nil` of one that was made.
  func decided(under overrides: SettingOverrides) throws(SessionPlayer.SetupError) -> Replay? {
    guard let reading else { return nil }
    // What was read as it was recorded is not read again.
    let asRecorded = self.overrides == SettingOverrides() ? reader : recordedReader
    guard overrides.viewport == self.overrides.viewport else {
      // Its pages are laid out otherwise; the recording's are not.
      var options = PlaygroundOptions()
      (options.ads, options.overrides) = (reading.ads, overrides)
      var other = try Replay(
        reading.header, lines: reading.lines, page: reading.page?.file,
        others: reading.others.mapValues(\.file), isWhole: reading.isWhole, name: reading.name,
        options: options, recorded: asRecorded)
      other.following = following
      return other
    }
    var other = self
    if overrides == SettingOverrides(), let asRecorded {
      other.reader = asRecorded
      other.recordedReader = nil
    } else {
      (other.reader, other.recordedReader) = try reading.readers(overrides, recorded: asRecorded)
    }
    other.overrides = overrides
    if overrides.seed != self.overrides.seed, !first.layout.isPlaced {
      other.seed = overrides.seed
      other.first.simulate(other.script.setup, seed: overrides.seed ?? reading.header.settings.seed)
    }
    other.rewind()
    return other
  }

  /// Goes back to the beginning, of which nothing has been run.
  mutating func rewind() {
    recorded = recordedReader.map { OriginalRun($0.script) }
    next = 0
    checkpoints = ReplayCheckpoints()
    known = []
  }

  func page(_ opening: SessionOpening, _ setup: RunSetup) -> OpenPage? {
    guard var page = others[opening.path] else { return nil }
    page.initialSetup = setup
    page.simulate(setup, seed: seed ?? opening.settings.seed)
    return page
  }

  /// The session under the settings in force.
  var script: ReplayScript { _read { yield reader.script } }

  /// Where it ends: at its last line; while it is still being written, where it is now.
  var end: Instant { following?.time ?? script.end }

  var nextStepTime: Instant? { script.steps.indices.contains(next) ? script.steps[next].at : nil }

  /// When a step or a caption comes next, if one does.
  func nextTime(after instant: Instant) -> Instant? {
    [nextStepTime, script.caption(1, of: instant)?.at].compactMap(\.self).min()
  }

  /// Whether it has slots of its own instead of a page.
  var isBare: Bool { script.isBare }
  /// The slots that the session names and its page, which has changed, does not have.
  package var missingSlots: [MissingSlot] { script.missingSlots }

  /// What is said where something would change what is decided.
  static let refusal =
    "this is a replay: the session does that; f, d and u decide it again under other thresholds"
}

extension Replay {
  /// What a session was read from.
  fileprivate struct Reading: Sendable {
    struct OpenedFile: Sendable {
      let file: PageFile
      let configuration: PageConfiguration

      init(_ page: OpenPage) {
        file = page.file
        configuration = PageConfiguration(page.layout)
      }
    }

    var header: SessionHeader
    var lines: [(number: Int, line: SessionLine)]
    var isWhole: Bool
    /// `nil` of a bare session.
    var page: OpenedFile?
    var others: [String: OpenedFile]
    var name: String
    let ads: AdRule?

    /// Reads the lines so far under some settings, and where those are others also as they were recorded.
    func readers(
      _ overrides: SettingOverrides, recorded: ScriptReader? = nil
    ) throws(SessionPlayer.SetupError) -> (ScriptReader, recorded: ScriptReader?) {
      let none = SettingOverrides()
      guard overrides != none else { return (try reader(none), nil) }
      let recorded = if let recorded { recorded } else { try reader(none) }
      return (try reader(overrides), recorded)
    }

    func reader(_ overrides: SettingOverrides) throws(SessionPlayer.SetupError) -> ScriptReader {
      try ScriptReader(
        header, lines: lines, page: page?.configuration, others: others.mapValues(\.configuration),
        overrides: overrides, isWhole: isWhole)
    }
  }

  /// The session as it is shown, to be run under other thresholds; `nil` where it cannot be.
  var tuningSession: TuningSource.Session? {
    guard let reading else { return nil }
    let session = try? TuningSession(
      reading.header, lines: reading.lines, page: reading.page?.configuration,
      others: reading.others.mapValues(\.configuration), overrides: overrides, name: reading.name)
    return session.map {
      TuningSource.Session($0, page: reading.page?.file, others: reading.others.mapValues(\.file))
    }
  }
}

// MARK: - A session that grows

extension Replay {
  /// Takes the pages that the next lines open.
  mutating func provide(_ files: [String: PageFile], options: PlaygroundOptions) {
    for (path, file) in files where others[path] == nil {
      let page = OpenPage(reading: file, ads: options.ads, in: space)
      let read = Reading.OpenedFile(page)
      others[path] = page
      reading?.others[path] = read
      reader.provide(read.configuration, as: path)
      recordedReader?.provide(read.configuration, as: path)
    }
  }

  /// Takes the next lines of a session being written, up to the first at fault; returns the first new or changed step,
  /// `nil` where all is run again, the first changed instant, and the fault.
  mutating func receive(
    _ lines: [SessionNews.Line]
  ) -> (firstStep: Int?, firstChange: Instant?, problem: SessionError?) {
    var problem: SessionError?
    let answers = reader.script.setup.world?.recorded
    for line in lines {
      do throws(SessionError) {
        try recordedReader?.receive(line.line, number: line.number)
        try reader.receive(line.line, number: line.number)
      } catch {
        problem = error
        break
      }
      reading?.lines.append((line.number, line.line))
    }
    let firstRecorded = recordedReader?.update()
    var firstStep: Int? = reader.update()
    if reading?.page == nil { first.take(script.slots) }
    func time(of step: Int, in script: ReplayScript) -> Instant? {
      script.steps.indices.contains(step) ? script.steps[step].at : nil
    }
    guard let recordedReader, let firstRecorded else {
      return (firstStep, firstStep.flatMap { time(of: $0, in: script) }, problem)
    }
    if lines.contains(where: \.line.changesAnswers),
      let other = try? reading?.reader(overrides)
    {
      reader = other
      if script.setup.world?.recorded != answers { firstStep = nil }
    }
    return (firstStep, time(of: firstRecorded, in: recordedReader.script), problem)
  }

  mutating func forgetHistory() {
    let count = checkpoints.maxHistoryCount
    if known.count > count { known.removeLast(known.count - count) }
  }

  /// Ends the session with the lines so far; returns whether it is decided again, since all answers are known now.
  mutating func endFollowing() -> Bool {
    following = nil
    reading?.isWhole = true
    guard let reading,
      recordedReader != nil || !reading.header.isRecorded(on: reading.page?.configuration),
      let readers = try? reading.readers(overrides)
    else {
      reader.finish()
      recordedReader?.finish()
      return false
    }
    (reader, recordedReader) = readers
    rewind()
    return true
  }

  /// The recording, where the settings in force are others.
  var recordedScript: ReplayScript? { recordedReader?.script }
}

extension SessionLine {
  /// Whether a line may change how late answers come under other settings.
  fileprivate var changesAnswers: Bool {
    switch entry {
    case .decision, .end, .cause(.scrolled), .cause(.scrolledAcross), .cause(.slotFramed): false
    case .page, .cause: true
    }
  }
}

extension OpenPage {
  /// Takes the slots of a bare session as far as they are known: new ones, and those with another ad unit.
  mutating func take(_ table: SlotTable) {
    for number in 0..<table.count {
      let slot = table.pageSlot(SlotID(number))
      if page.slots.indices.contains(number) {
        if page.slots[number] != slot { layout.replace(slot: number, with: slot) }
      } else {
        layout.add(slot)
        slots.append(SlotHistory(loadSince: timeline.opened, adSince: timeline.opened))
        timeline.addSlot()
      }
    }
  }
}

extension SlotTable {
  fileprivate func pageSlot(_ slot: SlotID) -> DeclaredSlot {
    DeclaredSlot(name: name(of: slot).scrubbed, WebAdView(adUnitId: unit(of: slot).scrubbed))
  }
}

extension OpenPage {
  /// Makes up what the session does not hold: what its ads look like, and those that stand in no slot.
  fileprivate mutating func simulate(_ setup: RunSetup, seed: UInt64?) {
    let settings = layout.page.settings
    var adServer = settings.adServer
    if let seed { adServer.seed = seed }
    looks = setup.looks(adServer)
    screenAds = OpenScreenAds(settings, server: adServer)
  }
}
