import AdSessions
import Playground

extension PlayCommand {
  /// Opens the playground on the terminal and runs it until the person quits.
  func startPlayground(_ console: Console) throws(CommandFailure) {
    var options = PlaygroundOptions()
    options.ads = shared.ads
    options.overrides = shared.overrides
    options.speed = speed ?? 1
    options.megabytesPerAd = adMemory ?? options.megabytesPerAd
    let opened = try openedFile(options, console)
    if shared.strict, case .page(let file) = opened {
      _ = try OpenedPage(file.bytes, name: file.name, shared.pageOpening, console)
    }
    var shell = try PlaygroundShell(
      opened, options: options, features: TerminalFeatures(ground: theme), console: console)
    let signal = shell.run()
    shell.close()
    if let signal { Terminal.end(by: signal) }
  }

  private func openedFile(
    _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandFailure) -> OpenedFile {
    guard let file else { return .page(try PageShelf.demo()) }
    return try OpenedFile(file, shared.pageOpening, options, console)
  }
}
