import AdSessions
import Testing

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (2.5, "2.5"), (2, "2"), (100, "100"), (-0.04, "0"), (-2.5, "−2.5"), (1e300, "1e+300"),
      (1.5e300, "1.5e+300"), (1.5e20, "1.5e+20"), (.infinity, "inf"),
    ] as [(Double, String)])
  func `zeros at the end of a fraction are left out, those of a power are not`(
    number: Double, text: String
  ) { #expect(number.text(upTo: 1) == text) }
}
