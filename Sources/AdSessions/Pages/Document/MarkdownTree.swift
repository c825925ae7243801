import CCmark

/// The tree that cmark makes of Markdown.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Reads `markdown`, which must be UTF-8 without NUL bytes.
  init(_ markdown: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(markdown)
    root = cmark_parse_document(
      bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, CMARK_OPT_SOURCEPOS)
  }

  deinit {
    cmark_node_free(root)
  }

  /// Calls `body` with each node where it is entered and where it is left, in the order of the text.
  borrowing func walk(_ body: (cmark_event_type, OpaquePointer) -> Void) {
    let steps = cmark_iter_new(root)
    defer { cmark_iter_free(steps) }
    while true {
      let step = cmark_iter_next(steps)
      guard step != CMARK_EVENT_DONE, let node = cmark_iter_get_node(steps) else { break }
      body(step, node)
    }
  }
}
