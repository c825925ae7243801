extension String {
  /// This text in lines of at most so many cells, broken as the text of a page is; at least one line.
  public func wrapped(to columns: Int) -> [String] {
    let bytes = Array(utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      var lines: [String] = []
      LineBreaker(columns: columns).paragraph(buffer, 0..<buffer.count) { line in
        lines.append(String(decoding: buffer[line], as: UTF8.self))
      }
      return lines
    }
  }
}
