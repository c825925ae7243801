import AdEngine
import AdSimulation

/// Reads what a page fixes about the ad that is delivered, under the key `creative` of an ad.
enum CreativeReader {
  /// What stands there; nothing is fixed where nothing does.
  ///
  /// Ads that stand in no slot have no page that could do anything by itself.
  static func read(
    _ keys: inout KeyReader, hasPage: Bool = true, _ problems: inout Problems
  ) -> CreativeSettings {
    var settings = CreativeSettings()
    guard var creative = keys.map("creative", expected: "a map of settings", &problems) else {
      return settings
    }
    settings.size = creative.value(
      "size", expected: "WxH in points, each side more than 0 and at most 4096", &problems
    ) { $0.text.flatMap(Measures.size) }
    settings.latency = creative.value("latency", expected: Measures.latency, &problems) {
      $0.text.flatMap(Measures.latency)
    }
    settings.media = creative.choice("media", &problems)
    settings.fails = creative.choice("fails", &problems)
    let link = link(&creative, &problems)
    let activity = hasPage ? activity(&creative, &problems) : nil
    if link != nil || activity != nil {
      settings.page = CreativeBehavior(link: link, activity: activity)
    }
    creative.reportUnknownKeys(&problems)
    return settings
  }

  private static func link(
    _ creative: inout KeyReader, _ problems: inout Problems
  ) -> CreativeLink? {
    // An address may be as hostile as those of real ads: that is what the policy is for.
    let link = creative.value("link", expected: "an address", &problems, \.text)
    let isWindow = creative.value("window", expected: "true or false", &problems, \.bool)
    if link == nil, isWindow != nil {
      problems.add("creative: window: expected a link beside it", line: creative.line)
    }
    return link.map { CreativeLink($0, frame: isWindow == true ? .none : .main) }
  }

  private static func activity(
    _ creative: inout KeyReader, _ problems: inout Problems
  ) -> CreativeActivity? {
    let addresses = "an address or a list of addresses"
    let redirects = creative.value("redirect", expected: addresses, &problems, \.texts)
    let popups = creative.value("popup", expected: addresses, &problems, \.texts)
    let messages = creative.value(
      "messages", expected: "a list of messages, each a text of JSON", &problems, \.texts)
    let handler = creative.value(
      "handler", expected: "the name of a message handler", &problems, \.text)
    if handler != nil, messages == nil {
      problems.add("creative: handler: expected messages beside it", line: creative.line)
    }
    guard redirects != nil || popups != nil || messages != nil else { return nil }
    return CreativeActivity(
      messages: messages ?? [], handler: handler ?? BridgeMessage.handlerName,
      departures: (redirects ?? []).map { CreativeLink($0) }
        + (popups ?? []).map { CreativeLink($0, frame: .none) })
  }
}
