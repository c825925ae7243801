import Testing

@testable import AdSessions

/// The order in which a run takes what is due.
@Suite struct NextStepTests {
  private static let never = Int64.max

  @Test(arguments: [
    // deadline, answer, line
    (10, 20, 30, NextStep.wake(10)),
    (20, 10, 30, .answer(10)),
    (10, 10, 30, .wake(10)),
    (10, 10, 10, .wake(10)),
    (11, 10, 10, .answer(10)),
    (11, 11, 10, .wait),
    (never, 10, 10, .answer(10)),
    (10, never, 10, .wake(10)),
    (never, never, 10, .wait),
    (never, never, never, .wait),
    (5, never, never, .wake(5)),
  ])
  func `the earlier comes first, and at one moment deadline, answer, line`(
    deadline: Int64, answer: Int64, limit: Int64, step: NextStep
  ) {
    #expect(NextStep(deadline: deadline, answer: answer, limit: limit) == step)
  }
}
