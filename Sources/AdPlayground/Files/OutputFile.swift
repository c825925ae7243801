import AdEngine
import AdSessions
import Glibc

/// Files that a command was asked to write.
enum OutputFile {
  /// How long a pipe may be without a reader, in milliseconds.
  private static let patience = 1000

  /// Writes a file, whole or not at all; `-` is standard output.
  ///
  /// A pipe or a device is written to, a link stays one; a session or a file read needs force, one under recording is refused.
  static func write(
    _ bytes: [UInt8], to path: String, isForced: Bool, _ console: Console
  ) throws(CommandError) {
    if path == "-" { return try console.write(bytes) }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      return try restating(
        try WholeFile.write(bytes, to: endOfLinks(path), isShared: true), as: CommandError.file)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      return try restating(try pour(bytes, into: path), as: CommandError.file)
    }
    let old: FileSource
    do throws(FileError) {
      old = try FileSource(path, .ordinary)
    } catch {
      // One that cannot be read may be replaced where its folder can be written to, but not unasked.
      guard isForced else {
        throw .inputOutput("\(error): it may be a session; --force replaces it")
      }
      return try replace(path, with: bytes)
    }
    // It stays locked until it has been replaced.
    try protect(old, isForced: isForced, console)
    try replace(path, with: bytes)
  }

  /// Refuses before long work what ``write(_:to:isForced:_:)`` would refuse after it, as far as that is known by then.
  static func expectWritable(
    _ path: String, isForced: Bool, _ console: Console
  ) throws(CommandError) {
    guard path != "-" else { return }
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    if isThere, facts.st_mode & S_IFMT == S_IFDIR {
      throw .file(FileError(path: path, reason: .folder))
    }
    // A pipe or a device is written to where it is.
    guard !isThere || facts.st_mode & S_IFMT == S_IFREG else { return }
    guard access(Folder.of(resolvedPath(path) ?? path), W_OK) == 0 else {
      throw .file(FileError(path: path, error: .last))
    }
    guard isThere, !isForced else { return }
    let old = try restating(try FileSource(path, .ordinary), as: CommandError.file)
    try protect(old, isForced: false, console)
  }

  /// Appends to a file; `-` is standard output, a session or a file that was read is refused.
  static func append(_ bytes: [UInt8], to path: String, _ console: Console) throws(CommandError) {
    if path == "-" { return try console.write(bytes) }
    var facts = stat()
    if stat(path, &facts) == 0 {
      guard facts.st_mode & S_IFMT == S_IFREG else {
        return try restating(try pour(bytes, into: path), as: CommandError.file)
      }
      let old = try restating(try FileSource(path, .ordinary), as: CommandError.file)
      try protect(old, isForced: false, advice: "expected another file to append to", console)
    }
    var file = try restating(try AppendedFile(path, mode: 0o666), as: CommandError.file)
    try restating(try file.append(bytes), as: CommandError.file)
  }

  static func makeFolder(_ path: String) throws(CommandError) {
    guard mkdir(path, 0o777) != 0 else { return }
    let error = SystemError.last
    if error.number == EEXIST, Folder.isThere(path) { return }
    throw .file(FileError(path: path, error: error))
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    try restating(
      try WholeFile.write(bytes, to: resolvedPath(path) ?? path, isShared: true),
      as: CommandError.file)
  }

  /// Refuses to replace an input and a session.
  private static func protect(
    _ old: borrowing FileSource, isForced: Bool, advice: String = "--force replaces it",
    _ console: Console
  ) throws(CommandError) {
    guard old.lockShared() else {
      throw .unavailable("\(old.path): is being recorded; end the recording first")
    }
    if isForced { return }
    guard !console.hasRead(old.identity) else {
      throw .usage("\(old.path): is read by this command; \(advice)")
    }
    let beginning = try restating(
      try SessionReader.beginning { () throws(FileError) in try old.read() }, as: CommandError.file)
    guard !beginning.starts(with: InputFile.gzipMark) else {
      throw .data("\(old.path): is compressed (gzip) and may be a session; \(advice)")
    }
    guard !SessionReader.isSession(beginningWith: beginning) else {
      throw .usage("\(old.path): exists, and is a session or a summary; \(advice)")
    }
  }

  /// Where a link leads at whose end there is nothing yet; a path that is no link stays as it is.
  private static func endOfLinks(_ path: String) throws(FileError) -> String {
    var place = path
    // The system follows as many.
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(place, &target, Int(PATH_MAX))
      guard length >= 0 else { return place }
      let name = String(
        decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
      place = name.hasPrefix("/") ? name : folder + name
    }
    throw FileError(path: path, error: SystemError(number: ELOOP))
  }

  /// Writes into a pipe or a device; a pipe's reader may be late.
  private static func pour(_ bytes: [UInt8], into path: String) throws(FileError) {
    var file: Int32 = -1
    for _ in 0..<patience {
      file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard file < 0, errno == ENXIO else { break }
      poll(nil, 0, 1)
    }
    guard file >= 0 else { throw FileError(path: path, error: .last) }
    defer { close(file) }
    do {
      try Descriptor(number: file).write(bytes)
    } catch {
      throw FileError(path: path, error: error)
    }
  }
}
