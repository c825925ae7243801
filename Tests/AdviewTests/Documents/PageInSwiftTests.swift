import AdEngine
import AdPages
import TestSupport
import Testing

/// The page in Swift of the article "Pages".
@Suite struct PageInSwiftTests {
  @Test func `S0.75: the complete example is one session in both forms`() throws {
    let page = examplePage()
    #expect(page.problems == [])
    #expect(page.ads.count == 2 && page.lazyLoading == .standard)
    let arguments = ["run", "--strict", "--consent", "granted", "--events", "-"]
    let swift = try ProgramRun(arguments, input: page.markdown)
    let markdown = try ProgramRun(arguments, input: Project.text(of: "Demos/example.md"))
    #expect(swift.code == 0 && swift.errors == "", "\(swift.errors)")
    #expect(swift.output.contains(#"{"slot":"7b1d","ad":"impressed"}"#))
    #expect(swift.output == markdown.output)
  }
}
