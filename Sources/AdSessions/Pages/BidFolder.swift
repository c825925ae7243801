import AdRendering
package import AdSimulation

/// The responses that a page names, as the shell found them.
package struct BidFolder: Hashable, Sendable {
  /// The files, in any order.
  package var files: [BidFile]
  /// Why there are none, if they could not be read.
  package var problem: String?

  package init(_ files: [BidFile], problem: String? = nil) {
    (self.files, self.problem) = (files, problem)
  }

  /// The answers for a page with these units; problems name the file and the line.
  func answers(
    named name: String, line: Int, units: [String], _ problems: Problems
  ) -> BidAnswers? {
    let place = "adServer: bids \(name.quoted)"
    if let problem {
      problems.add("\(place): \(problem)", line: line)
      return nil
    }
    guard !files.isEmpty else {
      problems.add("\(place): expected a file, or a folder with files ending in .json", line: line)
      return nil
    }
    let answers = BidAnswers(files, units: units)
    for entry in answers.entries { Self.report(entry, problems) }
    for (index, unit) in units.enumerated()
    where !answers.answers(unit) && units.firstIndex(of: unit) == index {
      problems.add(
        "\(place): expected a response for ad unit \(unit.quoted): no file is for it", line: line)
    }
    return answers
  }

  private static func report(_ entry: BidAnswers.Entry, _ problems: Problems) {
    func add(_ sentence: String, _ offset: Int?) {
      let line = offset.map { TextPlace($0, in: entry.file.body).line } ?? 1
      problems.add(sentence.scrubbed, line: line, of: entry.file.name)
    }
    switch entry.response {
    case .failure(let error) where !error.isRefusal:
      add("\(error)", error.offset(in: entry.file.body))
    case .failure: break
    case .success(let response):
      for problem in response.problems.prefix(5) + response.obstacles {
        add("\(problem)", problem.offset(in: entry.file.body))
      }
    }
  }
}
