import ArgumentParser

/// `adview explain`: one decision of the engine, with its reasons.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain one decision of the engine.",
    subcommands: [
      ExplainTargetingCommand.self, ExplainURLCommand.self, ExplainConsentCommand.self,
      ExplainBidCommand.self,
    ])
}
