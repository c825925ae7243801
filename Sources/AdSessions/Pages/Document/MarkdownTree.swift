import CCmark

/// The tree that cmark makes of Markdown, or of as much of its beginning as there is memory for.
///
/// A node takes 160 bytes, and a byte may be a node: 60 MB of marks would take 10 GB.
struct MarkdownTree: ~Copyable {
  private let arena: OpaquePointer
  private let root: OpaquePointer
  /// The number of bytes that were read.
  let count: Int

  /// Reads `markdown`, which must be UTF-8 without NUL bytes, in at most `limit` bytes of memory beside it.
  ///
  /// Where it takes more, the tree is that of the longest beginning that was found to fit. That ends within a line where the
  /// search met no end of one. `nil` if not even a byte fits.
  init?(_ markdown: UnsafeBufferPointer<UInt8>, limit: Int) {
    if let tree = Self.parse(markdown[...], limit) {
      (arena, root) = tree
      count = markdown.count
      return
    }
    var best: (arena: OpaquePointer, root: OpaquePointer, count: Int)?
    var tooMuch = markdown.count
    while true {
      let least = best?.count ?? 0
      guard tooMuch - least > 1 + least / 16 else { break }
      let middle = Self.end(of: markdown, between: least, and: tooMuch)
      guard middle > least else { break }
      if let tree = Self.parse(markdown[..<middle], limit) {
        if let best { cmark_arena_free(best.arena, 0) }
        best = (tree.arena, tree.root, middle)
      } else {
        tooMuch = middle
      }
    }
    guard let best else { return nil }
    (arena, root, count) = best
  }

  deinit {
    // Returning memory takes longer than reading a short text.
    cmark_arena_free(arena, count > 1 << 20 ? 1 : 0)
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
    of markdown: UnsafeBufferPointer<UInt8>, between least: Int, and most: Int
  ) -> Int {
    let middle = least + (most - least) / 2
    if let feed = markdown[least..<middle].lastIndex(of: 0x0A) { return feed + 1 }
    return max(least, UTF8Reader.start(ofScalarAt: middle, in: markdown))
  }
}
