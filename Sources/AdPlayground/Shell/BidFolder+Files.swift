import AdEngine
import AdRendering
import AdSessions
import AdSimulation

extension BidFolder {
  /// No page needs more responses than this, or more bytes of them.
  private static let maxFiles = 500
  private static let maxBytes = 1 << 26

  /// The responses that a page names, seen from the folder that the page lies in; `nil` if it names none.
  init?(
    namedIn page: PageSource, at location: String, _ shelf: DocumentLibrary, _ console: Console
  ) {
    guard let path = page.bidsPath else { return nil }
    self.init([])
    var place = path
    do throws(CommandError) {
      place = try shelf.place(of: path, namedIn: location)
      files = try Self.files(at: place, console)
    } catch {
      // The page's problem names the file already.
      let reason = error.reason ?? "cannot be read"
      problem = reason.hasPrefix("\(place): ") ? String(reason.dropFirst(place.count + 2)) : reason
    }
  }

  /// The file at a path, or the files ending in `.json` of a folder there.
  private static func files(at path: String, _ console: Console) throws(CommandError) -> [BidFile] {
    guard Folder.isThere(path) else { return [try file(path, console)] }
    let names = try restating(
      try Folder.names(in: path, endingIn: [".json"], atMost: maxFiles), as: CommandError.file)
    var files: [BidFile] = []
    var bytes = 0
    for name in names {
      let file = try file(path.hasSuffix("/") ? path + name : "\(path)/\(name)", console)
      bytes += file.body.count
      guard bytes <= maxBytes else {
        throw .data("expected at most \(maxBytes) bytes of responses")
      }
      files.append(file)
    }
    return files
  }

  private static func file(_ path: String, _ console: Console) throws(CommandError) -> BidFile {
    let input = try InputFile(linked: path, console)
    return BidFile(name: path, body: try input.readAll(beyond: BidResponseReader.maxBytes))
  }
}
