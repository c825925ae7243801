extension String {
  /// As a word of a command line.
  var quotedForShell: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@%".contains($0) }
    return isPlain && !hasPrefix("-") ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
