import TestSupport
import Testing

@testable import AdPlayground

/// `adview doctor PAGE --sdk …`: the consent SDK's troubles are told apart (S0.93).
@Suite struct DoctorLaunchTests {
  private func doctor(_ arguments: String...) throws -> ProgramRun {
    let page = "---\nadServer: { latency: 50ms }\n---\n# T\n\n```ad\nunit: u\n```\n"
    return try ProgramRun(["doctor", "-"] + arguments, input: page)
  }

  @Test(arguments: [
    ("never", "! the consent SDK is not ready"),
    ("fails", "! the consent SDK could not be initialised: there is no API key"),
    ("unwrapped", "! DidomiWrapper is not in the view hierarchy"),
  ])
  func `an SDK that asks nobody keeps ads back, and the doctor says why`(
    launch: String, words: String
  ) throws {
    let run = try doctor("--sdk", launch).expect(
      code: 0,
      output: .has(words, "consent is unset under strict: nothing is asked for")
        & .lacks("1 ad rendered"))
    // No notice can appear, so there is nothing for the user to decide.
    #expect(!run.output.contains("let the user decide"))
  }

  @Test func `an SDK that is ready late is told from one that is ready at once`() throws {
    let late = try doctor("--sdk", "late").output
    #expect(late.contains("! onReady came after 3.0 s: 1 slot in reach waited for it\n    → "))
    #expect(try !doctor("--sdk", "ready").output.contains("onReady"))
  }

  @Test func `a late SDK lets ads load, and an old choice needs no notice`() throws {
    #expect(try doctor("--sdk", "late").output.contains("1 ad rendered"))
    try doctor("--sdk", "unwrapped", "--consent", "granted").expect(
      output: .has("1 ad rendered") & .lacks("DidomiWrapper"))
  }

  @Test func `the option needs a page`() throws {
    try ProgramRun("doctor", "--sdk", "never", code: 64)
  }
}
