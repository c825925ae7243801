package import AdEngine

/// Where an ad leads, as its page has it: the address may be anything.
package struct CreativeLink: Hashable, Sendable {
  /// The address.
  package var url: String
  /// In which frame: that of the ad's page, or none (a window of its own, `target=_blank`).
  package var frame: NavigationFrame

  /// Makes a link.
  package init(_ url: String, frame: NavigationFrame = .main) {
    self.url = url
    self.frame = frame
  }
}

/// The page of an ad: where it leads when it is touched, and what it does by itself, which nobody has touched it for.
///
/// What is `nil` is left to the seed.
package struct CreativePage: Hashable, Sendable {
  /// Where it leads.
  package var link: CreativeLink?
  /// What it does once it is there.
  package var activity: CreativeActivity?

  /// Makes a page of what is given.
  package init(link: CreativeLink? = nil, activity: CreativeActivity? = nil) {
    self.link = link
    self.activity = activity
  }
}

/// What the page of an ad does by itself once it is there.
package struct CreativeActivity: Hashable, Sendable {
  /// What it says over the bridge, one after another: JSON, or what it takes for that.
  package var messages: [String]
  /// Where it tries to lead the person, one after another.
  package var departures: [CreativeLink]

  /// Makes the activity of a page that does nothing but what is given.
  package init(messages: [String] = [], departures: [CreativeLink] = []) {
    self.messages = messages
    self.departures = departures
  }

  /// How long after the ad its page says the first thing, and how long after that the next, in milliseconds.
  static let messagePace: Int64 = 60
  /// The same of what it tries.
  static let departurePace: Int64 = 900
}

extension Creative {
  /// What the seed says that an ad leads to: most often to its advertiser's site, sometimes in a window of its own, now
  /// and then to a telephone, to a mailbox, or to another place in its own page.
  func link(by draw: inout SeededDraw) -> CreativeLink {
    switch draw.share() {
    case ..<0.55: CreativeLink("https://\(advertiser.host)/")
    case ..<0.8: CreativeLink("https://\(advertiser.host)/offer", frame: .none)
    case ..<0.87: CreativeLink("tel:+15550142")
    case ..<0.94: CreativeLink("mailto:hello@\(advertiser.host)")
    default: CreativeLink("/offer")
    }
  }

  /// What the seed says that an ad's page does by itself.
  func activity(
    _ settings: AdServerSettings, by draw: inout SeededDraw
  ) -> CreativeActivity? {
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
  /// The host of the advertiser's site, in a domain that belongs to nobody (RFC 2606).
  var host: String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.joined(separator: "-") + ".example"
  }
}
