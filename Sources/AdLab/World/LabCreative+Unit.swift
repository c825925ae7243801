import AdEngine
import AdRendering
import AdSimulation

package enum LabUnitError: Error, Hashable, Sendable {
  /// It is empty, too long, or has characters that cannot be shown.
  case text
  case description(part: String, expected: String)
}

/// The creative of any unit: known, drawn from its name, or described:
/// `promo?size=300x250&load=2400&autoplay=1800&event=never`.
extension LabCreative {
  /// The longest unit ID, in characters.
  package static let maxUnitLength = 200
  /// The longest time that a description may give, in milliseconds.
  private static let maxTime: Int64 = 60_000

  package init(unit text: String) throws(LabUnitError) {
    if let known = Self.named(text) {
      self = known
      return
    }
    let isShown = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isDefaultIgnorableCodePoint
    }
    guard isShown, text.count <= Self.maxUnitLength else { throw .text }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard name.split(separator: "/").last?.allSatisfy(\.isWhitespace) == false else { throw .text }
    self = Self.named(name) ?? Self(drawnFrom: name)
    guard parts.count == 2, !parts[1].isEmpty else { return }
    source = .described
    for part in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
      try describe(String(part))
    }
  }

  /// A creative as plausible as those of the ad server; the same name always has the same.
  private init(drawnFrom name: String) {
    var draw = SeededDraw(
      seed: 0, unit: SeededDraw.number(for: name), slot: 0, generation: 0)
    let load = draw.number(in: 6...40) * 100
    let named = name.firstMatch(of: /(\d{2,4})[x_×](\d{2,4})/).flatMap { Self.size($0.1, $0.2) }
    let sizes = [Self.fullscreen, Self.fullscreen, Size(width: 300, height: 250)]
    size = named ?? sizes[Int(draw.number(in: 0...2))]
    loadTime = load
    autoplay = draw.number(in: 0...2) > 0 ? load * draw.number(in: 6...12) / 1_000 * 100 : nil
    isGated = autoplay != nil && draw.number(in: 0...4) == 0
    completion = draw.number(in: 0...4) > 0 ? load : nil
    loadsOutside = draw.number(in: 0...4) == 0
    fails = nil
    let path = name.split(separator: "/", omittingEmptySubsequences: false)
    unit = String(path.last { !$0.isEmpty } ?? "")
    folder = String(name.prefix(name.count - unit.count))
    source = .drawn
  }

  private static func size(_ width: Substring, _ height: Substring) -> Size? {
    let screen = PreloadMachine.standardScreen
    guard let width = WrittenNumber.real(width, in: 1...screen.width),
      let height = WrittenNumber.real(height, in: 1...screen.height)
    else { return nil }
    return Size(width: width, height: height)
  }

  package static let descriptions: [(key: String, expected: String)] = [
    ("size", "fullscreen, or a size of at most 390x844 points, such as 300x250"),
    ("load", "how long it loads: 0…60000 ms"), ("autoplay", "when it plays: 0…60000 ms, or never"),
    ("event", "when it sends its completion event: 0…60000 ms, or never"),
    ("gated", "on if it plays only once it is informed of its visibility, or off"),
    ("outside", "on if it loads outside the screen, or off"),
  ]

  private mutating func describe(_ part: String) throws(LabUnitError) {
    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (key, value) = (String(pair[0]), pair.count == 2 ? String(pair[1]) : "")
    guard let expected = Self.descriptions.first(where: { $0.key == key })?.expected else {
      throw .description(
        part: part,
        expected: "one of \(Self.descriptions.map { $0.key + "=" }.joined(separator: ", "))")
    }
    func wanted<Value>(_ value: Value?) throws(LabUnitError) -> Value {
      guard let value else { throw .description(part: part, expected: expected) }
      return value
    }
    let time = WrittenNumber.whole(value, in: 0...Self.maxTime)
    let switched: Bool? = value == "on" ? true : value == "off" ? false : nil
    switch key {
    case "size":
      let match = value.wholeMatch(of: /(\d+)[x×](\d+)/)
      size =
        try value == "fullscreen"
        ? Self.fullscreen : wanted(match.flatMap { Self.size($0.1, $0.2) })
    case "load": loadTime = try wanted(time)
    case "autoplay": autoplay = try value == "never" ? nil : wanted(time)
    case "event": completion = try value == "never" ? nil : wanted(time)
    case "gated": isGated = try wanted(switched)
    default: loadsOutside = try wanted(switched)
    }
  }
}
