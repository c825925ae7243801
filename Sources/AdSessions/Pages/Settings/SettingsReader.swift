import AdEngine
import AdRendering
import AdSimulation

/// Reads the settings of a page from its front matter.
struct SettingsReader {
  var settings = PageSettings()
  var title: String?
  /// Where responses are, and the line that says so.
  var bids: (path: String, line: Int)?
  /// The sizes that the page's `ad` blocks can name: those of its plug-in (`S3.26`, `S3.29`, D50).
  var sizes = BannerSizes.tutorial

  init(_ entries: [YAMLEntry], line: Int, _ problems: inout Problems) {
    var keys = KeyReader(entries, place: "front matter", line: line)
    title = keys.value("title", expected: "a text", &problems, \.text)?.scrubbed
    settings.viewport =
      keys.value("viewport", expected: Measures.viewport, &problems) {
        $0.text.flatMap(Measures.size)
      } ?? settings.viewport
    readLazyLoading(&keys, &problems)
    readAdServer(&keys, &problems)
    readAuction(&keys, &problems)
    settings.screenBanner = ScreenAd.read("screenBanner", .screenBanner, &keys, &problems)
    settings.interstitial = ScreenAd.read("interstitial", .interstitial, &keys, &problems)
    readConsent(&keys, &problems)
    // Without an address nothing could ever load, and nothing would say why (GATE-7).
    let template = keys.value("template", expected: "a URL", &problems) { value in
      value.text.flatMap { (try? URLReader.read($0))?.isWeb == true ? $0.scrubbed : nil }
    }
    settings.template = template ?? settings.template
    settings.impressionDelay =
      keys.value("impressionDelay", expected: Measures.time, &problems) {
        $0.text.flatMap(Measures.time)
      } ?? 0
    settings.scrollAnchoring =
      keys.value("scrollAnchoring", expected: "true or false", &problems, \.bool) ?? true
    readPlugin(&keys, &problems)
    readWebView(&keys, &problems)
    settings.knownTargeting = keys.value(
      "knownTargeting", expected: "a list of keys", &problems, \.texts)
    keys.reportUnknownKeys(
      &problems,
      others: [
        "lazyLoadAd": "lazyLoad: { unloadingEnabled: true }",
        "fetchThreshold": "lazyLoad: { fetchThreshold: 800 }",
        "displayThreshold": "lazyLoad: { displayThreshold: 200 }",
        "unloadThreshold": "lazyLoad: { unloadThreshold: 1600 }",
        "unloadingEnabled": "lazyLoad: { unloadingEnabled: true }",
        "requests": "lazyLoad: { requests: single }",
        "allowsInlineMediaPlayback": "webView: { allowsInlineMediaPlayback: true }",
        "allowsInlineMediaPlaybook": "webView: { allowsInlineMediaPlayback: true }",
        "mediaTypesRequiringUserActionForPlayback":
          "webView: { mediaTypesRequiringUserActionForPlayback: [] }",
        "javaScriptCanOpenWindowsAutomatically":
          "webView: { javaScriptCanOpenWindowsAutomatically: true }",
      ], elsewhere: Self.saidElsewhere)
  }

  /// What is said of each ad, or not by a page at all.
  private static let saidElsewhere = AdBlockReader.namesInSwift.mapValues {
    "set it in each `ad` block: `\($0)`"
  }.merging(
    [
      "isDebugEnabled":
        "not a setting of pages: the playground's ladybug switches the debug log on and off"
    ]) { $1 }

  private mutating func readLazyLoading(_ keys: inout KeyReader, _ problems: inout Problems) {
    if let entry = keys.entry("lazyLoad"), let isOn = entry.value.bool {
      if !isOn { settings.lazyLoading = nil }
      return
    }
    guard
      var thresholds = keys.map(
        "lazyLoad", expected: "off, or a map of thresholds", &problems)
    else { return }
    var change = LazyLoadingChange(reading: &thresholds, &problems)
    change.mobileScaling = thresholds.value(
      "mobileScaling", expected: "a number above 0", &problems, \.number)
    change.requests = thresholds.choice("requests", &problems)
    change.fetchAfter = thresholds.value("fetchAfter", expected: Measures.time, &problems) {
      $0.text.flatMap(Measures.time)
    }
    change.horizontalMargin = thresholds.value(
      "horizontalMargin", expected: "points, at least 0", &problems, \.number)
    thresholds.reportUnknownKeys(&problems, others: Self.namesInGPT)
    do {
      settings.lazyLoading = try LazyLoadingSettings.standard.applying(change)
    } catch {
      problems.add("lazyLoad: \(error)", line: thresholds.line)
    }
  }

  /// The names of Google Publisher Tag's settings, with what a page writes.
  private static let namesInGPT = [
    "fetchMarginPercent": "fetchThreshold: 500%", "renderMarginPercent": "displayThreshold: 200%",
    "singleRequest": "requests: single",
    "auction": "auction: { threshold: 300% } beside lazyLoad",
  ]

  /// Reads what belongs to the engine, which the settings of lazy loading hold, and how long the simulated bidders take.
  private mutating func readAuction(_ keys: inout KeyReader, _ problems: inout Problems) {
    guard let entry = keys.entry("auction") else { return }
    var auction = AuctionSettings.standard
    if let isOn = entry.value.bool {
      guard isOn else { return }
    } else {
      let expected = "on, off, or a map of threshold, latency, timeout and expires"
      guard var map = keys.map("auction", expected: expected, &problems) else { return }
      let threshold = map.threshold("threshold", &problems)
      let latency = map.value("latency", expected: Measures.latency, &problems) {
        $0.text.flatMap(Measures.latency)
      }
      func time(_ key: String) -> Int64? {
        map.value(key, expected: Measures.time, &problems) { $0.text.flatMap(Measures.time) }
      }
      let (timeout, expires) = (time("timeout"), time("expires"))
      map.reportUnknownKeys(&problems)
      settings.adServer.bidLatency = latency ?? settings.adServer.bidLatency
      do throws(AuctionError) {
        auction = try AuctionSettings(
          threshold: threshold ?? auction.threshold, timeout: timeout ?? auction.timeout,
          expires: expires ?? auction.expires)
      } catch {
        return problems.add("front matter: \(error)", line: map.line)
      }
    }
    guard let lazyLoading = settings.lazyLoading else {
      return problems.add(
        "front matter: auction: expected a page with lazy loading, whose checks begin auctions",
        line: entry.line)
    }
    settings.lazyLoading =
      (try? lazyLoading.applying(LazyLoadingChange(auction: .before(auction)))) ?? lazyLoading
  }

  private mutating func readAdServer(_ keys: inout KeyReader, _ problems: inout Problems) {
    guard var server = keys.map("adServer", expected: "a map of settings", &problems) else {
      return
    }
    let seed = server.value("seed", expected: "a whole number, not negative", &problems) {
      $0.text.flatMap { WrittenNumber.whole($0, in: 0...UInt64.max) }
    }
    let latency = server.value("latency", expected: Measures.latency, &problems) {
      $0.text.flatMap(Measures.latency)
    }
    let share = "a share from 0 to 1"
    let failureRate = server.value("failureRate", expected: share, &problems, \.share)
    let noFillRate = server.value("noFillRate", expected: share, &problems, \.share)
    let line = server.entry("bids")?.value.line ?? server.line
    bids = server.value("bids", expected: "the path of a file or a folder", &problems) { value in
      value.text.flatMap { $0.isEmpty ? nil : ($0, line) }
    }
    let messageRate = server.value("messageRate", expected: share, &problems, \.share)
    let redirectRate = server.value("redirectRate", expected: share, &problems, \.share)
    let sizes = readSizes(&server, &problems)
    let token = server.value("token", expected: "a text", &problems) { value in
      value.text.flatMap { $0.isEmpty ? nil : $0.scrubbed }
    }
    server.reportUnknownKeys(&problems)
    let defaults = AdServerSettings()
    settings.adServer = AdServerSettings(
      seed: seed ?? defaults.seed, latency: latency ?? defaults.latency,
      failureRate: failureRate ?? defaults.failureRate,
      noFillRate: noFillRate ?? defaults.noFillRate,
      messageRate: messageRate ?? defaults.messageRate,
      redirectRate: redirectRate ?? defaults.redirectRate)
    settings.adServer.token = token
    settings.adServer.sizes = sizes
  }

  /// The sizes in which units are sold, by their ids.
  private func readSizes(_ server: inout KeyReader, _ problems: inout Problems) -> [String: [Size]]
  {
    let entries = server.value(
      "sizes", expected: "a map of units, each with a list of sizes", &problems
    ) { value in
      if case .map(let entries) = value.content { entries } else { nil }
    }
    var sizes: [String: [Size]] = [:]
    for entry in entries ?? [] {
      let sold = entry.value.texts?.map(Measures.size)
      guard let sold, !sold.isEmpty, !sold.contains(nil) else {
        problems.add(
          "adServer: sizes of \(entry.key.quoted): expected a list such as [320x50, 300x250]",
          line: entry.line)
        continue
      }
      sizes[entry.key] = sold.compactMap(\.self)
    }
    return sizes
  }

  private mutating func readPlugin(_ keys: inout KeyReader, _ problems: inout Problems) {
    let line = keys.entry("plugin")?.value.line ?? keys.line
    let expected = "the configuration of a plug-in as JSON"
    guard let text = keys.value("plugin", expected: expected, &problems, \.text) else { return }
    do throws(PluginConfigurationError) {
      sizes = try PluginConfiguration(json: text).sizes
    } catch {
      problems.add("front matter: plugin: \(error)".scrubbed, line: line)
    }
  }

  private mutating func readWebView(_ keys: inout KeyReader, _ problems: inout Problems) {
    guard var view = keys.map("webView", expected: "a map of settings", &problems) else { return }
    func flag(_ key: String) -> Bool? {
      view.value(key, expected: "true or false", &problems, \.bool)
    }
    let defaults = settings.webView
    settings.webView.allowsInlineMediaPlayback =
      flag("allowsInlineMediaPlayback") ?? defaults.allowsInlineMediaPlayback
    let types = view.value(
      "mediaTypesRequiringUserActionForPlayback", expected: "a list of audio and video", &problems
    ) { value in
      value.texts.flatMap { texts in
        let types = texts.compactMap(WebViewConfiguration.MediaType.init(rawValue:))
        return types.count == texts.count ? Set(types) : nil
      }
    }
    settings.webView.mediaTypesRequiringUserActionForPlayback =
      types ?? defaults.mediaTypesRequiringUserActionForPlayback
    settings.webView.javaScriptCanOpenWindowsAutomatically =
      flag("javaScriptCanOpenWindowsAutomatically")
      ?? defaults.javaScriptCanOpenWindowsAutomatically
    settings.adServer.opensWindows = settings.webView.javaScriptCanOpenWindowsAutomatically
    settings.webView.hosts.isPortStrict = flag("strictPort") ?? defaults.hosts.isPortStrict
    settings.webView.hosts.site = view.value(
      "sameSite", expected: "a domain such as stepdev.dk", &problems
    ) { value in
      let host = value.text.flatMap { (try? URLReader.read("https://\($0)/"))?.host }
      if case .domain? = host { return host }
      return nil
    }
    view.reportUnknownKeys(&problems)
  }

  private mutating func readConsent(_ keys: inout KeyReader, _ problems: inout Problems) {
    guard var consent = keys.map("consent", expected: "a map of settings", &problems) else {
      return
    }
    if let policy: ConsentPolicy = consent.choice("policy", &problems) {
      settings.consent.policy = policy
    }
    let purposes = consent.value(
      "purposes", expected: "a list of whole numbers from 1 to 24", &problems
    ) { $0.numbers(in: 1...24) }
    settings.consent.needed.purposes = purposes ?? settings.consent.needed.purposes
    let vendors = consent.value(
      "vendors", expected: "a list of whole numbers from 1 to 65535", &problems
    ) { $0.numbers(in: 1...VendorSet.maxID) }
    settings.consent.needed.vendors = vendors ?? settings.consent.needed.vendors
    consent.reportUnknownKeys(&problems)
  }
}

extension YAMLValue {
  /// A number from 0 to 1.
  fileprivate var share: Double? {
    number.flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// A list of texts, or one text alone.
  var texts: [String]? {
    guard case .list(let items) = content else { return text.map { [$0] } }
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? texts : nil
  }

  /// A list of whole numbers, each once, or one number alone.
  fileprivate func numbers(in range: ClosedRange<Int>) -> [Int]? {
    guard let texts else { return nil }
    var numbers: [Int] = []
    for text in texts {
      guard let number = WrittenNumber.whole(text, in: range) else { return nil }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}
