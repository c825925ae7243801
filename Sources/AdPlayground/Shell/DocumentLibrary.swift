import AdSessions
import AdSimulation
import Playground

/// Where pages come from: files, standard input, and those that are built into the program.
struct DocumentLibrary {
  /// Stands before the names of pages that are built in.
  static let builtIn = "built-in:"

  let console: Console
  /// The folder, without links in its path, that pages may name files of; `nil` for all folders.
  private let root: String?

  /// Whether pages may name files of all folders.
  var allowsOutside: Bool { root == nil }

  /// The pages of any folder.
  init(console: Console) {
    self.console = console
    root = nil
  }

  /// The pages of the folder in which a page was opened, unless others are allowed.
  init(besidePage location: String, _ options: OpeningPlan, _ console: Console) {
    self.console = console
    root = options.allowsOutside ? nil : resolvedPath(Folder.of(location)) ?? ""
  }

  /// The page that opens without a file: the app's first one, or the homepage of the demo.
  func home() throws(CommandError) -> PageFile { try builtInPage(console.app.pages[0].name) }

  func follow(_ link: String, from location: String) throws(CommandError) -> PageFile {
    guard let path = LinkTarget(link).path else {
      throw .usage("\(link): leads out of the playground and is not opened")
    }
    if isBuiltIn(location) { return try builtInPage(path) }
    return try openLinked(try place(of: path, namedIn: location))
  }

  /// Where a file is that a page names; throws outside the folder in which pages were opened and that page's.
  func place(of path: String, namedIn location: String) throws(CommandError) -> String {
    let folder = location.lastIndex(of: "/").map { String(location[...$0]) } ?? ""
    let place = path.hasPrefix("/") ? path : folder + path
    // What is not there is reported when it is opened.
    guard let root, let end = resolvedPath(place) else { return place }
    let roots = [root, resolvedPath(Folder.of(location)) ?? root]
    guard roots.contains(where: { end == $0 || end.hasPrefix($0 == "/" ? $0 : $0 + "/") }) else {
      throw .noInput("\(place): lies outside the page's folder; --allow-outside lets pages name it")
    }
    return place
  }

  func isFile(_ location: String) -> Bool { !isBuiltIn(location) && location != "-" }

  func isBuiltIn(_ location: String) -> Bool { location.hasPrefix(Self.builtIn) }

  func reopen(_ location: String) throws(CommandError) -> PageFile {
    if let page = try builtInPage(at: location) { return page }
    guard location != "-" else { throw .usage("a page from standard input cannot be read again") }
    return try openLinked(location)
  }

  /// Replaces a page's file, if it still is what it was; returns it as it is now, and why it may not last.
  func write(
    _ bytes: [UInt8], over file: PageFile
  ) throws(CommandError) -> (file: PageFile, problem: String?) {
    guard isFile(file.location) else {
      throw .usage("\(file.name): is not a file of yours; open a copy to write to")
    }
    guard try reopen(file.location).bytes == file.bytes else {
      throw .inputOutput("\(file.name): was changed since it was opened; nothing was written")
    }
    var problem: String?
    do {
      try WholeFile.replace(file.location, with: bytes)
    } catch {
      // The new file is in its place when it was the folder that could not be written through.
      guard (try? reopen(file.location).bytes) == bytes else {
        throw .inputOutput("nothing was written: \(error)")
      }
      problem = "\(error)"
    }
    return (page(file.location, file.name, bytes), problem)
  }

  private func openLinked(_ path: String) throws(CommandError) -> PageFile {
    let file = try InputFile(linked: path, console)
    return page(path, file.name, try file.readPage())
  }

  func page(_ location: String, _ name: String, _ bytes: [UInt8]) -> PageFile {
    let source = PageSource(bytes, name: name)
    return PageFile(
      source, location: location, bids: BidFolder(namedIn: source, at: location, self, console),
      catalog: console.app.catalog, isFile: isFile(location))
  }

  /// The page that is built in at a location; `nil` if it is none for pages that are built in.
  func builtInPage(at location: String) throws(CommandError) -> PageFile? {
    isBuiltIn(location) ? try builtInPage(String(location.dropFirst(Self.builtIn.count))) : nil
  }

  func builtInPage(_ name: String) throws(CommandError) -> PageFile {
    guard let page = console.app.pages.first(where: { $0.name == name }) else {
      throw .noInput("\(name): no page of this name is built in")
    }
    let source = PageSource(page.bytes, name: name)
    let bids = source.bidsPath.map { path in
      BidFolder(
        console.app.responses.filter { $0.name == path || $0.name.hasPrefix(path + "/") }.map {
          BidFile(name: $0.name, body: $0.bytes)
        })
    }
    return PageFile(
      source, location: Self.location(ofPage: name), bids: bids, catalog: console.app.catalog,
      isFile: false)
  }

  static func location(ofPage name: String) -> String { builtIn + name }
}
