import AdEngine
import AdSessions
import AdSimulation
import ArgumentParser
import Playground

/// The options that say what size the viewport has.
struct ViewportOptions: ParsableArguments {
  @Option(
    help: .value("WxH", "The size of the viewport, in points."), transform: OptionReader.size)
  var viewport: Size?

  @Option(
    help: .value(
      "name", "The viewport of a device: \(Device.all.map(\.name).joined(separator: ", "))."),
    completion: .list(Device.all.map(\.name)), transform: OptionReader.device)
  var device: Device?

  var size: Size? { viewport ?? device?.screen }

  var optionsGiven: [String] { given(["--viewport": viewport != nil, "--device": device != nil]) }

  func validate() throws {
    try refuse(optionsGiven.count > 1, "--viewport and --device: expected one of them")
  }
}

/// The options of every command that opens a page or session, thresholds apart; each beats what session and page say.
struct OpeningOptions: ParsableArguments {
  @OptionGroup var screen: ViewportOptions

  @Option(help: .value("n", "The width of the column of text, in characters."))
  var columns: Int?

  @Option(
    help: .value(
      "every:n",
      "Where a page without ads gets some: after every n-th block. Not for commands that write a session."
    ),
    transform: { text in
      try restating(try AdRule(text)) { (error: AdRuleError) in ValidationError(error.description) }
    })
  var ads: AdRule?

  @Option(
    help: """
      The user's choice. (default: in the playground the last one made there; in a run the \
      session's, else granted)
      """)
  var consent: ConsentStatus?

  @Option(
    help: .value(
      "file|string",
      """
      The user's choice as a TC string of IAB TCF 2, or a file that holds one, or the IABTCF_* keys as JSON. It counts \
      by the purposes and vendors that the page needs.
      """),
    completion: .file())
  var tcf: String?

  @Option(
    help: "The rule by which the choice lets ads load. (default: the session's, else the page's)")
  var policy: ConsentPolicy?

  @Option(help: .value("n", "The seed of the simulated world."))
  var seed: UInt64?

  @Option(
    help: """
      The network between the app and the simulated ad server, with the figures of Chrome DevTools; offline every request \
      fails. (default: the session's, else none: the page's latency is all)
      """)
  var network: NetworkProfile?

  @Option(
    help: .value(
      "on|off",
      """
      Whether the scroll position is adjusted when an ad above the viewport changes its height, as browsers do and scroll \
      views of apps do not. (default: the session's, else the page's)
      """),
    transform: { text in
      guard let isOn = ["on": true, "off": false][text] else {
        throw ValidationError("expected on or off")
      }
      return isOn
    })
  var scrollAnchoring: Bool?

  @Flag(help: "Refuse a page with problems in it.")
  var strict = false

  @Flag(help: "Let a page link to pages, and name responses, outside its folder.")
  var allowOutside = false

  func validate() throws {
    try refuse(consent != nil && tcf != nil, "--consent and --tcf: expected one of them")
    try refuse("--columns", columns, outside: PageLayout.columnRange)
    // Sessions hold the seed as a number of JSON.
    if let seed, seed > 9_007_199_254_740_991 {
      throw ValidationError("--seed \(seed): expected at most 9007199254740991")
    }
  }

  /// The names of the options given that only a page can follow.
  var layoutOptionsGiven: [String] {
    given([
      "--ads": ads != nil, "--columns": columns != nil, "--strict": strict,
      "--allow-outside": allowOutside, "--scroll-anchoring": scrollAnchoring != nil,
    ])
  }

  var optionsGiven: [String] {
    layoutOptionsGiven + screen.optionsGiven
      + given([
        "--consent": consent != nil, "--tcf": tcf != nil, "--policy": policy != nil,
        "--seed": seed != nil,
        "--network": network != nil,
      ])
  }

  var opening: OpeningPlan { OpeningPlan(ads: ads, isStrict: strict, allowsOutside: allowOutside) }

  func overrides(_ console: Console) throws(CommandError) -> SettingOverrides {
    var overrides = SettingOverrides()
    overrides.viewport = screen.size
    overrides.consent = consent.map { .status($0) }
    if let tcf { overrides.consent = try TCFArgument.choice(tcf, console) }
    overrides.policy = policy
    overrides.seed = seed
    overrides.network = network
    overrides.scrollAnchoring = scrollAnchoring
    overrides.columns = columns
    return overrides
  }
}
