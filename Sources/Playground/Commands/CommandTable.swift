/// The one table of commands: their keys by place, their help, when they may run, and what they do.
///
/// Dispatch, refusals, palette, footer, help, `adview help keys` and the words that can be typed without a screen
/// are made from it.
enum CommandTable {
  /// The keys of a command in one place; with the first of them stands what goes for the command everywhere.
  struct Line: Sendable {
    let binding: Binding
    let row: Row?
    /// How the footer names the keys, by the place where it does.
    private(set) var hints: [FooterHint] = []

    /// Adds a hint of the footer in the place of the keys; it names the keys of the other commands, too.
    ///
    /// It is shown where one condition holds and the other does not.
    func hint(
      _ rank: Int, _ word: String, with others: [Command] = [], isNeeded: Bool = false,
      if fits: @escaping FooterHint.Condition = { _ in true },
      unless hides: @escaping FooterHint.Condition = { _ in false }
    ) -> Line {
      hint(
        in: [binding.context: rank], word, with: others, isNeeded: isNeeded, if: fits,
        unless: hides)
    }

    /// Adds the same hint in other places, with its rank in each.
    func hint(
      in ranks: [KeyContext: Int], _ word: String, with others: [Command] = [],
      isNeeded: Bool = false, if fits: @escaping FooterHint.Condition = { _ in true },
      unless hides: @escaping FooterHint.Condition = { _ in false }
    ) -> Line {
      var line = self
      line.hints += ranks.map { place, rank in
        FooterHint(
          commands: [binding.command] + others, place: place, rank: rank, word: word,
          isNeeded: isNeeded, fits: { fits($0) && !hides($0) })
      }
      return line
    }
  }

  /// What goes for a command wherever its keys are.
  struct Row: Sendable {
    let command: Command
    let help: String
    let availability: Availability
    /// The word that stands for it where there is no screen.
    let word: LinearWord?
    let run: Run
  }

  typealias Run = @Sendable (inout Model, Key) -> Void

  /// All lines, in the order in which the help shows them.
  ///
  /// They are short arrays, since the compiler's time grows with the square of one's length.
  static let lines = [
    article, anywhere, screen, threshold, log, replay, consent, covering, choosing, matrix, typed,
    palette, searching, slots, timeline, metricsPane, lab, tuning,
  ].flatMap(\.self)

  static let rows: [Command: Row] = Dictionary(
    lines.compactMap { line in line.row.map { ($0.command, $0) } }, uniquingKeysWith: { $1 })

  static func row(of word: LinearWord) -> Row? {
    lines.lazy.compactMap(\.row).first { $0.word == word }
  }

  /// The first keys of a command, and its row.
  static func row(
    _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String,
    _ availability: Availability, word: LinearWord? = nil,
    run: @escaping @Sendable (inout Model) -> Void
  ) -> Line {
    row(context, keys, command, help, availability, word, run: { model, _ in run(&model) })
  }

  /// The same for a command of the tuning screen.
  static func tuningRow(
    _ keys: [Key], _ command: Command, _ help: String,
    run: @escaping @Sendable (inout Tuning) -> Void
  ) -> Line {
    row(.tuning, keys, command, help, .inTuning, nil) { model, _ in
      guard model.tuning?.map != nil else { return model.noteStillCounting() }
      guard var tuning = model.tuning.take() else { return }
      run(&tuning)
      model.tuning = tuning
    }
  }

  /// The same for a command that is given the typed character.
  static func typing(
    _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String,
    _ availability: Availability, run: @escaping @Sendable (inout Model, Character) -> Void
  ) -> Line {
    row(context, keys, command, help, availability, nil) { model, key in
      if case .character(let character) = key { run(&model, character) }
    }
  }

  private static func row(
    _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String,
    _ availability: Availability, _ word: LinearWord?, run: @escaping Run
  ) -> Line {
    Line(
      binding: Binding(keys: keys, context: context, command: command, help: help),
      row: Row(command: command, help: help, availability: availability, word: word, run: run))
  }

  /// Keys of a command in another place.
  static func also(
    _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String
  ) -> Line {
    Line(binding: Binding(keys: keys, context: context, command: command, help: help), row: nil)
  }
}

extension Command {
  /// Whether its row lets it run on a stage.
  func runs(on stage: Stage) -> Bool { isAvailable(stage.availability) }

  /// Whether its row names all of these.
  func isAvailable(_ needed: Availability) -> Bool {
    CommandTable.rows[self]?.availability.isSuperset(of: needed) == true
  }
}
