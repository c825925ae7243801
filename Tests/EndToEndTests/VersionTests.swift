import FoundationEssentials
import TestSupport
import Testing

/// What `.ci/version` says of a copy of the project, and so the program.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct VersionTests {
  /// A copy of the script in a folder of its own, and what it says after some commands there.
  private func version(after commands: String) throws -> String {
    let folder = try TemporaryFolder()
    let git = "git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false"
    let finished = try run([
      "sh", "-ec",
      """
      cd "$1" && mkdir copy copy/.ci && cp "$2" copy/.ci/version && cd copy
      export GIT_CONFIG_GLOBAL=/dev/null GIT_COMMITTER_DATE=2024-05-06T07:08:09Z
      git() { command \(git) "$@"; }
      commit() { git add -A && git commit -q -m x; }
      \(commands)
      sh "${copy:-.}/.ci/version"
      """, "sh", folder.path, Project.root.appending(path: ".ci/version").path,
    ])
    try #require(finished.status == 0, "\(finished.output)")
    return finished.output.trimmingLastLine
  }

  @Test func `a tagged commit has its tag for a version`() throws {
    #expect(try version(after: "git init -q; commit; git tag 1.2.3") == "1.2.3")
  }

  @Test func `a commit without a tag has itself, and what was changed since is said`() throws {
    let clean = try version(after: "git init -q; commit")
    #expect(clean.wholeMatch(of: /[0-9a-f]{7,}/) != nil, "\(clean)")
    let changed = try version(after: "git init -q; commit; echo '#' >>.ci/version")
    #expect(changed.wholeMatch(of: /[0-9a-f]{7,}-dirty/) != nil, "\(changed)")
  }

  @Test func `a copy without git has no version, even inside another repository`() throws {
    #expect(try version(after: "") == "unversioned")
    #expect(try version(after: "(cd .. && git init -q && commit)") == "unversioned")
  }

  @Test func `an archive made by git knows the tag it was made of`() throws {
    let archive = """
      echo '.ci/version export-subst' >.gitattributes; git init -q; commit; git tag 1.2.3
      mkdir ../archive; git archive HEAD | tar -x -C ../archive; copy=../archive
      """
    #expect(try version(after: archive) == "1.2.3")
  }

  @Test func `the program says a version`() throws {
    let finished = try run([BuiltProgram.path, "--version"])
    #expect(finished.output.wholeMatch(of: /[A-Za-z0-9._+\/-]+\n/) != nil, "\(finished.output)")
  }
}

extension String {
  fileprivate var trimmingLastLine: String { hasSuffix("\n") ? String(dropLast()) : self }
}
