import CCmark

/// The tree that cmark makes of Markdown, or of as much of its beginning as there is memory for.
///
/// A byte may be a node, which takes 128 bytes and more: 60 MB of marks would take 10 GB.
struct MarkdownTree: ~Copyable {
  private let arena: OpaquePointer
  private let root: OpaquePointer
  /// The number of bytes that were read.
  let count: Int

  /// Reads `markdown`, which must be UTF-8 without NUL bytes, in at most `limit` bytes of memory beside it.
  ///
  /// Where it takes more, or too long (``ParsingCost``), the tree is that of the longest beginning that was found to fit. That ends
  /// within a line where the search met no end of one. `nil` if not even a byte fits.
  init?(_ markdown: UnsafeBufferPointer<UInt8>, limit: Int) {
    let end = ParsingCost.end(of: markdown)
    if let tree = Self.parse(markdown[..<end], limit) {
      (arena, root) = tree
      count = end
      return
    }
    // What fits is found by parsing about a dozen times.
    let markdown =
      markdown[..<ParsingCost.end(of: markdown, maxSteps: ParsingCost.maxSteps / 16)]
    var fits = 0
    var tooMuch = markdown.count
    while tooMuch - fits > 1 + fits / 16 {
      let middle = Self.end(of: markdown, between: fits, and: tooMuch)
      guard middle > fits else { break }
      if let tree = Self.parse(markdown[..<middle], limit) {
        cmark_arena_free(tree.arena)
        fits = middle
      } else {
        tooMuch = middle
      }
    }
    // It is parsed once more, since there is no memory for two trees.
    guard fits > 0, let tree = Self.parse(markdown[..<fits], limit) else { return nil }
    (arena, root) = tree
    count = fits
  }

  deinit {
    cmark_arena_free(arena)
  }

  /// Calls `body` with each node where it is entered and where it is left, in the order of the text, until `body` returns
  /// `false`.
  borrowing func walk(_ body: (cmark_event_type, OpaquePointer) -> Bool) {
    let steps = cmark_iter_new(root)
    defer { cmark_iter_free(steps) }
    while true {
      let step = cmark_iter_next(steps)
      guard step != CMARK_EVENT_DONE, let node = cmark_iter_get_node(steps), body(step, node)
      else { break }
    }
  }

  private static func parse(
    _ markdown: Slice<UnsafeBufferPointer<UInt8>>, _ limit: Int
  ) -> (arena: OpaquePointer, root: OpaquePointer)? {
    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: markdown))
    var root: OpaquePointer?
    let arena = cmark_parse_within(
      bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, max(0, limit), &root)
    guard let arena, let root else { return nil }
    return (arena, root)
  }

  /// An end of a line about halfway, or of a character where there is none.
  private static func end(
    of markdown: Slice<UnsafeBufferPointer<UInt8>>, between least: Int, and most: Int
  ) -> Int {
    let middle = least + (most - least) / 2
    let lineEnd = markdown[least..<middle].lastIndex { $0 == 0x0A || $0 == 0x0D }
    if let lineEnd { return lineEnd + 1 }
    return max(least, UTF8Reader.start(ofScalarAt: middle, in: markdown.base))
  }
}
