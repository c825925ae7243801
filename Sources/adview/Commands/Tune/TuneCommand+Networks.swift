import AdTuning
import Glibc

/// `adview tune --networks`.
extension TuneCommand {
  /// Prints what the sessions say on each network.
  func printNetworks(_ sessions: TuneSessions, _ console: Console) throws(CommandError) {
    guard !sessions.areAnsweredByRecordings else {
      throw .usage(
        "--networks: the answers of these sessions are recorded, with the network that they came over: expected sessions of a page"
      )
    }
    var table = NetworkTable([])
    var count = 0
    for network in NetworkTable.networks {
      let (study, counted) = try study(sessions, console) { $0.on(network) }
      // Networks are compared over the same sessions.
      guard count == 0 || counted.count == count else { throw .ended(128 + SIGINT) }
      count = counted.count
      table.rows.append(NetworkTable.Row(network, study.report(on: counted)))
    }
    try console.write(
      json
        ? table.json(readers: sessions.readers) + "\n" : table.text(origin: sessions.origin(count)))
  }
}
