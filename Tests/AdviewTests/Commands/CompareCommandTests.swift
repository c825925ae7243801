import AdRendering
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// `adview compare`: two sessions, or one under other settings, side by side.
@Suite struct CompareCommandTests {
  private static func session(_ answer: Int) -> String {
    """
    {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":1000,"width":320,"height":250}]}
    {"at":0,"in":{"scroll":0}}
    {"at":400,"in":{"scroll":620}}
    {"at":\(answer),"in":{"world":{"slot":"1","generation":1,"loaded":{"width":300,"height":250}}}}
    {"at":4500,"in":{"scroll":700}}

    """
  }

  private let folder: TemporaryFolder
  private let old: String
  private let new: String

  init() throws {
    folder = try TemporaryFolder()
    old = try folder.write(Self.session(900), "old.jsonl")
    new = try folder.write(Self.session(2400), "new.jsonl")
  }

  @Test func `sessions of two pages are compared, and it is said`() throws {
    var sessions: [String] = []
    for name in ["a", "b"] {
      let page = try folder.write("# A page\n\n```ad\nunit: u\n```\n", "\(name).md")
      sessions.append("\(folder.path)/\(name).jsonl")
      try ProgramRun("import", "person", page, "--output", sessions.last ?? "", code: 0)
    }
    try ProgramRun(["compare"] + sessions, code: 0, output: .has(", another page (a.md → b.md): "))
    let tuned = try ProgramRun("tune", folder.path + "/b.md", sessions[0], sessions[1], code: 0)
    let sentence = "1 of 2 sessions was recorded on another page than \(folder.path)/b.md, a.md"
    #expect(tuned.errors.contains(sentence), "\(tuned.errors)")
  }

  @Test func `the first line says what is worse, and how much is decided otherwise`() throws {
    let run = try ProgramRun("compare", old, new, code: 0, errors: "")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[0]
        == "\(new): blank time 150 → 525 pt·s, lead time −600 → −2100 ms and first ad 1000 → 2500 ms are worse; "
        + "5 of 9 decisions differ", "\(run.output)")
    #expect(lines[1] == "  first, at 900 ms: slot 1 ad loaded 1500 ms later")
    #expect(lines[2] == "")
    #expect(lines.contains("blank time          150 →    525 pt·s worse"))
    #expect(lines.contains("requests              1 →      1"))
  }

  @Test func `a session is compared with itself under other settings`() throws {
    let settings = ["--fetch", "100", "--display", "50", "--json", new]
    let json = try ProgramRun(["compare"] + settings, code: 0).json
    #expect(try json["before"] == ProgramRun("run", "--json", new).json)
    #expect(try json["after"] == ProgramRun(["run"] + settings).json)
    #expect(
      json["settings"]
        == .list([.text("fetchThreshold 800 → 100"), .text("displayThreshold 200 → 50")]))
    try ProgramRun(
      "compare", "--fetch", "100", "--display", "50", new,
      output: .has(
        "\n  fetchThreshold 800 → 100\n  displayThreshold 200 → 50\n  first, at 0 ms: slot 1 "))
  }

  @Test func `an ad that is not viewable any more is named, however few there are`() throws {
    let late = try folder.write(Self.session(3800), "late.jsonl")
    let run = try ProgramRun("compare", old, late)
    #expect(
      run.output.split(separator: "\n")[0].contains(", viewable ads 1 → 0, "), "\(run.output)")
    #expect(run.output.contains("\nviewable ads          1 →      0      worse\n"))
  }

  @Test func `sessions that decide the same have no difference`() throws {
    for arguments in [[old, old], [old, "--fetch", "800"]] {
      try ProgramRun(
        ["compare"] + arguments, code: 0,
        output: .begins("\(old): no difference in 9 decisions and all metrics\n"))
    }
  }

  @Test func `folders are compared session by session and in sum`() throws {
    for (path, answer) in [
      ("a/one.jsonl", 900), ("a/two.jsonl", 900), ("a/gone.jsonl", 900), ("b/one.jsonl", 2400),
      ("b/two.jsonl", 900), ("b/new.jsonl", 900),
    ] {
      mkdir(folder.path + "/" + path.prefix(1), 0o755)
      try folder.write(Self.session(answer), path)
    }
    try ProgramRun(
      "compare", folder.path + "/a", folder.path + "/b/", code: 0,
      errors: .has(
        "gone.jsonl: is only in \(folder.path)/a\n", "new.jsonl: is only in \(folder.path)/b/\n"),
      output: .begins("2 sessions: blank time 300 → 675 pt·s")
        & .has(
          "; 5 of 18 decisions differ\n",
          "\n  one.jsonl: 5 of 9 decisions differ; first, at 900 ms: slot 1 ad loaded")
        & .lacks("two.jsonl:"))
    try ProgramRun(
      "compare", folder.path + "/a", "--fetch", "2000",
      output: .has("\n  fetchThreshold 800 → 2000\n"))
  }

  @Test func `what cannot be compared is named`() throws {
    for (arguments, code, words) in [
      ([old], 64, "expected a second session, or a setting such as --fetch 600"),
      (["-", "-"], 64, "-: can be read once; expected an ordinary file"),
      ([folder.path, old], 66, "\(old): expected a folder, as the other one is"),
      ([folder.path, folder.path + "/none"], 66, "none: No such file or directory"),
      (["--fetch", "200", "/dev/stdin"], 64, "/dev/stdin: can be read once; expected an ordinary"),
      ([old, folder.path + "/none"], 66, "none: No such file or directory"),
      ([old, try folder.write("# A page\n", "p.md")], 65, "p.md:1: a session begins with"),
    ] as [([String], Int32, String)] {
      try ProgramRun(["compare"] + arguments, code: code, errors: .has(words))
    }
    let lab = Project.root.appending(path: "Demos/preload-early.jsonl").path
    try ProgramRun(
      "compare", lab, lab, code: 65,
      errors: .has("a session of the preload lab has no such metrics"))
  }

  @Test func `names of files are scrubbed`() throws {
    let name = try folder.write(Self.session(900), "a\u{1B}[31m.jsonl")
    try ProgramRun("compare", name, name, code: 0, output: .lacks("\u{1B}"))
  }
}
