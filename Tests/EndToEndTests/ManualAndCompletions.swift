import TestSupport
import Testing

/// What the program writes for `man` and for shells, read by these themselves where they are installed.
@Suite(.timeLimit(.minutes(10)))
struct ManualAndCompletions {
  private static func isInstalled(_ command: String) -> Bool {
    let isHere = (try? run(["sh", "-c", "command -v \"$1\"", "sh", command]))?.status == 0
    if !isHere { print("*** SKIPPED: \(command) is not installed and has read nothing. ***") }
    return isHere
  }

  private func written(_ arguments: [String], _ name: String) throws -> (TemporaryFolder, String) {
    let finished = try run([BuiltProgram.path] + arguments)
    try #require(finished.status == 0, "\(finished.output)")
    let folder = try TemporaryFolder()
    try folder.write(finished.output, name)
    return (folder, "\(folder.path)/\(name)")
  }

  @Test(.enabled(if: isInstalled("mandoc")))
  func `mandoc finds nothing to warn of in the manual page`() throws {
    let (folder, path) = try written(["help", "--man"], "adview.1")
    let lint = try run(["mandoc", "-Tlint", "-Wwarning", path])
    withExtendedLifetime(folder) {}
    #expect(lint.output == "")
    #expect(lint.status == 0)
  }

  @Test(.enabled(if: isInstalled("man")))
  func `man shows the commands, options, keys and exit codes of the manual page`() throws {
    let (folder, path) = try written(["help", "--man"], "adview.1")
    let shown = try run(
      ["sh", "-c", "man -l \"$1\" | cat", "sh", path],
      environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""])
    withExtendedLifetime(folder) {}
    let lines = shown.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in [
      "adview play", "adview explain url", "--fetch pt|%", "Article", "PgDn space", "64",
    ] {
      #expect(lines.contains { $0 == line || $0.hasPrefix(line + " ") }, "\(line)")
    }
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
