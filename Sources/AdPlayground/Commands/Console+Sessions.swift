extension Console {
  /// Does the same with each session on all cores, the results in order, until ^C; returns whether all were done.
  ///
  /// Complaints of `work` are printed before its result is taken; `verb` is the last word of "3 of 8 sessions read".
  func each<Item: Sendable, Value: Sendable>(
    _ sessions: [Item], at path: KeyPath<Item, String>, _ verb: String, onOneCore: Bool = false,
    work: @Sendable (Item, Console) throws(CommandError) -> Value,
    take: (Item, Result<Value, CommandError>, [Complaint]) throws(CommandError) -> Void
  ) throws(CommandError) -> Bool {
    var done = 0
    // A pipe may be named twice, is read once and may be slow.
    let onOneCore =
      onOneCore || sessions.contains { SessionPaths.isStream($0[keyPath: path]) }
    var progress = Progress(self)
    let (app, input) = (app, input)
    try Workers.each(sessions.count, onOneCore: onOneCore) {
      // A terminal is read until the user says so.
      sessions[done][keyPath: path] == "-"
        || progress.advance("\(done) of \(sessions.count) sessions \(verb)")
    } make: { number in
      Console.gathering(app, input: input) { console in
        Result { () throws(CommandError) in try work(sessions[number], console) }
      }
    } take: { (result, gathered) throws(CommandError) in
      takeOver(gathered)
      done += 1
      try take(sessions[done - 1], result, gathered.complaints)
    }
    return !progress.isInterrupted
  }
}
