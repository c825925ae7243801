internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The trace of one ad through the contracts of plug-ins, as lines: renderers, flow, events, request and response.
struct AdTraceView {
  private let trace: AdTrace
  private let rendering: BidRendering?

  init(_ trace: AdTrace) {
    self.trace = trace
    rendering = trace.rendering
  }

  var lines: [OverlayBox.Line] {
    var lines = section("renderers") + renderers
    let provider = rendering.map { " of \($0.provider)" } ?? ""
    lines += section("flow\(provider): the SDK ──▶ calls, the plug-in ◀── calls") + flow
    lines += section("events: expected, and fired") + events
    let isAsked = trace.generation > 0
    lines +=
      section(isAsked ? "request" : "request that it would send: nothing is asked for yet")
      + json(request.value)
    lines += section("response") + (isAsked ? response : [line("none: nothing is asked for yet")])
    return Array(lines.dropFirst())
  }

  private func section(_ title: String) -> [OverlayBox.Line] {
    [OverlayBox.Line(text: ""), OverlayBox.Line(text: title, isStrong: true)]
  }

  private func line(_ text: String, _ tone: OverlayBox.Tone? = nil) -> OverlayBox.Line {
    OverlayBox.Line(text: text.scrubbed, tone: tone)
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

  private var renderers: [OverlayBox.Line] {
    let chosen = rendering?.choices.last?.identity
    var lines = [(RendererIdentity.sdk, "the default")]
      .map { mark($0.0, chosen, $0.1) }
    lines += request.renderers.map { mark($0.identity, chosen, $0.data == nil ? "" : "with data") }
    lines += trace.catalog.makeRegistry(timeline: AdTimeline()).refused.map {
      line("✗ \($0)  not registered: the name is taken")
    }
    lines += section("\(trace.config.fingerprint), unit \(trace.unit)".scrubbed)
    if trace.generation == 0 { return lines + [line("  would ask: not asked for yet")] }
    guard trace.answeredAt != nil else { return lines + [line("  no answer yet")] }
    guard let rendering else { return lines + [line("  nothing came back")] }
    lines += rendering.choices.map {
      line("  \($0.isFallback ? "falls back to " : "")\($0.identity): \($0.reason)")
    }
    if let error = rendering.error { lines.append(line("  \(error)")) }
    return lines
  }

  private func mark(
    _ identity: RendererIdentity, _ chosen: RendererIdentity?, _ note: String
  ) -> OverlayBox.Line {
    line("\(identity == chosen ? "●" : "○") \(identity)  \(note)")
  }

  // MARK: - Flow and events

  private var flow: [OverlayBox.Line] {
    guard let rendering else { return [line("nothing yet")] }
    let log = rendering.log
    var lines = rendering.flow.map { call($0.caller, "\($0)") }
    lines.append(line("and between the SDK and the renderer:"))
    lines += log.map { call($0.caller, "\($0.call)", at: $0.at) }
    return lines
  }

  /// A call as an arrow: that of the SDK leads to the right, that of the plug-in to the left.
  private func call(_ caller: CallLog.Caller, _ words: String, at time: Instant? = nil)
    -> OverlayBox.Line
  {
    let text = (words + (time.map { "  +\($0 - .start) ms" } ?? "")).scrubbed
    return switch caller {
    case .sdk: OverlayBox.Line(key: "SDK ──▶ │", text: text, tone: .sdk)
    case .plugin: OverlayBox.Line(key: "    ◀── │", text: text, tone: .plugin)
    }
  }

  private var events: [OverlayBox.Line] {
    let fired = (rendering?.log ?? []).compactMap { entry -> (AdEvent, Instant)? in
      if case .event(let event) = entry.call { (event, entry.at) } else { nil }
    }
    var lines = AdEvent.whole.map { event in
      let times = fired.filter { $0.0 == event }.map { "+\($0.1 - .start) ms" }
      return line(
        times.isEmpty ? "· \(event)" : "✓ \(event)  \(times.joined(separator: ", "))")
    }
    lines += fired.filter { $0.0.error != nil }.map { event, time in
      line("✗ \(event)  +\(time - .start) ms")
    }
    return lines
  }

  // MARK: - JSON

  private var response: [OverlayBox.Line] {
    guard trace.answeredAt != nil else { return [line("no answer yet")] }
    guard let body = trace.body else { return [line("nothing came back")] }
    guard let value = try? JSONReader.read(body) else {
      return [line(String(decoding: body.prefix(4096), as: UTF8.self))]
    }
    return json(value)
  }

  private func json(_ value: JSONValue) -> [OverlayBox.Line] { value.lines().map { line($0) } }
}
