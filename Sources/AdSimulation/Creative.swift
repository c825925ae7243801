package import AdEngine

/// A colour as red, green and blue.
package struct CreativeColor: Hashable, Sendable {
  /// Red, green and blue, 0…255 each.
  package let red, green, blue: UInt8

  /// Makes a colour.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// Somebody who pays for an ad, and what the ad says.
package struct Advertiser: Hashable, Sendable {
  /// The name, as it stands in the ad.
  package let name: String
  /// One line of text.
  package let line: String
  /// What stands on the button.
  package let button: String
  /// The ad's own colour.
  package let color: CreativeColor
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
      button: "visit", color: CreativeColor(135, 95, 0)),
    Advertiser(
      name: "Nordlys Bikes", line: "Service while you wait",
      button: "book", color: CreativeColor(0, 95, 135)),
    Advertiser(
      name: "The Rope Walk", line: "Knots, nets and good boots",
      button: "shop", color: CreativeColor(95, 0, 95)),
    Advertiser(
      name: "Tern & Daughters", line: "Sails mended by Friday",
      button: "call", color: CreativeColor(0, 95, 95)),
    Advertiser(
      name: "Saltmarsh Books", line: "Second hand, first rate",
      button: "browse", color: CreativeColor(95, 95, 0)),
    Advertiser(
      name: "Lantern Insurance", line: "For what the sea may do",
      button: "quote", color: CreativeColor(0, 0, 135)),
    Advertiser(
      name: "Quay Cinema", line: "Every night at eight",
      button: "tickets", color: CreativeColor(135, 0, 0)),
    Advertiser(
      name: "Green Pier Market", line: "Saturday, rain or shine",
      button: "map", color: CreativeColor(0, 95, 0)),
    Advertiser(
      name: "Beacon Optics", line: "See the far shore again",
      button: "try", color: CreativeColor(95, 0, 135)),
    Advertiser(
      name: "Ferry Line 9", line: "Across in twelve minutes",
      button: "times", color: CreativeColor(0, 95, 175)),
  ]
}

extension Size {
  /// Sizes that ad servers deliver to phones, in points.
  static let delivered: [Size] = [
    Size(width: 300, height: 250), Size(width: 320, height: 320), Size(width: 320, height: 160),
    Size(width: 320, height: 480), Size(width: 320, height: 100), Size(width: 300, height: 600),
  ]
}
