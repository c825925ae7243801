import Glibc

/// How far long work is; while it lives, ^C (or another of its signals) ends the work and not the program.
struct Progress: ~Copyable {
  /// Shorter work shows no progress.
  private static let patience = Duration.milliseconds(500)
  private static let distance = Duration.milliseconds(100)

  private let console: Console
  private let isShown: Bool
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var hasShown = false
  private var signals = sigset_t()
  private var before = sigset_t()
  /// Whether one of the signals came.
  private(set) var isInterrupted = false

  init(_ console: Console, endedBy numbers: [Int32] = [SIGINT]) {
    self.console = console
    isShown = console.isErrorTerminal
    next = clock.now + Self.patience
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, &before)
  }

  deinit {
    if hasShown { console.showProgress("") }
    var before = before
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Shows how far it is, in a few words; returns whether to go on.
  mutating func advance(_ words: @autoclosure () -> String) -> Bool {
    var noTime = timespec()
    if sigtimedwait(&signals, nil, &noTime) > 0 { isInterrupted = true }
    if isShown, clock.now >= next {
      next = clock.now + Self.distance
      hasShown = true
      console.showProgress(words())
    }
    return !isInterrupted
  }
}
