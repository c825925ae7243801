import TestSupport
import Testing

@testable import AdTuning

@Suite(.tags(.fast)) struct UnseenShareTests {
  /// 1 − 0.025^(1/n), from a table of Clopper–Pearson's upper limits for no event.
  @Test(arguments: [(2.0, 0.8418861), (10, 0.3084971), (50, 0.0711217), (100, 0.0362167)])
  func `an event that none of so many sessions shows may have this share`(
    sessions: Double, share: Double
  ) {
    #expect(abs(GroupedSums.unseenShare(of: sessions) - share) < 1e-7)
    #expect(GroupedSums.unseenShare(of: 1e9) > 0)
  }
}
