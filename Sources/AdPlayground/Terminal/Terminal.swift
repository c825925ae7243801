import CNcurses
import Glibc
import Playground

/// The terminal: canvases go in, events come out; a frame is one write.
///
/// It is given back as it was whatever ends the program, see also `TerminalGuard.h`. Ctrl-c and ctrl-z are signals, not keys.
struct Terminal: ~Copyable {
  private let features: TerminalFeatures
  private var device: TerminalDevice
  private var screen: CursesScreen
  private var decoder = KeyDecoder()
  private let news: Int32
  /// Goes before the next frame: modes that terminfo does not know of.
  private var prelude: String
  private var frame: [UInt8] = []
  private let clock = ContinuousClock()

  /// Whether the terminal reports what is done with the mouse; it does not at first.
  private(set) var isMouseOn = false

  /// How many bytes the last frame took; 0 when nothing had changed.
  private(set) var lastFrameBytes = 0

  private init(
    features: TerminalFeatures, device: TerminalDevice, screen: consuming CursesScreen, news: Int32
  ) {
    self.features = features
    self.device = device
    self.screen = screen
    self.news = news
    prelude = features.entering
    let leaving = Array(features.leaving.utf8) + self.screen.leaving
    guard_set_leaving(leaving, leaving.count)
    guard_enter()
  }

  deinit { guard_close() }

  /// Takes the terminal that the program was started on; writes nothing before the first frame.
  static func open(
    _ features: TerminalFeatures = TerminalFeatures(), input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO
  ) throws(TerminalError) -> Terminal {
    guard isatty(input) == 1 else { throw .notATerminal("standard input") }
    guard isatty(output) == 1 else { throw .notATerminal("standard output") }
    let news = guard_open(input, output)
    guard news >= 0 else { throw errno == EBUSY ? .inUse : .system(errno) }
    let device = TerminalDevice(input: input, output: output)
    do {
      let screen = try CursesScreen.open(
        terminal: features.terminal, size: device.size, colors: features.colors,
        background: features.background, encoding: TextEncoding.adopt())
      return Terminal(features: features, device: device, screen: screen, news: news)
    } catch {
      guard_close()
      throw error
    }
  }

  /// Gives the terminal back.
  consuming func close() {}

  /// Ends the program by a signal, so that its parent learns of it; closes the terminal.
  static func end(by signal: Int32) -> Never { guard_end_by(signal) }

  var size: TerminalSize { screen.size }

  // MARK: - Drawing

  /// Shows a canvas: one write of what changed, no write if nothing did.
  mutating func draw(_ canvas: Canvas) {
    frame.removeAll(keepingCapacity: true)
    let isAnnounced = features.synchronizedOutput
    if isAnnounced { frame.append(contentsOf: TerminalFeatures.beginningOfFrame.utf8) }
    frame.append(contentsOf: prelude.utf8)
    let empty = isAnnounced ? TerminalFeatures.beginningOfFrame.utf8.count : 0
    screen.draw(canvas, into: &frame)
    prelude = ""
    lastFrameBytes = 0
    guard frame.count > empty else { return }
    if isAnnounced { frame.append(contentsOf: TerminalFeatures.endOfFrame.utf8) }
    lastFrameBytes = frame.count
    frame.withUnsafeBytes { device.write($0) }
  }

  /// Asks for mouse reports from the next frame on, or no more; returns whether the terminal can send them.
  mutating func setMouse(_ isOn: Bool) -> Bool {
    guard features.isModern else { return false }
    isMouseOn = isOn
    prelude += isOn ? MouseReport.on : MouseReport.off
    return true
  }

  /// Offers text to the terminal's clipboard, with the next frame.
  mutating func copy(_ text: String) throws(ClipboardError) {
    guard features.isModern else { throw .unsupported(terminal: features.terminal) }
    prelude += try ClipboardSequence(text).bytes
  }

  /// Makes the next frame paint every cell, for a screen that others have written on.
  mutating func repaint() { screen.repaint() }

  /// Shows tests in the window's title what the program has done, if they asked for it.
  mutating func setTitle(_ title: String) {
    guard features.idleTitle else { return }
    let text = String(String.UnicodeScalarView(title.unicodeScalars.filter { $0.value >= 0x20 }))
    Array("\u{1B}]2;\(text)\u{1B}\\".utf8).withUnsafeBytes { device.write($0) }
  }

  // MARK: - Waiting

  /// The next event; `.woke` at the deadline, after keys that have come; `.other` while something can be read from `other`.
  mutating func nextEvent(
    until deadline: ContinuousClock.Instant?, other: Int32 = -1
  ) -> TerminalEvent {
    // An escape that nothing follows is a key after this time.
    var decision: ContinuousClock.Instant?
    while true {
      if let event = takeNews() { return event }
      guard_is_alive()
      if let event = decoder.next() { return event }
      if device.isGone { return .ended }
      if !decoder.isUndecided {
        decision = nil
      } else if decision == nil {
        decision = clock.now + Self.escapeDelay
      }
      let next = [deadline, decision].compactMap { $0 }.min()
      let ready = device.wait(news: news, other: other, milliseconds: milliseconds(until: next))
      if ready.hasNews { guard_drain() }
      if ready.hasInput {
        decoder.feed(device.read())
      } else if ready.hasOther {
        return .other
      } else if !ready.hasNews {
        let now = clock.now
        if let decision, decision <= now {
          decoder.decide()
        } else if let deadline, deadline <= now, !device.isGone {
          return .woke
        }
      }
    }
  }

  /// How long a terminal may take between escape and the rest of a key.
  private static let escapeDelay = Duration.milliseconds(25)

  /// Whole milliseconds until a time, not less than it takes; -1 for ever.
  private func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
    guard let time else { return -1 }
    let left = clock.now.duration(to: time) / .milliseconds(1)
    return Int32(max(0, min(left, 1e9)).rounded(.up))
  }

  private mutating func takeNews() -> TerminalEvent? {
    let signal = guard_take()
    switch signal {
    case 0: return nil
    case SIGINT: return .interrupted
    case SIGTSTP: return suspend()
    case SIGCONT: return resume()
    case SIGWINCH:
      // Even to the same size: some terminals say so when they have forgotten the screen.
      screen.resize(to: device.size)
      return .resized(screen.size)
    default: return .terminated(signal: signal)
    }
  }

  // MARK: - Stopping

  /// Gives the terminal back, stops the program, and takes the terminal again when it goes on.
  mutating func suspend() -> TerminalEvent {
    guard_stop()
    return resume()
  }

  /// Takes the terminal again after a stop, this one or one without a signal.
  private mutating func resume() -> TerminalEvent {
    guard_enter()
    screen.leave()
    screen.resize(to: device.size)
    prelude = features.entering + (isMouseOn ? MouseReport.on : "")
    return .resumed(screen.size)
  }
}
