import AdEngine
import AdSessions
import ArgumentParser

/// The options of commands that open one page or session: the page's, and thresholds that beat session and page.
struct SharedOptions: ParsableArguments {
  @OptionGroup var page: OpeningOptions

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

  var optionsGiven: [String] {
    page.optionsGiven
      + given([
        "--fetch": fetch != nil, "--display": display != nil, "--unload": unload != nil,
        "--requests": requests != nil, "--auction": auction != nil,
      ])
  }

  func overrides(_ console: Console) throws(CommandError) -> SettingOverrides {
    var overrides = try page.overrides(console)
    overrides.lazyLoading.fetchThreshold = fetch
    overrides.lazyLoading.displayThreshold = display
    overrides.lazyLoading.requests = requests
    overrides.lazyLoading.auction = auction
    overrides.lazyLoading.unloadThreshold = unload?.unloadThreshold
    overrides.lazyLoading.unloadingEnabled = unload?.unloadingEnabled
    return overrides
  }
}
