import AdEngine

/// Text on its way to a terminal's clipboard: OSC 52, which xterm began and most terminals know.
struct ClipboardSequence: Hashable {
  /// Terminals drop longer sequences, some of them with what they have of it shown; most take this much.
  static let maxBytes = 100_000

  /// What is written to the terminal.
  let bytes: String

  /// Wraps a text; in base64, nothing in it can be taken for another sequence.
  init(_ text: String) throws(ClipboardError) {
    let coded = Base64.standard.text(of: Array(text.utf8))
    guard coded.utf8.count <= Self.maxBytes else { throw .tooLong(bytes: text.utf8.count) }
    bytes = "\u{1B}]52;c;\(coded)\u{07}"
  }
}

/// Why a text was not offered to the clipboard.
enum ClipboardError: Error, Hashable, CustomStringConvertible {
  /// A terminal of this type might print the sequence.
  case unsupported(terminal: String)
  /// The text is too long; its length is in bytes.
  case tooLong(bytes: Int)

  var description: String {
    switch self {
    case .unsupported(let terminal):
      "nothing was copied: a terminal of type \(terminal) has no clipboard for programs"
    case .tooLong(let bytes):
      "nothing was copied: \(bytes) bytes are more than terminals accept"
    }
  }
}
