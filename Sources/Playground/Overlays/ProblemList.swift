internal import AdSessions

extension PageScreen {
  mutating func openProblems() {
    if pages.top.problems.isEmpty {
      shared.notice = "this page has no problems"
    } else {
      show(ProblemsOverlay())
    }
  }
}

struct ProblemsOverlay: Overlay {
  var list = ListState()

  func box(in scene: Scene) -> OverlayBox? { ProblemList(scene.screen).box }
}

/// What is wrong with the page's file, line by line, and with the files that it names.
struct ProblemList {
  private let problems: [Problem]
  private let page: String

  init(_ screen: PageScreen) {
    problems = screen.pages.top.problems
    page = screen.pages.top.file.name
  }

  var box: OverlayBox {
    let keys = problems.map { "line \($0.line)" }
    let width = keys.map(\.count).max() ?? 0
    return OverlayBox(
      title: "problems: \(problems.count)",
      lines: zip(keys, problems).map { OverlayBox.Line(key: $0, text: words(of: $1)) },
      keyWidth: width + 2)
  }

  private func words(of problem: Problem) -> String {
    problem.file == page ? problem.sentence : "\(problem.file.scrubbed): \(problem.sentence)"
  }
}
