import AdSessions
import Playground

struct OpeningPlan: Equatable {
  /// Where a page without ads gets some.
  var ads: AdRule?
  /// Whether a page with mistakes is refused.
  var isStrict = false
  /// Whether pages may name files outside the folder they were opened in.
  var allowsOutside = false
}

/// A page that was opened, before it is laid out.
struct ParsedDocument {
  let page: Page
  let file: PageFile
  private static let maxProblems = 20

  /// Reads a page and reports its problems, or throws when they are refused.
  init(
    _ bytes: [UInt8], name: String, _ options: OpeningPlan, _ console: Console
  ) throws(CommandError) {
    try self.init(
      DocumentLibrary(besidePage: name, options, console).page(name, name, bytes), options, console)
  }

  /// Reads the rest of a page and reports its problems, or throws when they are refused.
  init(_ file: PageFile, _ options: OpeningPlan, _ console: Console) throws(CommandError) {
    let problems: [Problem]
    self.file = file
    (page, problems) = Page.read(file.source, options: file.reading(ads: options.ads))
    if options.isStrict, let problem = problems.first { throw .data("\(problem)") }
    let more = problems.dropFirst(Self.maxProblems)
    // Where a page ends is said in any case.
    let limits = more.filter(\.isLimit)
    for problem in problems.prefix(Self.maxProblems) + limits { console.complain("\(problem)") }
    if more.count > limits.count {
      console.complain("\(file.name): \(more.count - limits.count) more problems")
    }
  }

  func layout(in space: LayoutSpace) -> PageLayout { PageLayout(page, in: space) }
}

extension RunSetup {
  /// What a run of a page begins with; of thresholds that do not go with the page's the failure names its file.
  init(
    _ page: PageConfiguration, under overrides: SettingOverrides, named name: String
  ) throws(CommandError) {
    self = try orFail(try RunSetup(page: page, overrides: overrides)) {
      .usage("\(name): \($0)")
    }
  }
}
