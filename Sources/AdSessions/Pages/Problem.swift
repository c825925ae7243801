/// Something in a page that is not as it should be; the rest of the page opens all the same.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// What is wrong and what was expected, safe to print.
  package var sentence: String
  /// Whether the page has more than is read: what follows is missing.
  package var isLimit = false

  /// `file:line: sentence`, as compilers say it; safe to print.
  package var description: String { "\(file.scrubbed):\(line): \(sentence)" }
}

final class Problems {
  let file: String
  private var found: [Problem]

  init(file: String, _ found: [Problem] = []) {
    (self.file, self.found) = (file, found)
  }

  /// All of them, line by line; those of other files come last, as they were found.
  var all: [Problem] {
    func place(_ problem: Problem) -> Int { problem.file == file ? problem.line : .max }
    return found.sorted { place($0) < place($1) }
  }

  func add(_ sentence: String, line: Int, isLimit: Bool = false) {
    found.append(Problem(file: file, line: line, sentence: sentence, isLimit: isLimit))
  }

  func add(_ sentence: String, line: Int, of file: String) {
    found.append(Problem(file: file, line: line, sentence: sentence))
  }
}

extension String {
  /// This text between quotation marks, scrubbed and cut to a length that fits a sentence.
  var quoted: String {
    let glyphs = Array(Glyphs(prefix(60)))
    return "'" + String(glyphs.prefix(40)) + (glyphs.count > 40 ? "…" : "") + "'"
  }
}
