import Glibc
import TestSupport
import Testing

/// A terminal with a program in it: tmux, driven from outside.
///
/// The terminal is a server of its own, so that tests can run side by side. The program is started by a
/// small shell script with job control, which tells by the window's title when the program has
/// stopped (`stopped 1`, the first time) and how it ended (`exit 0 sane`: its exit code, and whether the terminal's
/// modes are those of before).
final class TmuxScreen {
  private let files: TemporaryFolder
  private var folder: String { files.path }
  private let reproduction: String
  private static let patience = Duration.seconds(90)

  /// How often the program has been seen to stop.
  private var stops = 0

  /// The size that the program is shown at.
  private(set) var size: (columns: Int, rows: Int)

  /// Starts a command in a terminal of a size.
  ///
  /// `TERM` may be among the variables; without it, it is `xterm-256color`, which tmux resembles most.
  init(
    columns: Int = 80, rows: Int = 24, command: [String], environment: [String: String] = [:]
  ) throws {
    size = (columns, rows)
    files = try TemporaryFolder()
    let folder = files.path
    var variables = ["TERM": "xterm-256color", "ADVIEW_IDLE_TITLE": "1", "LC_ALL": "C.UTF-8"]
    // Nothing that a person has, or that another test leaves, is read or written.
    variables["XDG_CONFIG_HOME"] = folder + "/config"
    variables["XDG_STATE_HOME"] = folder + "/state"
    variables["SWIFT_BACKTRACE"] = "interactive=no,color=no"
    variables.merge(environment) { $1 }
    let assignments = variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    let line = (["env", "-u", "NO_COLOR"] + assignments + command).map(Self.quoted)
      .joined(separator: " ")
    reproduction = "in a terminal of \(columns)x\(rows): \(line)"
    try files.write(Self.script(line: line, folder: folder), "script")
    try files.write("set -g status off\nset -g escape-time 0\nset -s set-clipboard on\n", "conf")
    try tmux([
      "-f", folder + "/conf", "-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "exec sh '\(folder)/script'",
    ])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Runs the command as a shell does: as a job that can be stopped and taken up again.
  ///
  /// The title tells what happened, because tmux now and then forgets the exit code of a pane.
  private static func script(line: String, folder: String) -> String {
    """
    set -m
    trap : INT
    title() { printf '\\033]2;%s\\033\\\\' "$1"; }
    before=$(stty -g)
    sh -c 'echo $$ >'\(folder)'/pid; exec "$@"' sh \(line)
    code=$?
    stops=0
    while [ $code -eq 147 ] || [ $code -eq 148 ]; do
      stty "$before"
      stops=$((stops + 1))
      title "stopped $stops"
      read -r go
      fg >/dev/null
      code=$?
    done
    [ "$before" = "$(stty -g)" ] && modes=sane || modes=changed
    title "exit $code $modes"
    exec sleep 600

    """
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  @discardableResult private func tmux(_ arguments: [String]) throws -> String {
    let result = try run(
      ["tmux", "-L", "adview"] + arguments,
      environment: ["TMUX_TMPDIR": folder, "TMUX": "", "LC_ALL": "C.UTF-8"])
    guard result.status == 0 else {
      throw TestSupportError("tmux \(arguments.joined(separator: " ")): \(result.output)")
    }
    return result.output
  }

  // MARK: - Doing

  /// Presses keys, by tmux's names: `"Down"`, `"j"`, `"C-c"`, `"Escape"`.
  ///
  /// It waits for a text before, and afterwards for a text, for the program to have drawn so many keys, or for its end.
  func press(
    _ keys: String..., after first: String? = nil, until last: String? = nil,
    idle count: Int? = nil, exit: ProgramExit? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let first { try waitForText(first) }
    try tmux(["send-keys"] + keys)
    if let last { try waitForText(last) }
    if let count { try waitUntilIdle(keys: count) }
    if let exit { #expect(try waitForExit() == exit, sourceLocation: sourceLocation) }
  }

  /// Types text as it is.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Gives the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    size = (columns, rows)
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Sends a signal to the program.
  func signal(_ signal: Int32) throws {
    guard kill(try programID(), signal) == 0 else {
      throw failure("signal \(signal): errno \(errno)")
    }
  }

  /// Takes the terminal away from the program.
  func takeTerminalAway() throws { try tmux(["kill-server"]) }

  /// Takes a stopped program up again.
  func foreground() throws { try press("Enter") }

  /// The process of the program.
  func programID() throws -> pid_t {
    let text = try run(["cat", folder + "/pid"]).output
    guard let id = pid_t(text.split(separator: "\n").first ?? "") else {
      throw failure("the program has not started")
    }
    return id
  }

  // MARK: - Waiting

  /// Waits until the program has drawn all that `keys` keys changed, at the present size.
  ///
  /// The program says so by its title: `adview 3 80x24`.
  func waitUntilIdle(keys: Int) throws {
    try waitForTitle("adview \(keys) \(size.columns)x\(size.rows)")
  }

  /// Waits until the program has drawn all there was before the last resize, and returns how many keys that were so far.
  ///
  /// It takes what waits already before it draws.
  func waitUntilResized() throws -> Int {
    let size = " \(size.columns)x\(size.rows)"
    let title = try waitForTitle(orFail: "no title ending in \"\(size)\"") { $0.hasSuffix(size) }
    guard let keys = Int(title.dropLast(size.count).drop { $0 != " " }.dropFirst()) else {
      throw failure("no count of keys in \"\(title)\"")
    }
    return keys
  }

  /// Waits until the program has stopped, as after ctrl-z, and the shell reads.
  ///
  /// A terminal that restores its title when it is given back shows that of the stop before: hence their numbers.
  func waitUntilStopped() throws {
    stops += 1
    try waitForTitle("stopped \(stops)")
  }

  /// Waits for the end of the program and answers how it went.
  func waitForExit() throws -> ProgramExit {
    let words = try waitForTitle { $0.hasPrefix("exit ") }.split(separator: " ")
    guard words.count == 3, let code = Int32(words[1]) else { throw failure("no exit code") }
    return ProgramExit(code: code, modesAreRestored: words[2] == "sane")
  }

  /// Waits for a title.
  func waitForTitle(_ title: String) throws {
    _ = try waitForTitle(orFail: "no title \"\(title)\"") { $0 == title }
  }

  /// Waits until the screen holds a text.
  func waitForText(_ text: String) throws {
    try wait(orFail: "no \"\(text)\" on the screen") { try screen().contains(text) ? true : nil }
  }

  private func waitForTitle(
    orFail complaint: String = "the program has not ended", _ isWanted: (String) -> Bool
  ) throws -> String {
    try wait(orFail: complaint) {
      let title = try self.title()
      return isWanted(title) ? title : nil
    }
  }

  /// Asks until there is an answer; between questions it waits a few milliseconds, not more.
  @discardableResult
  private func wait<Answer>(orFail complaint: String, _ ask: () throws -> Answer?) throws -> Answer
  {
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while true {
      if let answer = try ask() { return answer }
      guard clock.now < deadline else { throw failure(complaint) }
      _ = poll(nil, 0, 4)
    }
  }

  // MARK: - Looking

  /// The text on the screen, a line for each row.
  func screen() throws -> String { try tmux(["capture-pane", "-p"]) }

  /// The text on the screen with the escape sequences of its colours and attributes.
  func styledScreen() throws -> String { try tmux(["capture-pane", "-p", "-e"]) }

  /// What a program has copied last.
  func clipboard() throws -> String { try tmux(["show-buffer"]) }

  /// The title of the window.
  func title() throws -> String {
    String(try tmux(["display-message", "-p", "#{pane_title}"]).dropLast())
  }

  /// The modes of the terminal.
  var flags: TerminalFlags {
    get throws {
      let format = "#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{mouse_any_flag}"
      let words = try tmux(["display-message", "-p", format]).split { $0 == " " || $0 == "\n" }
      let isOn = words.map { $0 == "1" }
      guard isOn.count == 4 else { throw failure("tmux tells no modes") }
      return TerminalFlags(
        alternateScreen: isOn[0], cursor: isOn[1], keypad: isOn[2], mouse: isOn[3])
    }
  }

  /// The rows of the terminal that scroll, counted from 0.
  var scrollRegion: ClosedRange<Int> {
    get throws {
      let format = "#{scroll_region_upper} #{scroll_region_lower}"
      let rows = try tmux(["display-message", "-p", format]).split { $0 == " " || $0 == "\n" }
        .compactMap { Int($0) }
      guard rows.count == 2, rows[0] <= rows[1] else { throw failure("tmux tells no region") }
      return rows[0]...rows[1]
    }
  }

  private func failure(_ complaint: String) -> TmuxFailure {
    TmuxFailure(
      complaint: complaint, title: (try? title()) ?? "–", screen: (try? screen()) ?? "–",
      reproduction: reproduction)
  }
}

/// The modes of a terminal that a program changes.
struct TerminalFlags: Hashable {
  /// Whether the alternate screen is shown.
  var alternateScreen: Bool
  /// Whether there is a cursor.
  var cursor: Bool
  /// Whether arrow keys are sent as applications want them.
  var keypad: Bool
  /// Whether the mouse is reported, in any way.
  var mouse = false

  /// The modes that a shell has, and wants back.
  static let shell = TerminalFlags(alternateScreen: false, cursor: true, keypad: false)
}

/// How a program ended.
struct ProgramExit: Hashable {
  /// Its exit code, or 128 and the signal that ended it.
  var code: Int32
  /// Whether the terminal's modes (echo, line by line) are those of before.
  var modesAreRestored: Bool

  /// As a program ends that was asked to.
  static let clean = ended(0)

  /// With this code, and the terminal as it was.
  static func ended(_ code: Int32) -> ProgramExit {
    ProgramExit(code: code, modesAreRestored: true)
  }
}

/// A wait in vain, with all that is needed to understand it.
struct TmuxFailure: Error, CustomStringConvertible {
  let complaint: String
  let title: String
  let screen: String
  let reproduction: String

  var description: String {
    """
    \(complaint); the title is "\(title)"
    \(screen)
    again, \(reproduction)
    """
  }
}
