import AdEngine
import AdSessions
import ArgumentParser

/// The options of the commands that open one page or session: what is said of the page, and thresholds that beat those of
/// the session and the page.
struct SharedOptions: ParsableArguments {
  @OptionGroup var page: OpeningOptions

  @Option(
    help: ArgumentHelp("How near a slot is fetched, in points.", valueName: "pt"),
    transform: DistanceArgument.init)
  var fetch: DistanceArgument?

  @Option(
    help: ArgumentHelp("How near a slot is displayed, in points.", valueName: "pt"),
    transform: DistanceArgument.init)
  var display: DistanceArgument?

  @Option(
    help: ArgumentHelp(
      "Unload slots farther than this, in points, or not at all.", valueName: "pt|off"),
    transform: UnloadArgument.init)
  var unload: UnloadArgument?

  func validate() throws {
    if let fetch, let display, display.points > fetch.points {
      throw ValidationError(
        "--display \(display.points) --fetch \(fetch.points): expected display to be at most fetch")
    }
  }

  /// The names of all the options given.
  var optionsGiven: [String] {
    page.optionsGiven
      + [("--fetch", fetch != nil), ("--display", display != nil), ("--unload", unload != nil)]
      .filter(\.1).map(\.0)
  }

  /// The settings that were given.
  ///
  /// - Throws: A sentence when `--tcf` names nothing that says what the person chose.
  func overrides(_ console: Console) throws(CommandFailure) -> SettingOverrides {
    var overrides = try page.overrides(console)
    overrides.lazyLoading.fetchThreshold = fetch?.points
    overrides.lazyLoading.displayThreshold = display?.points
    switch unload {
    case nil: break
    case .off: overrides.lazyLoading.unloadingEnabled = false
    case .beyond(let points):
      overrides.lazyLoading.unloadingEnabled = true
      overrides.lazyLoading.unloadThreshold = points
    }
    return overrides
  }
}
