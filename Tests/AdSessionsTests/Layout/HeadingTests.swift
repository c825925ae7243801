import AdEngine
import AdSessions
import Testing

@Suite struct HeadingTests {
  private let page = """
    # Title, *first*!

    Text.

    ## The market

    ```ad
    unit: u
    ```

    > ## The market

    ### C++ & Snake_case – 2
    """

  @Test(
    arguments: [
      ("title-first", 0), ("the-market", 80), ("THE-market", 80), ("the-market-1", 480),
      ("c--snake_case--2", 520), ("the-market-2", nil), ("text", nil), ("", nil),
    ] as [(String, Double?)])
  func `a heading is found by the name that forges give it`(name: String, top: Double?) {
    #expect(layout(page).top(ofHeading: name) == top)
  }
}
