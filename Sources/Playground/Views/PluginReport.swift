internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The way of one ad through the contracts of plug-ins, as lines: renderers, flow, events, request and response.
struct PluginReport {
  private let story: AdStory
  private let rendering: BidRendering?

  init(_ story: AdStory) {
    self.story = story
    rendering = story.rendering
  }

  var lines: [OverlayBox.Line] {
    var lines = section("renderers") + renderers
    let provider = rendering.map { " of \($0.provider)" } ?? ""
    lines += section("flow\(provider): the SDK ──▶ calls, the plug-in ◀── calls") + flow
    lines += section("events: expected, and fired") + events
    lines += section("request") + json(request.value)
    lines += section("response") + response
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
    if let rendering { return rendering.request }
    let registry = story.catalog.makeRegistry(timeline: AdTimeline())
    return BidRequest(
      id: story.config.fingerprint.description, account: "adview", ads: [story.config],
      renderers: registry.announcements)
  }

  private var renderers: [OverlayBox.Line] {
    let chosen = rendering?.choices.last?.identity
    var lines = [(RendererIdentity.sdk, "the default")]
      .map { mark($0.0, chosen, $0.1) }
    lines += request.renderers.map { mark($0.identity, chosen, $0.data == nil ? "" : "with data") }
    lines += story.catalog.makeRegistry(timeline: AdTimeline()).refused.map {
      line("✗ \($0)  not registered: the name is taken")
    }
    lines += section("\(story.config.fingerprint), unit \(story.unit)".scrubbed)
    if story.generation == 0 { return lines + [line("  not asked for yet")] }
    guard story.answeredAt != nil else { return lines + [line("  no answer yet")] }
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
    let ledger = rendering.ledger
    var lines = rendering.flow.map { call($0.caller, "\($0)") }
    lines.append(line("and between the SDK and the renderer:"))
    lines += ledger.map { call($0.caller, "\($0.call)", at: $0.at) }
    return lines
  }

  /// A call as an arrow: that of the SDK leads to the right, that of the plug-in to the left.
  private func call(_ caller: AdLedger.Caller, _ words: String, at moment: Instant? = nil)
    -> OverlayBox.Line
  {
    let text = (words + (moment.map { "  +\($0 - .start) ms" } ?? "")).scrubbed
    return switch caller {
    case .sdk: OverlayBox.Line(key: "SDK ──▶ │", text: text, tone: .sdk)
    case .plugin: OverlayBox.Line(key: "    ◀── │", text: text, tone: .plugin)
    }
  }

  private var events: [OverlayBox.Line] {
    let fired = (rendering?.ledger ?? []).compactMap { entry -> (AdEvent, Instant)? in
      if case .event(let event) = entry.call { (event, entry.at) } else { nil }
    }
    var lines = AdEvent.whole.map { event in
      let moments = fired.filter { $0.0 == event }.map { "+\($0.1 - .start) ms" }
      return line(
        moments.isEmpty ? "· \(event)" : "✓ \(event)  \(moments.joined(separator: ", "))")
    }
    lines += fired.filter { $0.0.error != nil }.map { event, moment in
      line("✗ \(event)  +\(moment - .start) ms")
    }
    return lines
  }

  // MARK: - JSON

  private var response: [OverlayBox.Line] {
    guard story.answeredAt != nil else { return [line("no answer yet")] }
    guard let body = story.body else { return [line("nothing came back")] }
    guard let value = try? JSONReader.read(body) else {
      return [line(String(decoding: body.prefix(4096), as: UTF8.self))]
    }
    return json(value)
  }

  private func json(_ value: JSONValue) -> [OverlayBox.Line] { value.lines().map { line($0) } }
}
