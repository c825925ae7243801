import FoundationEssentials
import TestSupport
import Testing

/// The program on one core and on all of them.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct CoreScenarios {
  @Test(arguments: [
    ["check", "--json"], ["check", "--format", "github"],
    ["tune", "harbour.md", "--readers", "6", "--json"],
    ["tune", "flings.jsonl", "thresholds.jsonl", "slow-network.jsonl", "--json"],
    ["tune", "flings.jsonl", "none.jsonl", "thresholds.jsonl"],
  ])
  func `the output is the same on any number of cores`(command: [String]) throws {
    let folder = Project.root.appending(path: "Demos").path
    let files = command[0] == "check" ? ["thresholds.jsonl", "none.jsonl", ".", "home.md"] : []
    // One of those that this process may use.
    let core = try run(["sh", "-c", "taskset -cp $$ | sed 's/.*: *//; s/[-,].*//' | tr -d '\\n'"])
      .output
    let outputs = try [["taskset", "-c", core], []].map { prefix in
      let finished = try run(
        ["sh", "-c", "cd \"$1\" && shift && \"$@\" 2>&1", "sh", folder] + prefix
          + [BuiltProgram.path] + command + files)
      return "\(finished.status)\n\(finished.output)"
    }
    #expect(outputs[0] == outputs[1])
    let status = (command + files).contains("none.jsonl") ? 66 : 0
    #expect(outputs[0].hasPrefix("\(status)\n"), "\(outputs[0].prefix(300))")
  }
}
