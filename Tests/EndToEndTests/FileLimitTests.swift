import TestSupport
import Testing

/// `ulimit -f`: what no longer fits is said, and nothing half is left.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct FileLimitTests {
  private func limited(_ arguments: String..., in folder: TemporaryFolder) throws -> FinishedCommand
  {
    try run(
      ["sh", "-c", "ulimit -f 1; cd \"$0\"; exec \"$@\"", folder.path, BuiltProgram.path]
        + arguments)
  }

  @Test func `a session that becomes too large is not written, and an old one stays`() throws {
    let folder = try TemporaryFolder()
    let page = "# A page\n\n" + String(repeating: "Text.\n\n```ad\nunit: u\n```\n\n", count: 20)
    try folder.write(page, "p.md")
    let imported = try limited("import", "person", "--output", "s.jsonl", "p.md", in: folder)
    #expect(imported.status == 74)
    #expect(imported.output == "adview: s.jsonl: File too large\n")
    #expect(folder.names == ["p.md"])
    let old =
      "{\"adview\":1,\"page\":\"p.md\"}\n{\"at\":0,\"in\":{\"scroll\":0}}\n{\"at\":9000,\"in\":{\"scroll\":3000}}\n"
    try folder.write(old, "s.jsonl")
    let updated = try limited("check", "--update", "s.jsonl", in: folder)
    #expect(updated.status == 74, "\(updated.output)")
    #expect(updated.output.contains("s.jsonl: File too large\n"))
    #expect(try folder.text("s.jsonl") == old)
    #expect(folder.names == ["p.md", "s.jsonl"])
  }

  @Test(.enabled(if: BuiltProgram.hasTmux)) func `a screen that would not fit is refused`() throws {
    let tmux = try TmuxScreen(command: ["sh", "-c", "ulimit -f 16; exec \"$0\"", BuiltProgram.path])
    #expect(try tmux.waitForExit() == .ended(69))
    #expect(try tmux.screen().contains("no file may be larger than 8192 bytes here (ulimit -f)"))
  }
}
