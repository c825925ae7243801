import AdEngine
import AdRendering
import Glibc

/// Opens addresses outside the program: with `xdg-open`, without a shell, and far from the terminal.
struct AddressOpener: ~Copyable {
  /// The program that knows which browser or app is for an address.
  private let program: String

  /// A program that was started and has not been heard of since.
  private struct Child {
    var id: pid_t
    var address: String
    var start: ContinuousClock.Instant
  }

  private var children: [Child] = []
  /// The address that the user was asked about last.
  private var asked: String?
  private let clock = ContinuousClock()

  /// How long to wait for a program to fail; later failures are reported with the next event.
  private static let patience = Duration.seconds(5)
  /// `POSIX_SPAWN_SETSID` of glibc and musl, which the importer does not see.
  private static let setsid: Int16 = 0x80
  private static let pace = Duration.milliseconds(100)

  init(program: String = "xdg-open") { self.program = program }

  /// When to look after what was started, if there is a reason to.
  var nextLook: ContinuousClock.Instant? {
    let now = clock.now
    return children.contains { now - $0.start < Self.patience } ? now + Self.pace : nil
  }

  /// Opens an address, after deciding on it once more; returns what went wrong.
  ///
  /// What may start another program than a browser, a telephone or a shop is opened only when asked for twice in a row.
  mutating func open(_ text: String) -> String? {
    let url = Result { () throws(URLSyntaxError) in try URLReader.read(text) }
    let decision = NavigationPolicy.decision(followedByHand: url)
    guard decision.verdict == .external, let address = decision.url?.text else {
      return "not opened: \(decision.reason): \(text)"
    }
    if asked != address, let question = Self.question(about: address) {
      asked = address
      return question
    }
    asked = nil
    let problem = start(address)
    switch problem {
    case 0: return nil
    case ENOENT: return "there is no \(program) here; open it yourself: \(address)"
    default: return "\(program) cannot be started (\(SystemError(number: problem))): \(address)"
    }
  }

  /// The schemes that start nothing but what everybody expects; chosen.
  private static let harmless: Set<String> = [
    "https", "http", "tel", "mailto", "sms", "itms-apps", "market",
  ]

  /// What the user is asked before an address is opened; `nil` where there is nothing to ask.
  static func question(about address: String) -> String? {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let query = address.lowercased().split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let attaches =
      scheme == "mailto"
      && query.split(separator: "&").contains { field in
        // Written with percent signs, it may be anything.
        let name = field.prefix { $0 != "=" }
        return name.hasPrefix("attach") || name.contains("%")
      }
    guard !harmless.contains(scheme) || attaches else { return nil }
    let reason = attaches ? "attaches a file to a message" : "may start another program (\(scheme))"
    return "\(reason): ask once more to open \(address)"
  }

  /// Lets go of what has ended since, and says what of it went wrong.
  mutating func drainProblems() -> [String] {
    var problems: [String] = []
    children.removeAll { [program] child in
      var status: Int32 = 0
      let result = waitpid(child.id, &status, WNOHANG)
      guard result != 0 else { return false }
      if result == child.id, status != 0 {
        problems.append("\(program) could not open it; open it yourself: \(child.address)")
      }
      return true
    }
    return problems
  }

  /// Starts the program in a session of its own, so that neither it nor what it starts has a terminal.
  private mutating func start(_ address: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Self.setsid | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var id: pid_t = 0
    var arguments = [strdup(program), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    let problem = posix_spawnp(&id, program, &actions, &attributes, &arguments, environ)
    if problem == 0 { children.append(Child(id: id, address: address, start: clock.now)) }
    return problem
  }
}
