import Glibc

/// How far long work is; while it lives, ^C ends the work and not the program, and what is done is reported.
struct Progress: ~Copyable {
  /// Shorter work shows no progress.
  private static let patience = Duration.milliseconds(500)
  private static let distance = Duration.milliseconds(100)

  private let console: Console
  private let isShown: Bool
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var hasShown = false
  private var before = sigset_t()
  /// Whether ^C was pressed.
  private(set) var isInterrupted = false

  init(_ console: Console) {
    self.console = console
    isShown = console.isErrorTerminal
    next = clock.now + Self.patience
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    sigprocmask(SIG_BLOCK, &interrupt, &before)
  }

  deinit {
    if hasShown { console.showProgress("") }
    var before = before
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Shows how far it is, in a few words; returns whether to go on.
  mutating func advance(_ words: @autoclosure () -> String) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    if sigismember(&pending, SIGINT) == 1 {
      var signal: Int32 = 0
      sigemptyset(&pending)
      sigaddset(&pending, SIGINT)
      sigwait(&pending, &signal)
      isInterrupted = true
    }
    if isShown, clock.now >= next {
      next = clock.now + Self.distance
      hasShown = true
      console.showProgress(words())
    }
    return !isInterrupted
  }
}
