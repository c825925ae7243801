import AdEngine
import AdRendering
import AdSimulation

/// Reads the settings of a page from its front matter.
struct SettingsReader {
  var settings = PageSettings()
  var title: String?
  var bids: (path: String, line: Int)?
  /// The plug-in that has the page's ads: its identifier, its configuration, and the line that says so.
  var plugin: (identifier: String, json: String?, line: Int)?
  /// The sizes that `ad` blocks can name, unless a plug-in has sizes of its own (`S3.26`, `S3.29`, D50).
  var sizes = BannerSizes.tutorial

  init(_ entries: [YAMLEntry], line: Int, _ problems: Problems) {
    let keys = KeyReader(entries, place: "front matter", line: line, problems)
    title = keys.value("title", expected: "a text", \.text)?.asDrawn
    settings.viewport =
      keys.text("viewport", expected: Measures.viewport, Measures.size) ?? settings.viewport
    readLazyLoading(keys)
    readAdServer(keys)
    readAuction(keys)
    settings.adServer.network = keys.choice("network")
    settings.screenBanner = ScreenAd.read("screenBanner", .screenBanner, keys)
    settings.interstitial = ScreenAd.read("interstitial", .interstitial, keys)
    readConsent(keys)
    // Without an address nothing could ever load, and nothing would say why (GATE-7).
    let template = keys.text("template", expected: "a URL") { text in
      (try? URLReader.read(text))?.isWeb == true ? text.scrubbed : nil
    }
    settings.template = template ?? settings.template
    settings.impressionDelay = keys.time("impressionDelay") ?? 0
    settings.refresh = RefreshInterval.read(keys)
    settings.recycling = keys.value(
      "recycle", expected: "a number of screens, from 1 to 100, or off"
    ) { value in
      value.bool == false ? 0 : value.number.flatMap { (1...100).contains($0) ? $0 : nil }
    }.flatMap { $0 > 0 ? $0 : nil }
    settings.scrollAnchoring = keys.flag("scrollAnchoring") ?? true
    readPlugin(keys)
    readWebView(keys)
    settings.knownTargeting = keys.value("knownTargeting", expected: "a list of keys", \.texts)
    keys.reportUnknownKeys(
      ignoring: Self.generatorKeys, isShared: true,
      others: [
        "lazyLoadAd": "lazyLoad: { unloadingEnabled: true }",
        "fetchThreshold": "lazyLoad: { fetchThreshold: 800 }",
        "displayThreshold": "lazyLoad: { displayThreshold: 200 }",
        "unloadThreshold": "lazyLoad: { unloadThreshold: 1600 }",
        "unloadingEnabled": "lazyLoad: { unloadingEnabled: true }",
        "refreshInterval": "refresh: 30s",
        "requests": "lazyLoad: { requests: single }",
        "allowsInlineMediaPlayback": "webView: { allowsInlineMediaPlayback: true }",
        "allowsInlineMediaPlaybook": "webView: { allowsInlineMediaPlayback: true }",
        "mediaTypesRequiringUserActionForPlayback":
          "webView: { mediaTypesRequiringUserActionForPlayback: [] }",
        "javaScriptCanOpenWindowsAutomatically":
          "webView: { javaScriptCanOpenWindowsAutomatically: true }",
      ], elsewhere: Self.saidElsewhere)
  }

  /// Keys of Jekyll and Hugo (their documentation of front matter, 2026), which any Markdown file may have.
  private static let generatorKeys = Set(
    """
    aliases audio author authors build cascade categories category collection comments cover date description
    draft excerpt excerpt_separator expiryDate headless image images isCJKLanguage keywords lang last_modified_at
    lastmod layout linkTitle markup menu menus outputs params path permalink published publishDate redirect_from
    redirect_to render_with_liquid resources series sitemap slug subtitle summary tag tags thumbnail toc
    translationKey type unpublishDate url videos weight
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Keys that belong to each ad, or not to a page at all.
  private static let saidElsewhere = AdBlockReader.namesInSwift.mapValues {
    "set it in each `ad` block: `\($0)`"
  }.merging(
    [
      "collapse": "set it in each `ad` block: `collapse: empty`",
      "position": "set it in each `ad` block: `position: sticky`",
      "sizes": "set it in each `ad` block: `sizes: { 768x0: [728x90] }`",
      "isDebugEnabled":
        "not a setting of pages: the playground's ladybug switches the debug log on and off",
    ]) { $1 }

  private mutating func readLazyLoading(_ keys: KeyReader) {
    if let isOn = keys.entry("lazyLoad")?.value.bool {
      if !isOn { settings.lazyLoading = nil }
      return
    }
    guard let thresholds = keys.map("lazyLoad", expected: "off, or a map of thresholds") else {
      return
    }
    var change = LazyLoadingChange(reading: thresholds)
    change.mobileScaling = thresholds.value("mobileScaling", expected: "a number above 0", \.number)
    change.requests = thresholds.choice("requests")
    change.fetchAfter = thresholds.time("fetchAfter")
    change.horizontalMargin = thresholds.value(
      "horizontalMargin", expected: "points, at least 0", \.number)
    thresholds.reportUnknownKeys(others: Self.namesInGPT)
    do {
      settings.lazyLoading = try LazyLoadingSettings.standard.applying(change)
    } catch {
      thresholds.report("\(error)")
    }
  }

  /// The names of Google Publisher Tag's settings, with what a page writes.
  private static let namesInGPT = [
    "fetchMarginPercent": "fetchThreshold: 500%", "renderMarginPercent": "displayThreshold: 200%",
    "singleRequest": "requests: single",
    "auction": "auction: { threshold: 300% } beside lazyLoad",
  ]

  /// Reads what belongs to the engine, which the settings of lazy loading hold, and how long the simulated bidders take.
  private mutating func readAuction(_ keys: KeyReader) {
    guard let entry = keys.entry("auction") else { return }
    var auction = AuctionSettings.standard
    if let isOn = entry.value.bool {
      guard isOn else { return }
    } else {
      let expected = "on, off, or a map of threshold, latency, timeout and expires"
      guard let map = keys.map("auction", expected: expected) else { return }
      let threshold = map.threshold("threshold")
      settings.adServer.bidLatency = map.latency("latency") ?? settings.adServer.bidLatency
      let (timeout, expires) = (map.time("timeout"), map.time("expires"))
      map.reportUnknownKeys()
      do throws(AuctionError) {
        auction = try AuctionSettings(
          threshold: threshold ?? auction.threshold, timeout: timeout ?? auction.timeout,
          expires: expires ?? auction.expires)
      } catch {
        return keys.report("\(error)", line: map.line)
      }
    }
    guard let lazyLoading = settings.lazyLoading else {
      return keys.report(
        "auction: expected a page with lazy loading, whose checks begin auctions",
        line: entry.line)
    }
    settings.lazyLoading =
      (try? lazyLoading.applying(LazyLoadingChange(auction: .before(auction)))) ?? lazyLoading
  }

  private mutating func readAdServer(_ keys: KeyReader) {
    guard let server = keys.map("adServer") else { return }
    func share(_ key: String) -> Double {
      server.value(key, expected: "a share from 0 to 1", \.share) ?? 0
    }
    let seed = server.text("seed", expected: "a whole number, not negative") {
      WrittenNumber.whole($0, in: 0...UInt64.max)
    }
    let defaults = AdServerSettings()
    var adServer = AdServerSettings(
      seed: seed ?? defaults.seed, latency: server.latency("latency") ?? defaults.latency,
      failureRate: share("failureRate"), noFillRate: share("noFillRate"))
    bids = server.value("bids", expected: "the path of a file or a folder") { value in
      value.text.flatMap { $0.isEmpty ? nil : ($0, value.line) }
    }
    adServer.messageRate = share("messageRate")
    adServer.redirectRate = share("redirectRate")
    adServer.sizes = readSizes(server)
    adServer.token = server.text("token", expected: "a text") { $0.isEmpty ? nil : $0.scrubbed }
    server.reportUnknownKeys()
    settings.adServer = adServer
  }

  /// The sizes in which units are sold, by their ids.
  private func readSizes(_ server: KeyReader) -> [String: [Size]] {
    let expected = "a map of units, each with a list of sizes"
    var sizes: [String: [Size]] = [:]
    for entry in server.value("sizes", expected: expected, \.entries) ?? [] {
      let sold = entry.value.texts?.map(Measures.size)
      guard let sold, !sold.isEmpty, !sold.contains(nil) else {
        let isFluid = entry.value.texts?.contains("fluid") == true
        server.report(
          "sizes of \(entry.key.quoted): expected a list such as [320x50, 300x250]"
            + (isFluid ? "; fluid stands in the ad's block, as in `size: [fluid, 300x250]`" : ""),
          line: entry.line)
        continue
      }
      sizes[entry.key] = sold.compactMap(\.self)
    }
    return sizes
  }

  private mutating func readPlugin(_ keys: KeyReader) {
    let expected = "the identifier of a plug-in, or its configuration as JSON"
    guard let text = keys.value("plugin", expected: expected, \.text),
      let line = keys.entry("plugin")?.value.line
    else { return }
    guard text.hasPrefix("{") else {
      plugin = (text, nil, line)
      return
    }
    if let identifier = (try? JSONReader.read(text))?["identifier"]?.text {
      plugin = (identifier, text, line)
      return
    }
    do throws(PluginConfigurationError) {
      sizes = try PluginConfiguration(json: text).sizes
    } catch {
      keys.report("plugin: \(error)".scrubbed, line: line)
    }
  }

  /// The page's plug-in in a program, with its configuration; `nil` if the page names none, or none that is registered.
  func plugin(in catalog: PluginCatalog, _ problems: Problems) -> PluginCatalog.Plugin? {
    guard let plugin else { return nil }
    guard let registered = catalog.plugin(plugin.identifier) else {
      let known = catalog.plugins.map(\.identifier.quoted).joined(separator: ", ")
      problems.add(
        "plugin: no plug-in is registered as \(plugin.identifier.quoted), "
          + (known.isEmpty ? "a program with AdPlayground registers them" : "only \(known)")
          + ": the ads are simulated", line: plugin.line)
      return nil
    }
    return registered.configured(by: plugin.json)
  }

  /// The sizes that a plug-in knows by name, or else the page's; of one that is not registered any name is accepted.
  func namedSizes(of supplier: PluginCatalog.Plugin?) -> NamedSizes {
    guard let supplier else {
      let isMissing = plugin != nil
      return NamedSizes(
        size: { [sizes] name in
          let size = sizes.size(forInlineBannerSize: name)
          let isNamed = isMissing && size == .zero && Measures.openSize(name) == nil
          return isNamed ? WebAdView(adUnitId: "").initialSize : size
        }, expected: "\(Measures.size); a list of sizes, fluid, or a name such as MEDIUM_RECTANGLE")
    }
    let made = supplier.make(on: AdTimeline())
    return NamedSizes(
      size: made.size(forInlineBannerSize:),
      expected: "\(Measures.size), or a size that \(supplier.provider.scrubbed) knows by name")
  }

  private mutating func readWebView(_ keys: KeyReader) {
    guard let view = keys.map("webView") else { return }
    var webView = settings.webView
    webView.allowsInlineMediaPlayback =
      view.flag("allowsInlineMediaPlayback") ?? webView.allowsInlineMediaPlayback
    let types = view.value(
      "mediaTypesRequiringUserActionForPlayback", expected: "a list of audio and video"
    ) { value in
      value.texts.flatMap { texts in
        let types = texts.compactMap(WebViewConfiguration.MediaType.init(rawValue:))
        return types.count == texts.count ? Set(types) : nil
      }
    }
    webView.mediaTypesRequiringUserActionForPlayback =
      types ?? webView.mediaTypesRequiringUserActionForPlayback
    webView.javaScriptCanOpenWindowsAutomatically =
      view.flag("javaScriptCanOpenWindowsAutomatically")
      ?? webView.javaScriptCanOpenWindowsAutomatically
    settings.adServer.opensWindows = webView.javaScriptCanOpenWindowsAutomatically
    webView.hosts.isPortStrict = view.flag("strictPort") ?? webView.hosts.isPortStrict
    webView.hosts.site = view.text("sameSite", expected: "a domain such as stepdev.dk") { text in
      let host = (try? URLReader.read("https://\(text)/"))?.host
      if case .domain? = host { return host }
      return nil
    }
    view.reportUnknownKeys()
    settings.webView = webView
  }

  private mutating func readConsent(_ keys: KeyReader) {
    guard let consent = keys.map("consent") else { return }
    settings.consent.policy = consent.choice("policy") ?? settings.consent.policy
    func numbers(_ key: String, upTo last: Int) -> [Int]? {
      consent.value(key, expected: "a list of whole numbers from 1 to \(last)") {
        $0.numbers(in: 1...last)
      }
    }
    let google: TCFRequirement.GoogleAds? = consent.choice("google")
    var needed = google?.requirement ?? settings.consent.needed
    needed.purposes = numbers("purposes", upTo: 24) ?? needed.purposes
    needed.eitherPurposes = numbers("eitherPurposes", upTo: 24) ?? needed.eitherPurposes
    needed.vendors = numbers("vendors", upTo: VendorSet.maxID) ?? needed.vendors
    settings.consent.needed = needed
    consent.reportUnknownKeys()
  }
}

extension YAMLValue {
  fileprivate var share: Double? { number.flatMap { (0...1).contains($0) ? $0 : nil } }

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
