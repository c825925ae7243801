internal import AdSessions

/// What is wrong with the page's file, line by line.
struct ProblemList {
  private let problems: [Problem]

  init(_ model: Model) { problems = model.problems }

  var box: OverlayBox {
    let keys = problems.map { "line \($0.line)" }
    let width = keys.map(\.count).max() ?? 0
    return OverlayBox(
      title: "problems: \(problems.count)",
      lines: zip(keys, problems).map { OverlayBox.Line(key: $0, text: $1.sentence) },
      keyWidth: width + 2)
  }
}
