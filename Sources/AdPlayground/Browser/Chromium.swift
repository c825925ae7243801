import AdEngine
import AdRendering
import Glibc

/// An installed Chromium without a window, driven by the Chrome DevTools Protocol over two pipes.
///
/// It has a profile of its own, in a temporary folder that goes when the browser does, and downloads nothing.
final class Chromium {
  /// The names that it is installed under.
  private static let programs = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
  ]
  /// How long the browser may take for an answer, and a page that runs.
  private static let patience = Duration.seconds(30)
  private static let patienceWithPage = Duration.seconds(10)

  static let pageWasLeft = CommandError.data("the page was left for another one")

  private let process: pid_t
  private let profile: String
  private let commands: Descriptor
  private let answers: Descriptor
  private let clock = ContinuousClock()
  private var number = 0
  private var received: [UInt8] = []
  /// The page that commands are for, by the protocol's name; `nil` for those for the browser.
  private var target: String?

  init() throws(CommandError) {
    let folder = try restating(try Folder.makeTemporary(), as: CommandError.file)
    profile = folder
    var isStarted = false
    defer { if !isStarted { Folder.remove(folder) } }
    let (theirs, ours) = (try Descriptor.pipe(), try Descriptor.pipe())
    (commands, answers) = (theirs.writing, ours.reading)
    defer {
      theirs.reading.close()
      ours.writing.close()
      if !isStarted {
        theirs.writing.close()
        ours.reading.close()
      }
    }
    let options =
      [
        "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(profile)", "--no-first-run",
        "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
      ]
      // It refuses to run as root with its sandbox.
      + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["about:blank"]
    for program in Self.programs {
      do throws(SystemError) {
        process = try ChildProgram.start(
          [program] + options,
          descriptors: [3: theirs.reading.number, 4: ours.writing.number])
        isStarted = true
        return
      } catch {
        // A folder of PATH that may not be searched is answered so, too.
        guard [ENOENT, EACCES, ENOTDIR].contains(error.number) else {
          throw .unavailable("\(program) cannot be started: \(error)")
        }
      }
    }
    throw .unavailable(
      "there is no Chromium here: expected \(Self.programs[0]) or \(Self.programs[2]) in PATH; 'adview recorder' prints"
        + " the script for the console of any browser")
  }

  deinit {
    // It takes its own temporary files with it; what does not end by itself is ended.
    target = nil
    _ = try? send("Browser.close", [])
    var status: Int32 = 0
    let end = clock.now + .seconds(5)
    while waitpid(process, &status, WNOHANG) == 0 {
      if clock.now > end { kill(-process, SIGKILL) }
      poll(nil, 0, 10)
    }
    commands.close()
    answers.close()
    Folder.remove(profile)
  }

  /// Makes a page, which all further commands are for.
  func openPage() throws(CommandError) {
    let created = try call("Target.createTarget", [("url", .text("about:blank"))])
    let attached = try call(
      "Target.attachToTarget",
      [("targetId", .optional(created["targetId"]?.text)), ("flatten", .flag(true))])
    target = attached["sessionId"]?.text
  }

  /// The value of a JavaScript expression in the page.
  func evaluate(_ expression: String) throws(CommandError) -> JSONValue {
    let answer = try call(
      "Runtime.evaluate", [("expression", .text(expression)), ("returnByValue", .flag(true))],
      within: Self.patienceWithPage)
    if let problem = answer["exceptionDetails"] {
      throw .data("the page: \(problem["exception"]?["description"]?.text ?? problem.json)")
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Sends a command and waits for its result.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONText.Fields = [], within patience: Duration = patience
  ) throws(CommandError) -> JSONValue {
    let own = try send(method, parameters)
    let end = clock.now + patience
    while true {
      let message = try next(by: end, patience)
      if message["method"]?.text == "Page.javascriptDialogOpening" {
        // No user answers it, and the page waits.
        _ = try send("Page.handleJavaScriptDialog", [("accept", .flag(false))])
      }
      guard message["id"]?.number == Double(own) else { continue }
      if let error = message["error"]?["message"]?.text {
        if error.contains("navigated or closed") { throw Self.pageWasLeft }
        throw .inputOutput("Chromium: \(method): \(error)")
      }
      return message["result"] ?? .null
    }
  }

  private func send(
    _ method: String, _ parameters: JSONText.Fields
  ) throws(CommandError) -> Int {
    number += 1
    var message: JSONText.Fields = [
      ("id", .number(number)), ("method", .text(method)), ("params", .object(parameters)),
    ]
    if let target { message.append(("sessionId", .text(target))) }
    try orFail(try commands.write(Array(JSONText.object(message).json.utf8) + [0])) {
      .unavailable("Chromium has ended: \($0)")
    }
    return number
  }

  /// The next message of the browser.
  private func next(
    by end: ContinuousClock.Instant, _ patience: Duration
  ) throws(CommandError) -> JSONValue {
    var searched = 0
    while true {
      if let zero = received[searched...].firstIndex(of: 0) {
        let message = Array(received[..<zero])
        received.removeSubrange(...zero)
        return try orFail(try JSONReader.read(message)) { .inputOutput("Chromium: \($0)") }
      }
      searched = received.count
      let rest = (end - clock.now) / .milliseconds(1)
      guard rest > 0 else {
        throw .inputOutput("the page did not respond for \(patience.components.seconds) s")
      }
      // A signal may end the wait before something has come.
      guard answers.wait(for: POLLIN, atMost: Int32(rest.rounded(.up))) else { continue }
      let bytes = try orFail(try answers.read(atMost: 1 << 20)) { .inputOutput("Chromium: \($0)") }
      guard !bytes.isEmpty else {
        throw .unavailable("Chromium has ended; does it run at all? Try 'chromium --version'")
      }
      received += bytes
    }
  }
}
