import Playground

/// The files that the playground asks for, with a screen or without one: pages, settings and the debug log.
struct ShellFiles: ~Copyable {
  /// Where pages come from.
  let shelf: DocumentLibrary
  var settings: SettingsFile
  private var log: DebugLogFile

  init(_ shelf: DocumentLibrary) {
    let folders = StandardFolders()
    settings = SettingsFile(folder: folders.configuration)
    log = DebugLogFile(folder: folders.state)
    self.shelf = shelf
  }

  /// Carries out a request for a file, and returns the message for the playground; the others are none of its business.
  mutating func carryOut(_ request: Request) -> Message? {
    do throws(CommandError) {
      switch request {
      case .open(let link, let location): return .opened(try shelf.follow(link, from: location))
      case .reopen(let location): return .reopened(try shelf.reopen(location))
      case .write(let bytes, let file):
        let (written, problem) = try shelf.write(bytes, over: file)
        return .wrote(written, problem: problem)
      case .save(let new): return settings.save(new).map { .notice($0) }
      case .log(let lines): return log.append(lines).map { .notice($0) }
      case .find(let location): return .found(shelf.found(beside: location))
      case .openFound, .openOutside, .startRecording, .record, .endRecording, .endFollowing,
        .takeMouse, .copy, .redraw, .quit:
        return nil
      }
    } catch {
      let reason = error.reason ?? "the file could not be read or written"
      if case .open = request { return .openFailed(reason) }
      return .notice(reason)
    }
  }
}
