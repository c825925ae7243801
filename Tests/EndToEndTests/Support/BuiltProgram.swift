import Glibc
import TestSupport
import Testing

/// The program under test.
enum BuiltProgram {
  /// The path of the `adview` that `ADVIEW_PROGRAM` names, or of the one that was built with these tests.
  static let path: String = {
    if let named = getenv("ADVIEW_PROGRAM") { return String(cString: named) }
    // The tests run from their own bundle or under a helper of the tool chain; the bundle is the
    // argument then. The program lies beside it.
    let executable = realpath("/proc/self/exe", nil)
    defer { free(executable) }
    let paths = (executable.map { [String(cString: $0)] } ?? []) + CommandLine.arguments
    let folders = paths.map { path in
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
    return folders.map { $0 + "/adview" }.first { access($0, X_OK) == 0 } ?? "adview"
  }()

  /// Whether tmux is here; says so loudly if it is not.
  static let hasTmux: Bool = {
    let version = try? run(["tmux", "-V"])
    let isHere = version?.status == 0
    if !isHere {
      print("*** tmux is missing: NO TEST OF THE WHOLE PROGRAM RUNS. Install tmux. ***")
    }
    return isHere
  }()
}

/// Runs the program under test, and expects this exit code and these texts in what it writes.
@discardableResult func adview(
  _ arguments: [String], status: Int32 = 0, has texts: String...,
  environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> FinishedCommand {
  let finished = try run([BuiltProgram.path] + arguments, environment: environment)
  #expect(
    finished.status == status && texts.allSatisfy(finished.output.contains),
    "adview \(arguments), expected \(texts): \(finished.output)", sourceLocation: sourceLocation)
  return finished
}
