import AdRendering
import AdSessions
import AdSimulation
import Glibc

extension BidFolder {
  /// No page needs more responses than this, or more bytes of them.
  private static let mostFiles = 500
  private static let mostBytes = 1 << 26

  /// The responses that a page names, seen from the folder that the page lies in; `nil` if it names none.
  init?(namedIn page: PageSource, at location: String, _ console: Console) {
    guard let path = page.bidsPath else { return nil }
    let folder = location.lastIndex(of: "/").map { String(location[...$0]) } ?? ""
    self.init([])
    do throws(CommandFailure) {
      files = try Self.files(at: path.hasPrefix("/") ? path : folder + path, console)
    } catch {
      problem = error.reason ?? "cannot be read"
    }
  }

  /// The file at a path, or the files ending in `.json` of a folder there.
  private static func files(
    at path: String, _ console: Console
  ) throws(CommandFailure) -> [BidFile] {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      return [try file(path, console)]
    }
    guard let folder = opendir(path) else {
      throw .inputOutput("cannot be opened: \(SystemError.last)")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder), names.count < mostFiles {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
    }
    var files: [BidFile] = []
    var bytes = 0
    for name in names.sorted() {
      let file = try file(path.hasSuffix("/") ? path + name : "\(path)/\(name)", console)
      bytes += file.body.count
      guard bytes <= mostBytes else {
        throw .data("expected at most \(mostBytes) bytes of responses")
      }
      files.append(file)
    }
    return files
  }

  private static func file(_ path: String, _ console: Console) throws(CommandFailure) -> BidFile {
    let input = try InputFile(linked: path, console)
    var body: [UInt8] = []
    while body.count <= BidResponseReader.maxBytes {
      let chunk = try input.read()
      if chunk.isEmpty { break }
      body += chunk
    }
    return BidFile(name: path, body: body)
  }
}
