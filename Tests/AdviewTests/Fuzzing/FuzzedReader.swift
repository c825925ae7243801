import AdEngine
import AdLab
import AdRendering
import AdSessions
import AdTuning
import Playground

#if !FUZZING
  @testable import AdPlayground
#endif

/// A reader of bytes from outside, and what holds whatever the bytes are.
///
/// `Tests/Fuzzing` gives them to libFuzzer; `CorpusTests` reads what it has found.
enum FuzzedReader: String, CaseIterable {
  case page
  case session
  case table
  case bid
  case message
  case url
  case tcString
  case keys
  case settings
  case summary

  /// Reads bytes, and ends the process where something does not hold.
  func read(_ bytes: [UInt8]) {
    switch self {
    case .page: Self.readPage(bytes)
    case .session: Self.readSession(bytes)
    case .table: Self.readTable(bytes)
    case .bid: Self.readBid(bytes)
    case .message: Self.readMessage(bytes)
    case .url: Self.readURL(String(decoding: bytes, as: UTF8.self))
    case .tcString: Self.readTCString(String(decoding: bytes, as: UTF8.self))
    case .keys: Self.readKeys(bytes)
    case .settings: Self.readSettings(bytes)
    case .summary: Self.readSummary(bytes)
    }
  }

  private static func readSummary(_ bytes: [UInt8]) {
    guard let summary = try? TuningSummary(line: bytes) else { return }
    let again = try? TuningSummary(line: Array(summary.line.utf8.dropLast()))
    hold(again == summary, "a summary is read as it was written")
    var sum = summary
    guard (try? sum.add(summary)) != nil else { return hold(false, "a summary adds to itself") }
    hold(sum.sessions == 2 * summary.sessions, "the sessions of both")
    guard summary.sessions > 0, summary.terms.fetches.count < 40,
      let map = try? summary.map(Objective(costs: [.view: 1]), seed: 1)
    else { return }
    let rows = [
      SettingRow(.present, summary.terms.present), SettingRow(.recommended, map.settings(map.best)),
    ]
    let text = summary.report(rows, map).text(origin: "a summary")
    hold(text.split(separator: "\n").allSatisfy { String($0).scrubbed == $0 }, "scrubbed")
  }

  private static func readPage(_ bytes: [UInt8]) {
    let source = PageSource(bytes, name: "p.md")
    let (page, problems) = Page.read(source)
    for problem in problems {
      hold(problem.description.scrubbed == problem.description, "scrubbed")
    }
    let layout = PageLayout(page, in: LayoutSpace(columns: 20 + bytes.count % 100))
    hold(layout.height.isFinite && layout.height >= 0, "a height")
    if page.settings.lazyLoading != .standard { _ = ThresholdWriting(.standard, into: source) }
    guard page.slots.count < 40,
      let setup = try? RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides())
    else { return }
    var run = SessionRun(setup)
    run.scroll(to: 0, at: .start)
    run.scroll(to: layout.height / 2, at: Instant(milliseconds: 400))
    run.advance(to: Instant(milliseconds: 3000))
    hold(run.report.requests >= 0, "a report")
  }

  private static func readSession(_ bytes: [UInt8]) {
    var reader = SessionReader()
    reader.append(bytes)
    reader.finish()
    guard case .header(let header)? = try? reader.next() else { return }
    if case .lab = header.content { return readLab(header, &reader) }
    guard var player = try? SessionPlayer(header, page: nil, world: .recorded, keepsHistory: true)
    else { return }
    var isPlaying = true
    while case .line(let line)? = try? reader.next() {
      var writer = SessionWriter()
      writer.write(header)
      writer.write(line)
      var again = SessionReader()
      again.append(writer.bytes)
      again.finish()
      guard case .header? = try? again.next(), case .line(let copy)? = try? again.next() else {
        hold(
          false, "a line that was written is read: \(String(decoding: writer.bytes, as: UTF8.self))"
        )
        return
      }
      hold(copy == line, "a line is read as it was written")
      if isPlaying {
        isPlaying = (try? player.receive(line, number: reader.lineNumber)) != nil
        _ = player.drainHistory()
      }
    }
    if isPlaying { player.finish() }
  }

  private static func readLab(_ header: SessionHeader, _ reader: inout SessionReader) {
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try? reader.next() { lines.append((reader.lineNumber, line)) }
    guard let script = try? LabScript(header, lines: lines, seed: nil) else { return }
    hold((try? LabScript(header, lines: lines, seed: nil)) == script, "a script is its lines")
  }

  private static func readTable(_ bytes: [UInt8]) {
    func rows(_ pieces: [ArraySlice<UInt8>]) -> [ScrollTable.Row]? {
      var table = ScrollTable()
      do {
        for piece in pieces { try table.append(piece) }
        try table.finish()
        return table.visits.first?.rows
      } catch {
        return nil
      }
    }
    let half = bytes.count / 2
    hold(
      rows([bytes[...]]) == rows([bytes[..<half], bytes[half...]]), "rows do not hang on pieces")
    func slots(_ pieces: [ArraySlice<UInt8>]) -> [SessionSlot]? {
      var table = SlotFrameTable()
      do {
        for piece in pieces { try table.append(piece) }
        try table.finish()
        return table.slots
      } catch {
        return nil
      }
    }
    hold(
      slots([bytes[...]]) == slots([bytes[..<half], bytes[half...]]), "slots do not hang on pieces")
  }

  private static func readBid(_ bytes: [UInt8]) {
    do throws(BidError) {
      let response = try BidResponseReader.read(bytes)
      let auction = Auction(response, Auction.CacheRule(rawValue: bytes.count % 4))
      for loser in auction.losers.prefix(5) { _ = loser.reason.description }
      if let winner = auction.winner { _ = RendererChoice(for: winner, among: []) }
      for problem in response.problems { _ = problem.offset(in: bytes) }
    } catch {
      if let offset = error.offset(in: bytes) {
        hold((0...bytes.count).contains(offset), "a place")
      }
    }
  }

  private static func readMessage(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? BridgeMessageReader.read(text)
    _ = RichText.words(of: UnsafeBufferPointer(start: nil, count: 0))
    guard let value = try? JSONReader.read(text) else { return }
    let once = value.json
    hold((try? JSONReader.read(once))?.json == once, "JSON that was written is read the same")
    hold(!once.unicodeScalars.contains { Scrubbing.isUnsafe($0) }, "JSON shows all that it holds")
    hold((try? JSONReader.read(ScriptLiteral.text(text))) == .text(text), "a literal is the text")
  }

  private static func readURL(_ text: String) {
    guard let url = try? URLReader.read(text) else { return }
    hold((try? URLReader.read(url.text))?.text == url.text, "an address reads back: \(url.text)")
    _ = NavigationPolicy.decision(followedByHand: .success(url))
  }

  private static func readTCString(_ text: String) {
    guard var string = try? TCString(text) else { return }
    (string.publisherRestrictions, string.allowedVendors, string.publisher) = ([], nil, nil)
    hold((try? TCString(string.encoded())) == string, "a TC string reads back")
  }

  private static func readKeys(_ bytes: [UInt8]) {
    var decoder = KeyDecoder()
    for piece in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
      decoder.feed(piece)
      while decoder.next() != nil {}
      if decoder.isUndecided { decoder.decide() }
    }
    // Enough letters to end whatever was begun.
    decoder.feed(Array("\u{1B}\u{1B}\u{1B}\u{1B}q".utf8))
    var last: TerminalEvent?
    while let input = decoder.next() { last = input }
    hold(last == .key(.character("q")), "a key that is pressed arrives")
  }

  private static func readSettings(_ bytes: [UInt8]) {
    _ = try? StoredConsent(bytes)
    for problem in ProjectFile.read(String(decoding: bytes, as: UTF8.self)).problems {
      hold(problem.description.scrubbed == problem.description, "scrubbed")
    }
    guard case .object(let stored)? = try? JSONReader.read(bytes),
      let settings = PreloadSettings(stored: stored)
    else { return }
    hold(PreloadSettings(stored: settings.stored) == settings, "settings read back")
  }

  private static func hold(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(what())") }
  }
}
