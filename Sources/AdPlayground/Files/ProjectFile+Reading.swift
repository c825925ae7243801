import AdSessions
import Glibc

extension ProjectFile {
  /// The file of this folder, for a command that was given no files; `expected` says what else it wants.
  static func here(
    insteadOf expected: String, _ console: Console
  ) throws(CommandError) -> ProjectFile {
    guard access(name, F_OK) == 0 else {
      throw .usage("expected \(expected), or \(name) in this folder, which names them")
    }
    let bytes = try InputFile(name, console).readAll(beyond: maxLength)
    let (file, problems) = read(String(decoding: bytes, as: UTF8.self))
    if let problem = problems.first { throw .data(problem.description) }
    guard !file.sessions.isEmpty else { throw .data("\(name): expected the key sessions") }
    guard !file.sessions.contains("-"), file.page != "-" else {
      throw .data("\(name): -: expected files, not standard input")
    }
    return file
  }
}
