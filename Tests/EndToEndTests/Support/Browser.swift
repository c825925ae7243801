import FoundationEssentials
import TestSupport
import Testing

/// A real browser: Chromium without a window, driven by node, where both are there.
enum Browser {
  /// Whether it is there; where it is not, the tests that need it are skipped and say so.
  static let isInstalled =
    JavaScript.isInstalled
    && ["chromium", "chromium-browser"].contains { (try? run([$0, "--version"]))?.status == 0 }

  /// What a test says that cannot run.
  static let missing: Comment =
    "SKIPPED: the recorder was NOT run in a browser: node or chromium is not installed"

  /// Runs a script of `Tests/EndToEndTests/Browser` with the recorder that the program prints, and returns what it wrote.
  static func output(of script: String, in folder: TemporaryFolder, _ arguments: String...) throws
    -> String
  {
    let recorder = try run([BuiltProgram.path, "recorder"])
    try #require(recorder.status == 0, "\(recorder.output)")
    let path = try folder.write(recorder.output, "recorder.js")
    let program = Project.root.appending(path: "Tests/EndToEndTests/Browser/\(script)").path
    let finished = try run(["node", program, path] + arguments)
    try #require(finished.status == 0, "\(finished.output.prefix(2000))")
    return finished.output
  }
}
