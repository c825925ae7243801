internal import AdSessions

/// What is wrong with the page's file, line by line, and with the files that it names.
struct ProblemsOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    let page = model.top
    let keys = page.problems.map { "line \($0.line)" }
    let lines = zip(keys, page.problems).map { key, problem in
      let place = problem.file == page.file.name ? "" : "\(problem.file): "
      return OverlayLine(key, place + problem.sentence)
    }
    return OverlayBox(
      title: "problems: \(lines.count)", lines: lines,
      keyWidth: (keys.map(\.count).max() ?? 0) + 2)
  }
}

extension Model {
  mutating func openProblems() {
    if top.problems.isEmpty {
      shared.notice = "this page has no problems"
    } else {
      show(ProblemsOverlay())
    }
  }
}
