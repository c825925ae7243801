package import AdEngine
package import AdRendering

package struct Advertiser: Hashable, Sendable {
  package let name: String
  package let line: String
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
    ("Harbour Coffee", "Fresh at the bridge, from six", "visit", RGB(135, 95, 0)),
    ("Nordlys Bikes", "Service while you wait", "book", RGB(0, 95, 135)),
    ("The Rope Walk", "Knots, nets and good boots", "shop", RGB(95, 0, 95)),
    ("Tern & Daughters", "Sails mended by Friday", "call", RGB(0, 95, 95)),
    ("Saltmarsh Books", "Second hand, first rate", "browse", RGB(95, 95, 0)),
    ("Lantern Insurance", "For what the sea may do", "quote", RGB(0, 0, 135)),
    ("Quay Cinema", "Every night at eight", "tickets", RGB(135, 0, 0)),
    ("Green Pier Market", "Saturday, rain or shine", "map", RGB(0, 95, 0)),
    ("Beacon Optics", "See the far shore again", "try", RGB(95, 0, 135)),
    ("Ferry Line 9", "Across in twelve minutes", "times", RGB(0, 95, 175)),
  ].map { Advertiser(name: $0, line: $1, button: $2, color: $3) }
}

extension Size {
  /// The usual sizes of ads on phones, in points; chosen.
  static let usual: [Size] = [
    Size(width: 300, height: 250), Size(width: 320, height: 320), Size(width: 320, height: 160),
    Size(width: 320, height: 480), Size(width: 320, height: 100), Size(width: 300, height: 600),
  ]
}
