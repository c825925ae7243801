import AdRendering
import CCmarkGFM

/// A fenced block with the info string `ad`.
struct AdBlock {
  /// The index of its block in the document.
  var block: Int
  /// The line of the opening fence, counted from 1 in the Markdown.
  var line: Int
  /// The line of the closing fence; where there is none the last one, or the one after it.
  var endLine: Int
  /// The text between the fences.
  var yaml: String
}

/// Reads GitHub Flavored Markdown: walks over the tree of cmark-gfm, without recursion, and builds a document.
struct MarkdownReader {
  private var builder: DocumentBuilder
  private(set) var ads: [AdBlock] = []
  /// The line of the first ad block, whether it is whole or not.
  private(set) var firstAd: Int?
  /// The ends of the outermost blocks, as indices of blocks.
  private(set) var ends: [Int] = []
  private var imageDepth = 0
  private var emphasisDepth = 0
  private var strongDepth = 0
  private var strikethroughDepth = 0
  private var hasFootnotes = false
  /// The node whose text begins with the mark of a task.
  private var markedText: OpaquePointer?
  /// What the text exceeds, and the line, counted from 1, before which it therefore ends.
  private(set) var exceeded: (limit: MarkdownLimit, line: Int)?

  /// Reads `markdown`, which must be UTF-8 without NUL bytes.
  init(_ markdown: UTF8Bytes) {
    builder = DocumentBuilder(capacity: markdown.count)
    let exceeded = MarkdownLimit.exceeded(in: markdown)
    let whole = UnsafeBufferPointer(rebasing: markdown[..<(exceeded?.start ?? markdown.count)])
    MarkdownTree.walk(whole) { step, node in
      if step == CMARK_EVENT_EXIT { leave(node) } else { enter(node) }
    }
    // Footnotes come last, wherever they are written.
    firstAd = ads.lazy.map(\.line).min()
    guard let exceeded else { return }
    let line = PageSource.lines(in: whole)
    self.exceeded = (exceeded.limit, line)
    // An ad block that may have been cut is no slot.
    ads.removeAll { $0.endLine >= line - 1 }
  }

  var document: Document { builder.document }

  private mutating func enter(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      let text = bytes(cmark_node_get_literal(node))
      builder.add(node == markedText ? UnsafeBufferPointer(rebasing: text.dropFirst(3)) : text)
    case CMARK_NODE_SOFTBREAK: builder.addBlank()
    case CMARK_NODE_LINEBREAK: builder.addLineBreak()
    case CMARK_NODE_CODE:
      builder.set(.code, true)
      builder.add(bytes(cmark_node_get_literal(node)))
      builder.set(.code, false)
    case CMARK_NODE_EMPH: stress(by: 1)
    case CMARK_NODE_STRONG: strengthen(by: 1)
    case CMARK_NODE_LINK:
      if imageDepth == 0 { builder.enterLink(to: text(cmark_node_get_url(node))) }
    case CMARK_NODE_IMAGE: enterImage()
    case CMARK_NODE_HTML_INLINE:
      if HTMLTag.isLineBreak(bytes(cmark_node_get_literal(node))) { builder.addLineBreak() }
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      builder.set(.footnote, true)
      builder.add("[")
      builder.add(bytes(cmark_node_get_literal(node)))
      builder.add("]")
      builder.set(.footnote, false)
    default: enterBlock(node)
    }
  }

  private mutating func enterBlock(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      builder.open(isImage(node) ? .image : .paragraph)
    case CMARK_NODE_HEADING: builder.open(.heading, level: Int(cmark_node_get_heading_level(node)))
    case CMARK_NODE_CODE_BLOCK: addCode(node)
    case CMARK_NODE_THEMATIC_BREAK:
      builder.open(.rule)
      builder.close()
      endBlock(node)
    case CMARK_NODE_HTML_BLOCK: addHTML(node)
    case CMARK_NODE_BLOCK_QUOTE: builder.enterQuote()
    case CMARK_NODE_LIST:
      let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      let isParenthesis = cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM
      builder.containers.enterList(
        isTight: cmark_node_get_list_tight(node) != 0,
        number: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
        delimiter: isParenthesis ? 0x29 : 0x2E)
    case CMARK_NODE_ITEM:
      let isDone = isDone(node)
      builder.enterItem(isDone: isDone)
    case CMARK_NODE_FOOTNOTE_DEFINITION: enterFootnote()
    default:
      switch MarkdownTree.Extension(of: node) {
      case .table: builder.openTable(MarkdownTree.alignments(of: node))
      case .header: strengthen(by: 1)
      case .cell: builder.enterCell()
      case .strikethrough: strike(by: 1)
      case nil: break
      }
    }
  }

  private mutating func leave(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_EMPH: stress(by: -1)
    case CMARK_NODE_STRONG: strengthen(by: -1)
    case CMARK_NODE_LINK: if imageDepth == 0 { builder.leaveLink() }
    case CMARK_NODE_IMAGE: leaveImage()
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      builder.close()
      endBlock(node)
    case CMARK_NODE_ITEM, CMARK_NODE_FOOTNOTE_DEFINITION: builder.leaveItem()
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST:
      builder.containers.leave()
      endBlock(node)
    default:
      switch MarkdownTree.Extension(of: node) {
      case .table:
        builder.close()
        endBlock(node)
      case .header: strengthen(by: -1)
      case .cell: builder.leaveCell()
      case .strikethrough: strike(by: -1)
      case nil: break
      }
    }
  }

  private mutating func stress(by step: Int) {
    emphasisDepth += step
    builder.set(.emphasis, emphasisDepth > 0)
  }

  private mutating func strengthen(by step: Int) {
    strongDepth += step
    builder.set(.strong, strongDepth > 0)
  }

  private mutating func strike(by step: Int) {
    strikethroughDepth += step
    builder.set(.strikethrough, strikethroughDepth > 0)
  }

  /// Whether the task of an item is done; `nil` for an item that is no task, which begins with `[ ]` or `[x]` and a blank.
  private mutating func isDone(_ item: OpaquePointer) -> Bool? {
    guard let paragraph = cmark_node_first_child(item),
      cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH,
      let text = cmark_node_first_child(paragraph), cmark_node_get_type(text) == CMARK_NODE_TEXT
    else { return nil }
    let source = bytes(cmark_node_get_string_content(paragraph)).prefix(4)
    guard source.first == UInt8(ascii: "[") else { return nil }
    let states = ["[ ] ": false, "[x] ": true, "[X] ": true]
    guard let isDone = states[String(decoding: source, as: UTF8.self)],
      bytes(cmark_node_get_literal(text)).starts(with: source)
    else { return nil }
    markedText = text
    return isDone
  }

  /// Begins a footnote, the first of which stands below a rule.
  private mutating func enterFootnote() {
    if !hasFootnotes {
      builder.open(.rule)
      builder.close()
      builder.containers.enterList(isTight: false, number: 1, delimiter: 0x2E)
      hasFootnotes = true
    }
    builder.enterItem(isDone: nil)
  }

  private mutating func addCode(_ node: OpaquePointer) {
    let code = bytes(cmark_node_get_literal(node))
    if text(cmark_node_get_fence_info(node)) == "ad" {
      ads.append(
        AdBlock(
          block: builder.document.blocks.count, line: Int(cmark_node_get_start_line(node)),
          endLine: Int(cmark_node_get_end_line(node)),
          // One byte more shows that it is too long.
          yaml: String(decoding: code.prefix(YAMLMap.maxAdBlockLength + 1), as: UTF8.self)))
    }
    builder.open(.code)
    builder.addCode(code)
    builder.close()
    endBlock(node)
  }

  private mutating func addHTML(_ node: OpaquePointer) {
    let html = bytes(cmark_node_get_literal(node))
    var words = RichText.words(of: html)
    guard !words.isEmpty else { return }
    builder.open(.paragraph)
    words.withUTF8 { builder.add($0) }
    builder.close()
    endBlock(node)
  }

  private mutating func enterImage() {
    imageDepth += 1
    guard imageDepth == 1, builder.document.blocks.last?.kind != .image else { return }
    builder.set(.image, true)
    builder.add("▣ ")
  }

  private mutating func leaveImage() {
    imageDepth -= 1
    guard imageDepth == 0 else { return }
    if builder.isEmptyBlock { builder.add("image") }
    builder.set(.image, false)
  }

  /// Whether a paragraph is a single image, in a link or not.
  private func isImage(_ paragraph: OpaquePointer) -> Bool {
    guard var only = cmark_node_first_child(paragraph), cmark_node_next(only) == nil else {
      return false
    }
    if cmark_node_get_type(only) == CMARK_NODE_LINK {
      guard let inner = cmark_node_first_child(only), cmark_node_next(inner) == nil else {
        return false
      }
      only = inner
    }
    return cmark_node_get_type(only) == CMARK_NODE_IMAGE
  }

  private mutating func endBlock(_ node: OpaquePointer) {
    guard cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT else { return }
    let count = builder.document.blocks.count
    if count > ends.last ?? 0 { ends.append(count) }
  }

  private func bytes(_ literal: UnsafePointer<CChar>?) -> UTF8Bytes {
    guard let literal else { return UnsafeBufferPointer(start: nil, count: 0) }
    var count = 0
    while literal[count] != 0 { count += 1 }
    let start = UnsafeRawPointer(literal).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: count)
  }

  private func text(_ literal: UnsafePointer<CChar>?) -> String {
    String(decoding: bytes(literal), as: UTF8.self)
  }
}
