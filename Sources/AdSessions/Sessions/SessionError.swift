package import AdEngine
import AdRendering

package struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  package let problem: SessionLineError

  package init(line: Int, _ problem: SessionLineError) {
    (self.line, self.problem) = (line, problem)
  }

  package var description: String { "line \(line): \(problem)" }
}

/// What can be wrong with a line of a session, as the sentence to show; it quotes the session and must be scrubbed.
package enum SessionLineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no header: the first line is missing, unfinished or no JSON object with `adview`.
  case noHeader
  /// The header names a version of the format that is not known.
  case version(Double)
  case emptyLine
  case notJSON
  /// A key that stands twice in an object.
  case repeatedKey(String)
  /// The line is longer than this many bytes.
  case tooLong(limit: Int)
  /// There are more lines of one time than this.
  case tooManyAtOnce(limit: Int)
  /// There are more lines than are kept.
  case tooMany(limit: Int)
  case unknownKey(String, suggestion: String?)
  case missing(String, expected: String)
  case wrongValue(String, expected: String, found: String, suggestion: String? = nil)
  case conflict([String], expected: String)
  /// The same slot twice in a header.
  case duplicateSlot(String)
  /// A time that lies before that of a line above.
  case timeBackwards(Int64, after: Int64)
  case afterEnd
  case thresholds(LazyLoadingError)
  case auction(AuctionError)
  case tcString(TCStringError)
  case unknownSlot(String)
  /// A slot was given another ad unit without being removed first.
  case unitChanged(String, from: String, to: String)
  /// What an ad's page is said to have said is no message.
  case message(BridgeMessageError)
  /// A page's number in a line that is about no slot.
  case pageOfNoSlot
  case unknownPage(Int)
  /// A way back from the first page, or from the last one that is remembered.
  case noPageBefore
  /// A page that the session opens, and that was not provided.
  case noSuchPage(String)
  /// Something that has its place in another kind of session.
  case misplaced(String, belongsTo: String)

  package var description: String {
    switch self {
    case .noHeader: "a session begins with a line such as {\"adview\":1,\"page\":\"harbour.md\"}"
    case .version(let version):
      "format version \(JSONText.number(version).json) is not known: this program reads version 1"
    case .emptyLine: "the line is empty: expected one JSON object on each line"
    case .notJSON: "this is not JSON: expected one JSON object on each line"
    case .repeatedKey(let key): "\(quoted(key)): expected once, found twice"
    case .tooLong(let limit): "the line is longer than \(limit) bytes"
    case .tooManyAtOnce(let limit): "expected at most \(limit) lines of one time"
    case .tooMany(let limit):
      "expected at most \(limit) lines: what is played or compared is kept in memory"
    case .unknownKey(let key, let suggestion): "unknown key \(quoted(key))\(didYouMean(suggestion))"
    case .missing(let key, let expected): "\(quoted(key)) is missing: expected \(expected)"
    case .wrongValue(let key, let expected, let found, let suggestion):
      "\(quoted(key)): expected \(expected), found \(found)\(didYouMean(suggestion))"
    case .conflict(let keys, let expected):
      "\(keys.map(quoted).joined(separator: " and ")) in one line: expected \(expected)"
    case .duplicateSlot(let name):
      "slot \(quoted(name)) appears twice: every slot needs a name of its own"
    case .timeBackwards(let at, let before): "time goes backwards: \(at) ms after \(before) ms"
    case .afterEnd: "a line after the end: expected none after {\"at\":…,\"end\":true}"
    case .thresholds(let problem): problem.description
    case .auction(let problem): problem.description
    case .tcString(let problem): "\"tcf\": \(problem)"
    case .unknownSlot(let name): "there is no slot \(quoted(name)) here"
    case .unitChanged(let name, let old, let new):
      "slot \(quoted(name)) carries the unit \(quoted(old)), not \(quoted(new)):"
        + " remove the slot before adding it again"
    case .message(let problem): "\"message\": \(problem)"
    case .pageOfNoSlot: "\"page\" belongs to a line about a slot"
    case .unknownPage(let number):
      "there is no page \(number): pages are counted from 1, and by \"open\""
    case .noPageBefore: "\"back\": there is no page to go back to"
    case .noSuchPage(let path): "\"open\": there is no page \(quoted(path))"
    case .misplaced(let what, let place): "\(quoted(what)) belongs to \(place)"
    }
  }

  private func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \(quoted($0))?" } ?? ""
  }

  /// The text in quotation marks, cut when it is long.
  private func quoted(_ text: String) -> String {
    text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
  }
}
