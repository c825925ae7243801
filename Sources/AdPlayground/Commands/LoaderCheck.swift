import AdSessions

/// One session being held against the page that was recorded.
struct LoaderCheck: SessionPlaying {
  var player: SessionPlayer
  private var comparison: LoaderComparison

  /// Runs a session and says where the engine does something else than the page did.
  static func result(
    of file: consuming SessionFile, _ options: CheckCommand
  ) throws(CommandError) -> LoaderComparison.Result {
    let name = file.name
    let header = try file.header()
    if case .lab = header.content {
      throw .data("\(name): --against page: expected a session of a page, found one of the lab")
    }
    let page = try file.page(of: header, OpeningPlan())
    var check = LoaderCheck(
      player: try file.player(of: header, on: page, asked: options.world),
      comparison: LoaderComparison(tolerance: options.within ?? 250))
    try file.drive(&check)
    check.player.finish()
    check.report()
    guard check.comparison.hasPageEvents else {
      throw .data(
        "\(name): --against page: the session holds no page events: only recordings of pages with"
          + " Google Publisher Tag, without --slots, have them")
    }
    return check.comparison.result
  }

  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    comparison.receive(line)
    try player.receive(line, number: number)
  }

  mutating func report() { comparison.observe(player.drainHistory(), player.slots[1]) }
}
