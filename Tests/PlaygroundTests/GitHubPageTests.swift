import AdEngine
import AdSessions
import Testing

@testable import Playground

/// A page of GitHub Flavored Markdown on the screen, in ASCII and in lines of words.
@Suite struct GitHubPageTests {
  private static let page = """
    # Release notes

    | Version | Swift | Status |
    | :------ | ----: | :----: |
    | 0.2 | 6.3 | *current* |
    | 0.1 | 5.10 | [archived](old.md) |

    - [x] Tables
    - [ ] Anything else

    Thresholds are ~~counted in rows~~ in points[^1].

    | Threshold | What it means for a reader who scrolls fast |
    | --- | --- |
    | 200 | blank boxes, few requests |
    | 1600 | many requests for ads that nobody sees |

    [^1]: A row has 20 of them.

    ```ad
    unit: u
    ```
    """

  @Test func `tables, tasks, strikethrough and footnotes are drawn`() {
    let canvas = Player(Self.page, columns: 80, rows: 36).canvas
    expectGolden(canvas, "github-80x36")
    expectGolden(canvas.ascii, "github-80x36-ascii")
  }

  @Test func `what is struck through has a line through it and is faint`() throws {
    let canvas = Player(Self.page, columns: 80, rows: 36).canvas
    let struck = canvas.cells.filter { $0.mark == "\u{336}" }
    #expect(String(String.UnicodeScalarView(struck.map(\.base))) == "counted in rows")
    #expect(struck.allSatisfy { $0.style.foreground == Theme.faint.foreground })
  }

  @Test func `without a screen rows are lines, rules are not said and what is struck through is`() {
    var reader = Reader(Self.page)
    let said = reader.type("read")
    #expect(said.contains("0.2     │   6.3 │ current"))
    #expect(said.contains("☑ Tables"))
    #expect(said.contains { $0.contains("[struck through: counted in rows] in points[1].") })
    #expect(!said.contains { $0.contains("┼") })
  }
}
