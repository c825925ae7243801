package import AdEngine
package import AdRendering

/// Somebody who pays for an ad, and what the ad says.
package struct Advertiser: Hashable, Sendable {
  /// The name, as it stands in the ad.
  package let name: String
  /// One line of text.
  package let line: String
  /// What stands on the button.
  package let button: String
  /// The ad's own colour.
  package let color: RGB
}

/// An ad as it was delivered.
package struct Creative: Hashable, Sendable {
  /// Whose ad it is.
  package let advertiser: Advertiser
  /// The size, in points.
  package let size: Size
  /// The kind.
  package let media: AdMedia
}

extension Advertiser {
  /// Everybody who advertises in the simulated world; none of them exists.
  static let all: [Advertiser] = [
    Advertiser(
      name: "Harbour Coffee", line: "Fresh at the bridge, from six",
      button: "visit", color: RGB(135, 95, 0)),
    Advertiser(
      name: "Nordlys Bikes", line: "Service while you wait",
      button: "book", color: RGB(0, 95, 135)),
    Advertiser(
      name: "The Rope Walk", line: "Knots, nets and good boots",
      button: "shop", color: RGB(95, 0, 95)),
    Advertiser(
      name: "Tern & Daughters", line: "Sails mended by Friday",
      button: "call", color: RGB(0, 95, 95)),
    Advertiser(
      name: "Saltmarsh Books", line: "Second hand, first rate",
      button: "browse", color: RGB(95, 95, 0)),
    Advertiser(
      name: "Lantern Insurance", line: "For what the sea may do",
      button: "quote", color: RGB(0, 0, 135)),
    Advertiser(
      name: "Quay Cinema", line: "Every night at eight",
      button: "tickets", color: RGB(135, 0, 0)),
    Advertiser(
      name: "Green Pier Market", line: "Saturday, rain or shine",
      button: "map", color: RGB(0, 95, 0)),
    Advertiser(
      name: "Beacon Optics", line: "See the far shore again",
      button: "try", color: RGB(95, 0, 135)),
    Advertiser(
      name: "Ferry Line 9", line: "Across in twelve minutes",
      button: "times", color: RGB(0, 95, 175)),
  ]
}

extension Size {
  /// Sizes that ad servers deliver to phones, in points.
  static let delivered: [Size] = [
    Size(width: 300, height: 250), Size(width: 320, height: 320), Size(width: 320, height: 160),
    Size(width: 320, height: 480), Size(width: 320, height: 100), Size(width: 300, height: 600),
  ]
}
