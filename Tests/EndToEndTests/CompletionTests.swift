import TestSupport
import Testing

/// What the program writes for shells, read by these themselves where they are installed.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct CompletionTests {
  private static func isInstalled(_ command: String) -> Bool {
    let isHere = (try? run(["sh", "-c", "command -v \"$1\"", "sh", command]))?.status == 0
    if !isHere { print("*** SKIPPED: \(command) is not installed and has read nothing. ***") }
    return isHere
  }

  private func written(_ arguments: [String], _ name: String) throws -> (TemporaryFolder, String) {
    let finished = try run([BuiltProgram.path] + arguments)
    try #require(finished.status == 0, "\(finished.output)")
    let folder = try TemporaryFolder.holding(finished.output, name).folder
    return (folder, "\(folder.path)/\(name)")
  }

  @Test(arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
  func `a shell can read its completions`(shell: String, option: String) throws {
    guard Self.isInstalled(shell) else { return }
    let (folder, path) = try written(["--generate-completion-script", shell], "adview")
    let read = try run([shell, option, path])
    withExtendedLifetime(folder) {}
    #expect(read.output == "")
    #expect(read.status == 0)
  }
}
