internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The trace of one ad through the contracts of plug-ins, as lines: renderers, flow, events, request and response.
struct AdTraceView {
  private let trace: AdTrace
  private let rendering: PluginAd?

  init(_ trace: AdTrace) {
    self.trace = trace
    rendering = trace.rendering
  }

  var sections: [PluginsOverlay.Section] {
    let isAsked = trace.generation > 0
    let provider = rendering.map { " of \($0.provider)" } ?? ""
    let flow = section("flow\(provider): the SDK ──▶ calls, the plug-in ◀── calls", flow)
    if trace.isOfPlugin {
      return [
        section("way: \(trace.config.fingerprint), unit \(trace.unit)", way), flow,
        section("what the plug-in is asked to load", json(trace.config.placement.value)),
      ]
    }
    return [
      section("winner and price", winner),
      section("way to its renderer: \(trace.config.fingerprint), unit \(trace.unit)", way),
      section("renderers", renderers),
      section("events: expected, and fired", events),
      flow,
      section(
        isAsked ? "request" : "request that it would send: nothing is asked for yet",
        json(request.value)),
      section("response", isAsked ? response : [OverlayLine("none: nothing is asked for yet")]),
    ]
  }

  private func section(_ title: String, _ lines: [OverlayLine]) -> PluginsOverlay.Section {
    PluginsOverlay.Section(title: title.scrubbed, lines: lines)
  }

  // MARK: - Renderers

  private var request: BidRequest {
    var request =
      rendering?.request
      ?? BidRequest(
        id: trace.config.fingerprint.description, account: "adview", ads: [trace.config],
        renderers: trace.catalog.makeRegistry(timeline: AdTimeline()).announcements)
    request.consent = trace.consent
    return request
  }

  private var renderers: [OverlayLine] {
    let chosen = rendering?.choices.last?.identity
    var lines = [(RendererIdentity.sdk, "the default")].map { mark($0.0, chosen, $0.1) }
    lines += request.renderers.map { mark($0.identity, chosen, $0.data == nil ? "" : "with data") }
    lines += trace.catalog.makeRegistry(timeline: AdTimeline()).refused.map {
      OverlayLine("✗ \($0)  not registered: the name is taken")
    }
    return lines
  }

  /// Which renderer the ad was given to, and why.
  private var way: [OverlayLine] {
    if trace.generation == 0 { return [OverlayLine("would ask: not asked for yet")] }
    guard trace.answeredAt != nil else { return [OverlayLine("no answer yet")] }
    guard let rendering else { return [OverlayLine("nothing came back")] }
    var lines = trace.isOfPlugin ? [OverlayLine("supplied by \(rendering.provider)")] : []
    lines += rendering.choices.map {
      OverlayLine("\($0.isFallback ? "falls back to " : "")\($0.identity): \($0.reason)")
    }
    if let error = rendering.error { lines.append(OverlayLine("\(error)")) }
    return lines
  }

  // MARK: - The auction

  /// Who won and for how much, who draws the ad and what it shows, and why the others did not win.
  private var winner: [OverlayLine] {
    if trace.generation == 0 { return [OverlayLine("not asked for yet")] }
    guard trace.answeredAt != nil else { return [OverlayLine("no answer yet")] }
    guard let body = trace.body else { return [OverlayLine("nothing came back")] }
    let report: BidReport
    do throws(BidError) {
      report = BidReport(try BidResponseReader.read(body), trace.catalog, rendering: rendering)
    } catch {
      report = BidReport(error)
    }
    return OverlayLine.lines(of: String(report.text.dropLast()))
  }

  private func mark(
    _ identity: RendererIdentity, _ chosen: RendererIdentity?, _ note: String
  ) -> OverlayLine {
    OverlayLine("\(identity == chosen ? "●" : "○") \(identity)  \(note)")
  }

  // MARK: - Flow and events

  private var flow: [OverlayLine] {
    guard let rendering else { return [OverlayLine("nothing yet")] }
    var lines = rendering.flow.map { call($0.caller, "\($0)") }
    // Of a plug-in's own ad the calls are what it printed.
    if !trace.isOfPlugin { lines.append(OverlayLine("and between the SDK and the renderer:")) }
    lines += rendering.log.map { call($0.caller, "\($0.call)", at: $0.at) }
    return lines
  }

  /// A call as an arrow: that of the SDK leads to the right, that of the plug-in to the left.
  private func call(_ caller: CallLog.Caller, _ words: String, at time: Instant? = nil)
    -> OverlayLine
  {
    let text = words + (time.map { "  +\($0 - .start) ms" } ?? "")
    return switch caller {
    case .sdk: OverlayLine("SDK ──▶ │", text, tone: .sdk)
    case .plugin: OverlayLine("    ◀── │", text, tone: .plugin)
    }
  }

  private var events: [OverlayLine] {
    let fired = (rendering?.log ?? []).compactMap { entry -> (AdEvent, Instant)? in
      if case .event(let event) = entry.call { (event, entry.at) } else { nil }
    }
    var lines = AdEvent.completeSequence.map { event in
      let times = fired.filter { $0.0 == event }.map { "+\($0.1 - .start) ms" }
      return OverlayLine(
        times.isEmpty ? "· \(event)" : "✓ \(event)  \(times.joined(separator: ", "))")
    }
    lines += fired.filter { $0.0.error != nil }.map { event, time in
      OverlayLine("✗ \(event)  +\(time - .start) ms")
    }
    return lines
  }

  // MARK: - JSON

  private var response: [OverlayLine] {
    guard trace.answeredAt != nil else { return [OverlayLine("no answer yet")] }
    guard let body = trace.body else { return [OverlayLine("nothing came back")] }
    guard let value = try? JSONReader.read(body, .trailingCommas) else {
      return [OverlayLine(String(decoding: body.prefix(4096), as: UTF8.self))]
    }
    return json(value)
  }

  private func json(_ value: JSONValue) -> [OverlayLine] { value.lines.map { OverlayLine($0) } }
}
