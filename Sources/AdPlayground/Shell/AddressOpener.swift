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
    do throws(SystemError) {
      let id = try ChildProgram.start([program, address])
      children.append(Child(id: id, address: address, start: clock.now))
      return nil
    } catch {
      return error.number == ENOENT
        ? "there is no \(program) here; open it yourself: \(address)"
        : "\(program) cannot be started (\(error)): \(address)"
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
}
