import Glibc
import Playground

/// The file of a recording, locked while it is open; a killed program loses nothing that it had appended.
struct RecordingFile: ~Copyable {
  let path: String
  /// The paths that lead to the pages from the file's folder; none for a session of the preload lab.
  private(set) var pages: [String] = []
  private var file: AppendedFile

  private init(_ file: consuming AppendedFile) {
    path = file.path
    self.file = file
  }

  deinit {
    // A recording that never began leaves nothing behind.
    if file.isNew { file.discardIfEmpty() }
  }

  /// Opens a new or empty file for a session of the pages at `locations`, or of the lab without any.
  static func open(
    _ path: String, ofPages locations: [String], _ shelf: DocumentLibrary
  ) throws(CommandError) -> RecordingFile {
    for location in locations { try requireFile(location, shelf) }
    let file = try openLocked(path)
    guard file.size == 0 else {
      throw .usage("\(path): already exists; a recording never replaces a file")
    }
    // The folder is there now; what is thrown from here on takes a file away that was made.
    var recording = RecordingFile(file)
    for location in locations {
      guard let page = recording.path(to: location, shelf) else {
        throw .noInput("\(location): is no longer there")
      }
      recording.pages.append(page)
    }
    return recording
  }

  /// The path that leads to a page from the file's folder; `nil` when the page can be named by none.
  borrowing func path(to location: String, _ shelf: DocumentLibrary) -> String? {
    if shelf.isBuiltIn(location) { return location }
    return shelf.isFile(location) ? SessionPaths.path(to: location, fromFolderOf: path) : nil
  }

  /// Opens a file in the current folder that is named after the first page, or the lab's unit, and the time, and was not there before.
  static func new(
    of subject: RecordingSubject, _ shelf: DocumentLibrary
  ) throws(CommandError) -> RecordingFile {
    switch subject {
    case .pages(let locations):
      for location in locations { try requireFile(location, shelf) }
      // The name of a page that is built in stands behind a colon.
      let name = (locations.first ?? "").split { $0 == "/" || $0 == ":" }.last ?? "page"
      return try new(name.lastIndex(of: ".").map { name[..<$0] } ?? name, locations, shelf)
    case .lab(let unit):
      let letters = "abcdefghijklmnopqrstuvwxyz0123456789_".utf8
      return try new(unit.utf8.allSatisfy(letters.contains) ? "lab-\(unit)" : "lab", [], shelf)
    }
  }

  private static func new(
    _ stem: Substring, _ locations: [String], _ shelf: DocumentLibrary
  ) throws(CommandError) -> RecordingFile {
    // In front of a name that begins with a dash it keeps commands from taking it for an option.
    let start = stem.hasPrefix("-") ? "./" : ""
    let stamped = "\(start)\(stem)-\(WallClock.text("%Y-%m-%dT%H%M%SZ"))"
    for number in 1...99 {
      let path = stamped + (number == 1 ? "" : "-\(number)") + ".jsonl"
      var facts = stat()
      if lstat(path, &facts) != 0 { return try open(path, ofPages: locations, shelf) }
    }
    throw .inputOutput("\(stamped).jsonl: already exists, as do 98 more from the same second")
  }

  /// Appends bytes, and says what went wrong; the lines before stay whole.
  mutating func append(_ bytes: [UInt8]) -> String? {
    do throws(FileError) {
      try file.append(bytes)
      return nil
    } catch {
      return "the recording ended: \(error)"
    }
  }

  /// Why what was recorded is not in the file, if others have changed it.
  var problem: String? {
    file.change.map { "\(path): the recording is lost: the file \($0.rawValue)" }
  }

  private static func requireFile(
    _ location: String, _ shelf: DocumentLibrary
  ) throws(CommandError) {
    guard shelf.isFile(location) || shelf.isBuiltIn(location) else {
      throw .usage(
        "a session names the file of its page, and this page has none: record a copy of it")
    }
  }

  /// Opens a file, makes it if there is none, and locks it: from then on no other program may take it away.
  private static func openLocked(_ path: String) throws(CommandError) -> AppendedFile {
    for _ in 1...100 {
      do throws(FileError) {
        var file = try AppendedFile(path, mode: 0o666)
        guard try file.lock() else { break }
        if file.isInPlace { return file }
        // The program that had the lock has taken the file away.
      } catch {
        if case .notOrdinary = error.reason { throw .usage("\(error)") }
        throw .file(error)
      }
    }
    throw .unavailable("\(path): another playground is recording to it")
  }
}
