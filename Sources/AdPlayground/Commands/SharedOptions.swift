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
      "pt|%",
      "With --fetch, which is then for what lies ahead: the fetch threshold of slots that were scrolled past."
    ),
    transform: OptionReader.threshold)
  var fetchBehind: Threshold?

  @Option(
    help: .value(
      "pt|%",
      "With --display, which is then for what lies ahead: the display threshold of slots that were scrolled past."
    ),
    transform: OptionReader.threshold)
  var displayBehind: Threshold?

  @Option(
    help: .value(
      "factor", "What percentages are multiplied by on a phone, as in Google Publisher Tag."),
    transform: OptionReader.scaling)
  var mobileScaling: Double?

  @Option(
    help: .value("ms", "How long a slot stays near before it is fetched, 0 to 60000 ms."),
    transform: OptionReader.delay)
  var fetchAfter: Int64?

  @Option(
    help: .value(
      "pt", "How far left or right of the viewport a slot still counts as near, in points."),
    transform: OptionReader.margin)
  var horizontalMargin: Double?

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
    if fetchBehind != nil, fetch == nil {
      throw ValidationError("--fetch-behind: expected --fetch with it, for what lies ahead")
    }
    if displayBehind != nil, display == nil {
      throw ValidationError("--display-behind: expected --display with it, for what lies ahead")
    }
    guard let fetch = fetchThreshold, let display = displayThreshold else { return }
    try refuse(
      (try? LazyLoadingSettings(fetchThreshold: fetch, displayThreshold: display)) == nil,
      "--display \(display) --fetch \(fetch): expected display to be at most fetch")
  }

  var optionsGiven: [String] {
    page.optionsGiven
      + given([
        "--fetch": fetch != nil, "--display": display != nil, "--unload": unload != nil,
        "--fetch-behind": fetchBehind != nil, "--display-behind": displayBehind != nil,
        "--mobile-scaling": mobileScaling != nil, "--requests": requests != nil,
        "--fetch-after": fetchAfter != nil, "--horizontal-margin": horizontalMargin != nil,
        "--auction": auction != nil,
      ])
  }

  private var fetchThreshold: Threshold? { fetch?.with(behind: fetchBehind) }

  private var displayThreshold: Threshold? { display?.with(behind: displayBehind) }

  func overrides(_ console: Console) throws(CommandError) -> SettingOverrides {
    var overrides = try page.overrides(console)
    overrides.lazyLoading.fetchThreshold = fetchThreshold
    overrides.lazyLoading.displayThreshold = displayThreshold
    overrides.lazyLoading.mobileScaling = mobileScaling
    overrides.lazyLoading.requests = requests
    overrides.lazyLoading.fetchAfter = fetchAfter
    overrides.lazyLoading.horizontalMargin = horizontalMargin
    overrides.lazyLoading.auction = auction
    overrides.lazyLoading.unloadThreshold = unload?.unloadThreshold
    overrides.lazyLoading.unloadingEnabled = unload?.unloadingEnabled
    return overrides
  }
}

extension Threshold {
  /// The threshold for what lies ahead, with another for what lies behind, if there is one.
  fileprivate func with(behind: Threshold?) -> Threshold {
    behind.map { .directional(ahead: ahead, behind: $0.ahead) } ?? self
  }
}
