import CCmarkGFM

/// The tree that cmark-gfm makes of a text.
enum MarkdownTree {
  /// A node of an extension of cmark-gfm, whose number is given at run time.
  enum Extension: String {
    case table
    case header = "table_header"
    case cell = "table_cell"
    case strikethrough

    init?(of node: OpaquePointer) {
      self.init(rawValue: String(cString: cmark_node_get_type_string(node)))
    }
  }

  /// Calls `body` with each node where it is entered and where it is left, in the order of the text.
  static func walk(_ markdown: UTF8Bytes, _ body: (cmark_event_type, OpaquePointer) -> Void) {
    let bytes = UnsafeRawBufferPointer(markdown).assumingMemoryBound(to: CChar.self)
    let root = cmark_gfm_parse_page(bytes.baseAddress, bytes.count)
    defer { cmark_node_free(root) }
    let steps = cmark_iter_new(root)
    defer { cmark_iter_free(steps) }
    while case let step = cmark_iter_next(steps), step != CMARK_EVENT_DONE,
      let node = cmark_iter_get_node(steps)
    {
      body(step, node)
    }
  }

  /// How the columns of a table are aligned, from left to right.
  static func alignments(of table: OpaquePointer) -> [Document.Alignment] {
    let letters = cmark_gfm_extensions_get_table_alignments(table)
    return (0..<Int(cmark_gfm_extensions_get_table_columns(table))).map { column in
      switch letters?[column] {
      case UInt8(ascii: "r"): .right
      case UInt8(ascii: "c"): .center
      default: .left
      }
    }
  }
}
