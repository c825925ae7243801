import AdEngine
import AdSessions
import ArgumentParser

/// Thresholds and rules of loading that beat session and page.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: .value("pt|%", "How near a slot is fetched, in points or % of the viewport's height."),
    transform: OptionReader.threshold)
  var fetch: Threshold?

  @Option(
    help: .value("pt|%", "How near a slot is displayed, in points or % of the viewport's height."),
    transform: OptionReader.threshold)
  var display: Threshold?

  @Option(
    help: .value(
      "pt|%|off",
      "Unload slots farther than this, in points or % of the viewport's height, or not at all."),
    transform: OptionReader.unload)
  var unload: LazyLoadingChange?

  @Option(
    help: .value(
      "pt|%|off",
      "Hold an auction before each request, from this distance on, with the usual time-out and expiry, or none."
    ),
    transform: OptionReader.auction)
  var auction: AuctionRule?

  @Option(help: "Request each ad by itself, or all when the first slot is near.")
  var requests: AdRequests?

  func validate() throws {
    guard let fetch, let display else { return }
    try refuse(
      (try? LazyLoadingSettings(fetchThreshold: fetch, displayThreshold: display)) == nil,
      "--display \(display) --fetch \(fetch): expected display to be at most fetch")
  }
}

/// A command that opens one page or session under settings of the command line.
///
/// Its two groups stand beside each other, since a debug build of the parser checks the groups in a group many times over.
protocol SettingsCommand: ConsoleCommand {
  var opening: OpeningOptions { get }
  var loading: LoadingOptions { get }
}

extension SettingsCommand {
  var shared: SharedOptions { SharedOptions(page: opening, loading: loading) }
}

/// The options of a command that opens one page or session.
struct SharedOptions {
  let page: OpeningOptions
  let loading: LoadingOptions

  var optionsGiven: [String] {
    page.optionsGiven
      + given([
        "--fetch": loading.fetch != nil, "--display": loading.display != nil,
        "--unload": loading.unload != nil, "--requests": loading.requests != nil,
        "--auction": loading.auction != nil,
      ])
  }

  func overrides(_ console: Console) throws(CommandError) -> SettingOverrides {
    var overrides = try page.overrides(console)
    overrides.lazyLoading.fetchThreshold = loading.fetch
    overrides.lazyLoading.displayThreshold = loading.display
    overrides.lazyLoading.requests = loading.requests
    overrides.lazyLoading.auction = loading.auction
    overrides.lazyLoading.unloadThreshold = loading.unload?.unloadThreshold
    overrides.lazyLoading.unloadingEnabled = loading.unload?.unloadingEnabled
    return overrides
  }
}
