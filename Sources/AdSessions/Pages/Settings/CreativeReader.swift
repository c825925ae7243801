import AdEngine
import AdSimulation

/// Reads what a page fixes about the ad that is delivered, under the key `creative` of an ad.
enum CreativeReader {
  /// What stands there; ads that stand in no slot have no page that could do anything by itself.
  static func read(_ keys: KeyReader, hasPage: Bool = true) -> CreativeSettings {
    var settings = CreativeSettings()
    guard let creative = keys.map("creative") else { return settings }
    settings.size = creative.text(
      "size", expected: "WxH in points, each side more than 0 and at most 4096", Measures.size)
    settings.latency = creative.latency("latency")
    settings.media = creative.choice("media")
    settings.fails = creative.choice("fails")
    let link = link(creative)
    let activity = hasPage ? activity(creative) : nil
    if link != nil || activity != nil {
      settings.page = CreativeBehavior(link: link, activity: activity)
    }
    creative.reportUnknownKeys()
    return settings
  }

  private static func link(_ creative: KeyReader) -> CreativeLink? {
    // An address may be as hostile as those of real ads: that is what the policy is for.
    let link = creative.value("link", expected: "an address", \.text)
    let isWindow = creative.flag("window")
    if link == nil, isWindow != nil { creative.report("window: expected a link beside it") }
    return link.map { CreativeLink($0, frame: isWindow == true ? .none : .main) }
  }

  private static func activity(_ creative: KeyReader) -> CreativeActivity? {
    let addresses = "an address or a list of addresses"
    let redirects = creative.value("redirect", expected: addresses, \.texts)
    let popups = creative.value("popup", expected: addresses, \.texts)
    let messages = creative.value(
      "messages", expected: "a list of messages, each a text of JSON", \.texts)
    let handler = creative.value("handler", expected: "the name of a message handler", \.text)
    if handler != nil, messages == nil { creative.report("handler: expected messages beside it") }
    guard redirects != nil || popups != nil || messages != nil else { return nil }
    return CreativeActivity(
      messages: messages ?? [], handler: handler ?? BridgeMessage.handlerName,
      departures: (redirects ?? []).map { CreativeLink($0) }
        + (popups ?? []).map { CreativeLink($0, frame: .none) })
  }
}
