import AdSessions
import Glibc
import Playground

/// The file of a session that is being recorded.
///
/// It is locked as long as it is open, so that no two playgrounds record into one file. What is appended is handed to
/// the system at once: a program that is killed loses nothing that it had appended.
struct RecordingFile: ~Copyable {
  /// Where the file is.
  let path: String
  /// The paths that lead to the pages from the file's folder; none for a session of the preload lab.
  let pages: [String]
  private let descriptor: Descriptor
  /// Whether there was no such file before.
  private let isNew: Bool
  /// The bytes of whole lines that are in the file.
  private var size: off_t = 0

  private init(path: String, pages: [String], descriptor: Descriptor, isNew: Bool) {
    self.path = path
    self.pages = pages
    self.descriptor = descriptor
    self.isNew = isNew
  }

  deinit {
    // A recording that never began leaves nothing behind.
    if isNew, size == 0 { Self.discard(descriptor.number, path) }
    close(descriptor.number)
  }

  /// Opens a file that is new or empty, for a session of the pages at `locations`, or of the preload lab without any.
  ///
  /// - Throws: A failure when a page is no file, when somebody records into the file, when something is in it, and
  ///   when it cannot be opened.
  static func open(
    _ path: String, ofPages locations: [String], _ shelf: PageShelf
  ) throws(CommandFailure) -> RecordingFile {
    for location in locations { try requireFile(location, shelf) }
    let (number, isNew) = try openLocked(path)
    do throws(CommandFailure) {
      try requireEmpty(number, path)
      var pages: [String] = []
      for location in locations {
        guard let page = SessionPaths.path(to: location, fromFolderOf: path) else {
          throw .noInput("\(location): is no longer there")
        }
        pages.append(page)
      }
      return RecordingFile(
        path: path, pages: pages, descriptor: Descriptor(number: number), isNew: isNew)
    } catch {
      if isNew { discard(number, path) }
      close(number)
      throw error
    }
  }

  /// The path that leads to a page from the file's folder; `nil` when the page is no file.
  borrowing func path(to location: String, _ shelf: PageShelf) -> String? {
    shelf.isFile(location) ? SessionPaths.path(to: location, fromFolderOf: path) : nil
  }

  /// Opens a file in the current folder that is named after the first page and the moment, and was not there before.
  static func new(
    ofPages locations: [String], _ shelf: PageShelf
  ) throws(CommandFailure) -> RecordingFile {
    for location in locations { try requireFile(location, shelf) }
    let name = (locations.first ?? "").split(separator: "/").last ?? "page"
    return try new(name.lastIndex(of: ".").map { name[..<$0] } ?? name, locations, shelf)
  }

  /// Opens a file in the current folder that is named after a unit of the preload lab and the moment.
  static func new(
    ofLab unit: String, _ shelf: PageShelf
  ) throws(CommandFailure) -> RecordingFile {
    let isPlain = unit.utf8.allSatisfy { byte in
      ("a"..."z").contains(Character(Unicode.Scalar(byte)))
        || ("0"..."9").contains(Character(Unicode.Scalar(byte))) || byte == UInt8(ascii: "_")
    }
    return try new(isPlain ? "lab-\(unit)" : "lab", [], shelf)
  }

  private static func new(
    _ stem: Substring, _ locations: [String], _ shelf: PageShelf
  ) throws(CommandFailure) -> RecordingFile {
    // In front of a name that begins with a dash it keeps commands from taking it for an option.
    let start = stem.hasPrefix("-") ? "./" : ""
    let moment = "\(start)\(stem)-\(WallClock.text("%Y-%m-%dT%H%M%SZ"))"
    for number in 1...99 {
      let path = moment + (number == 1 ? "" : "-\(number)") + ".jsonl"
      var facts = stat()
      if lstat(path, &facts) != 0 { return try open(path, ofPages: locations, shelf) }
    }
    throw .inputOutput("\(moment).jsonl: is there already, and so are 98 more of this second")
  }

  /// Appends bytes, and says what went wrong; the lines before stay whole.
  mutating func append(_ bytes: [UInt8]) -> String? {
    do {
      try descriptor.write(bytes)
      size += off_t(bytes.count)
      return nil
    } catch {
      _ = ftruncate(descriptor.number, size)
      return "the recording ended: \(FileProblem(path: path, error: error))"
    }
  }

  // MARK: -

  private static func requireFile(
    _ location: String, _ shelf: PageShelf
  ) throws(CommandFailure) {
    guard shelf.isFile(location) else {
      throw .usage(
        "a session names the file of its page, and this page has none: record a copy of it")
    }
  }

  /// Opens a file, makes it if there is none, and locks it: from then on it is nobody else's to take away.
  private static func openLocked(
    _ path: String
  ) throws(CommandFailure) -> (number: Int32, isNew: Bool) {
    // Waits for nobody, should it be a pipe.
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK
    for _ in 1...100 {
      var isNew = true
      var number = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o666)
      if number < 0, errno == EEXIST {
        isNew = false
        number = Glibc.open(path, flags)
      }
      guard number >= 0 else { throw failure(toOpen: path, .last) }
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
        let error = SystemError.last
        close(number)
        guard error.number == EWOULDBLOCK else {
          throw .inputOutput("\(path): cannot be locked: \(error)")
        }
        throw .unavailable("\(path): another playground is recording to it")
      }
      if isFile(number, at: path) { return (number, isNew) }
      // Whoever had the lock before has taken the file away.
      close(number)
    }
    throw .inputOutput("\(path): is taken away whenever it is opened")
  }

  private static func failure(toOpen path: String, _ error: SystemError) -> CommandFailure {
    let problem = FileProblem(path: path, error: error)
    return switch error.number {
    case EISDIR: .noInput("\(path): is a folder, not a file")
    case ENOENT, ENOTDIR: .noInput("\(problem)")
    case ENXIO: .usage("\(path): is not an ordinary file")
    default: .inputOutput("\(problem)")
    }
  }

  /// Whether it is this open file that a path leads to.
  private static func isFile(_ file: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(file, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }

  /// Takes a file away that is locked, unless there is something in it.
  private static func discard(_ file: Int32, _ path: String) {
    var facts = stat()
    if fstat(file, &facts) == 0, facts.st_size == 0, isFile(file, at: path) { unlink(path) }
  }

  private static func requireEmpty(_ file: Int32, _ path: String) throws(CommandFailure) {
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .usage("\(path): is not an ordinary file")
    }
    guard facts.st_size == 0 else {
      throw .usage("\(path): is there already; a recording takes the place of nothing")
    }
  }
}
