package import AdEngine

/// A link in the page of an ad; the address is untrusted.
package struct CreativeLink: Hashable, Sendable {
  package var url: String
  /// The frame: that of the ad's page, or none for a new window (`target=_blank`).
  package var frame: NavigationFrame

  package init(_ url: String, frame: NavigationFrame = .main) {
    (self.url, self.frame) = (url, frame)
  }
}

/// The page of an ad: its link, and what it does without a touch; the seed decides on what is `nil`.
package struct CreativeBehavior: Hashable, Sendable {
  package var link: CreativeLink?
  package var activity: CreativeActivity?

  package init(link: CreativeLink? = nil, activity: CreativeActivity? = nil) {
    (self.link, self.activity) = (link, activity)
  }
}

/// What the page of an ad does by itself after it is loaded.
package struct CreativeActivity: Hashable, Sendable {
  /// The messages that it posts to the bridge, in order; they need not be valid.
  package var messages: [String]
  /// The name of the message handler that it posts to; the app has one, and what is posted to others is dropped.
  package var handler: String
  /// The navigations that it tries, in order.
  package var departures: [CreativeLink]

  package init(
    messages: [String] = [], handler: String = BridgeMessage.handlerName,
    departures: [CreativeLink] = []
  ) {
    (self.messages, self.handler, self.departures) = (messages, handler, departures)
  }

  /// The time from the load to the first message, and between messages, in milliseconds.
  static let messagePace: Int64 = 60
  /// The time from the load to the first navigation, and between navigations, in milliseconds.
  static let departurePace: Int64 = 900
}

extension Creative {
  /// Draws the link of an ad: mostly the advertiser's site or a new window, now and then a telephone number or mailbox.
  func link(by draw: inout SeededDraw) -> CreativeLink {
    switch draw.share() {
    case ..<0.55: CreativeLink("https://\(advertiser.host)/")
    case ..<0.8: CreativeLink("https://\(advertiser.host)/offer", frame: .none)
    case ..<0.87: CreativeLink("tel:+15550142")
    case ..<0.94: CreativeLink("mailto:hello@\(advertiser.host)")
    default: CreativeLink("/offer")
    }
  }

  func activity(_ settings: AdServerSettings, by draw: inout SeededDraw) -> CreativeActivity? {
    let talks = draw.share() < settings.messageRate
    let leads = draw.share() < settings.redirectRate
    guard talks || leads else { return nil }
    var activity = CreativeActivity()
    if talks {
      let wait = draw.number(in: 20...900)
      activity.messages = [
        #"{"type":"console","level":"log","message":"\#(advertiser.name): ready"}"#,
        #"{"type":"adSize","width":\#(size.width),"height":\#(size.height)}"#,
      ]
      if draw.share() < 0.3 {
        activity.messages.append(
          #"{"type":"console","level":"warn","message":"a picture took \#(wait) ms"}"#)
      }
    }
    if leads {
      let frame: NavigationFrame = draw.share() < 0.5 ? .main : .none
      activity.departures = [CreativeLink("https://prizes.example/you-won", frame: frame)]
    }
    return activity
  }
}

extension Advertiser {
  /// The host of the advertiser's site, in the reserved domain `example` (RFC 2606).
  var host: String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.joined(separator: "-") + ".example"
  }
}
