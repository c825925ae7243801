import AdLab
import AdRendering
import AdSessions
import Playground

/// What can be opened from inside the playground.
extension DocumentLibrary {
  /// The most files of a folder that are listed.
  private static let maxFound = 200

  /// The demos, and the sessions and pages beside the page at `location`, or else in the current folder.
  func found(beside location: String) -> [FoundFile] {
    let demos = BuiltInDemo.sessions.map { FoundFile(.demo, $0.name, preview: $0.subject) }
    let pages = console.app.pages.map {
      FoundFile(
        .page, Self.location(ofPage: $0.name), preview: Self.words(of: $0.bytes, name: $0.name))
    }
    let folder = isFile(location) ? Folder.of(location) : "."
    let names = try? Folder.names(
      in: folder, endingIn: [".md", ".markdown", ".jsonl"], atMost: Self.maxFound)
    let files = (names ?? []).compactMap { name in
      found(folder == "." ? name : (folder == "/" ? "/" : folder + "/") + name)
    }
    let sessions = files.filter { $0.kind == .session }
    return demos + sessions + files.filter { $0.kind == .page } + pages
  }

  /// A file as it is listed; `nil` of one that cannot be read.
  private func found(_ path: String) -> FoundFile? {
    let console = Console(input: -1, output: -1, errors: -1)
    guard let file = try? InputFile(linked: path, console),
      let beginning = try? file.readBeginning()
    else { return nil }
    guard file.isSession(beginningWith: beginning) else {
      return FoundFile(.page, path, preview: Self.words(of: beginning, name: path))
    }
    guard let content = Self.content(of: beginning) else { return nil }
    return FoundFile(.session, path, preview: content)
  }

  /// The title of a page and how many slots it has.
  private static func words(of bytes: [UInt8], name: String) -> String {
    let (page, _) = Page.read(PageSource(bytes, name: name), options: ReadingOptions())
    return page.title + ": " + page.slots.count.counted("slot")
  }

  /// What a session is of; `nil` where its first line says nothing.
  private static func content(of bytes: [UInt8]) -> String? {
    var reader = SessionReader()
    reader.append(bytes)
    guard let item = try? reader.next(), case .header(let header) = item else { return nil }
    return switch header.content {
    case .page(let path, _): "a session of \(path)"
    case .slots(let slots):
      slots.isEmpty ? "a session of an app" : "a session of an app, \(slots.count) slots"
    case .lab(let setup): "a session of the preload lab, unit \(setup.settings.unit)"
    }
  }
}

extension Scene {
  /// Opens a demo, a session or a page that was found.
  init(
    _ found: FoundFile, _ shelf: DocumentLibrary, _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandError) {
    if found.kind == .page, let page = try shelf.builtInPage(at: found.name) {
      self = .page(page)
      return
    }
    let location =
      found.kind == .demo ? try DemoCommand.session(found.name).location : found.name
    let opening = OpeningPlan(ads: options.ads, allowsOutside: shelf.allowsOutside)
    try self.init(location, opening, options, console)
  }
}
