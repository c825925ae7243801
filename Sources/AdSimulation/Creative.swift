package import AdEngine
package import AdRendering

/// An advertiser and the text of its ad.
package struct Advertiser: Hashable, Sendable {
  package let name: String
  package let line: String
  /// The text of the button.
  package let button: String
  /// The background colour of the ad.
  package let color: RGB
}

package struct Creative: Hashable, Sendable {
  package let advertiser: Advertiser
  /// The size, in points.
  package let size: Size
  package let media: AdMedia
}

extension Advertiser {
  /// The advertisers of the simulated world, all fictitious.
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
  /// The usual sizes of ads on phones, in points.
  static let usual: [Size] = [
    Size(width: 300, height: 250), Size(width: 320, height: 320), Size(width: 320, height: 160),
    Size(width: 320, height: 480), Size(width: 320, height: 100), Size(width: 300, height: 600),
  ]
}
