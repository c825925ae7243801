import AdEngine
import AdLab
import Testing

@testable import AdSessions

/// The machine and the simulated creatives together.
@Suite struct LabRunTests {
  private func record(_ unit: String, _ changes: [PreloadOption: Bool] = [:]) throws -> LabRecord {
    let settings = PreloadSettings(unit: unit).applying(PreloadChange(options: changes))
    return try #require(LabOutcome.record(of: settings, seed: 1).record)
  }

  private func outcome(
    _ unit: String, _ changes: [PreloadOption: Bool] = [:]
  ) throws -> LabOutcome { LabOutcome(try record(unit, changes)) }

  @Test(
    arguments: [
      ("celtra5", [.waitForCompletionEvent: false], 5_000), ("celtra18", [:], 1_700),
      ("cinemaloop_vertical", [:], 3_100), ("celtra18", [.inDetachedParentView: true], nil),
      ("celtra6", [:], nil), ("display_300_250", [:], nil),
    ] as [(String, [PreloadOption: Bool], Int64?)])
  func `LAB-1 LAB-2 LAB-3 it is ready after the constant time or at the event, or times out`(
    unit: String, changes: [PreloadOption: Bool], readyAfter: Int64?
  ) throws {
    let outcome = try outcome(unit, changes)
    #expect(outcome.readyAfter == readyAfter)
    #expect(outcome.hasTimedOut == (readyAfter == nil))
  }

  @Test func `LAB-1 the constant time makes even a creative ready that has not loaded`() throws {
    let outcome = try outcome("celtra5", [.waitForCompletionEvent: false])
    #expect(outcome.playsAfterPresent == 200)
  }

  @Test func `LAB-5 celtra18 plays early behind views, celtra20 only when it is told`() throws {
    #expect(try outcome("celtra18", [.autoPresent: false]).earlyAutoplay == 3_500)
    #expect(try outcome("celtra20").playsAfterPresent == nil)
    let told = try outcome("celtra20", [.injectVisibilityJavascript: true])
    #expect(told.earlyAutoplay == nil)
    #expect(told.playsAfterPresent == 1)
  }

  @Test func `LAB-6 an automatic impression is early by the whole of preloading`() throws {
    #expect(try outcome("celtra18").earlyImpression == 1_700)
    let manual = try record("celtra18", [.manualImpressions: true])
    #expect(manual.impression?.at == manual.presentedAt)
    #expect(manual.impression?.timing == .seen)
  }

  @Test func `hiding afterwards keeps a creative from playing early that waits for its timers`()
    throws
  {
    let plain = try outcome("cinemaloop_horizontal", [.autoPresent: false])
    #expect(plain.earlyAutoplay == 2_800)
    let hidden = try outcome("cinemaloop_horizontal", [.autoPresent: false, .hideAfterwards: true])
    #expect(hidden.earlyAutoplay == nil)
    #expect(hidden.playsAfterPresent == 200)
  }

  @Test func `D43 a failure is in the record`() throws {
    let record = try record("no_fill")
    #expect(record.failure?.value == .noFill)
    #expect(record.remarks.last?.text == "failed: no fill")
  }

  @Test func `what happened is said in order, and what was early is marked`() throws {
    let remarks = try record("celtra20", [.injectVisibilityJavascript: true]).remarks
    #expect(
      remarks.map(\.text) == [
        "fetch of celtra20", "the banner arrived, behind other views",
        "the impression: counted EARLY, 1.7 s before it was presented",
        "the completion event came", "ready 1.7 s after the banner came", "presented",
        "informed of its visibility", "the creative: played",
      ])
    #expect(remarks.filter(\.isEarly).count == 1)
  }

  @Test func `a late look finds the same as one in time`() {
    var patient = LabRun(LabSetup(PreloadSettings(), seed: 3))
    patient.apply(.fetchRequested, at: .start)
    var eager = patient
    patient.advance(to: Instant(milliseconds: 40_000))
    for moment in stride(from: Int64(0), through: 40_000, by: 7) {
      eager.advance(to: Instant(milliseconds: moment))
    }
    eager.advance(to: Instant(milliseconds: 40_000))
    #expect(eager == patient)
  }
}
