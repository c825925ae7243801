public import AdEngine
import AdRendering
public import AdSessions
public import AdSimulation
public import ArgumentParser
public import Playground

extension ConsentStatus: ExpressibleByArgument {}
extension CopyForm: ExpressibleByArgument {}
extension ConsentPolicy: ExpressibleByArgument {}
extension TCFRequirement.GoogleAds: ExpressibleByArgument {}
extension AdRequests: ExpressibleByArgument {}
extension Theme.Background: ExpressibleByArgument {}
extension SessionWorld: ExpressibleByArgument {}
extension Reader: ExpressibleByArgument {}
extension NetworkProfile: ExpressibleByArgument {}

/// A reader who scrolls, and how deep.
struct ReaderOptions: ParsableArguments {
  @Option(help: "Who scrolls the page: a simulated reader, whom --seed drives.")
  var reader: Reader?

  @Option(
    help: .value("%", "How much of the page the reader sees before leaving. (default: 100%)"),
    transform: OptionReader.depth)
  var leaves: Double?
}

extension Size {
  /// As `--viewport` takes it: `390x844`.
  var notation: String {
    "\(JSONText.number(width).json)x\(JSONText.number(height).json)"
  }
}

extension ArgumentHelp {
  static func value(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}

func given(_ options: KeyValuePairs<String, Bool>) -> [String] {
  options.filter(\.value).map(\.key)
}

func refuse(_ isWrong: Bool, _ reason: @autoclosure () -> String) throws {
  if isWrong { throw ValidationError(reason()) }
}

func refuse(_ option: String, _ number: Int?, outside range: ClosedRange<Int>) throws {
  guard let number, !range.contains(number) else { return }
  throw ValidationError("\(option) \(number): expected \(range.lowerBound)…\(range.upperBound)")
}

/// Reads the values of options; what is not one is answered with what was expected.
enum OptionReader {
  /// A size in points, written `WxH`.
  static func size(_ text: String) throws -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { WrittenNumber.real($0, in: 1...100_000) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw ValidationError("expected WIDTHxHEIGHT in points, 1…100000, such as 384x780")
    }
    return Size(width: width, height: height)
  }

  /// A threshold in points, in percent of the viewport's height, or `null` for any distance.
  static func threshold(_ text: String) throws -> Threshold {
    guard let threshold = Threshold(written: text), threshold.isValid else {
      throw ValidationError(
        "expected a number of points, not negative, such as 800, or a percentage of the viewport's height such as 200%"
      )
    }
    return threshold
  }

  /// From where on auctions are held, or `off`; time-out and expiry are the usual ones.
  static func auction(_ text: String) throws -> AuctionRule {
    if text == "off" { return .off }
    guard let threshold = Threshold(written: text),
      let settings = try? AuctionSettings(threshold: threshold)
    else { throw ValidationError("expected a number of points, a percentage such as 300%, or off") }
    return .before(settings)
  }

  /// How far an ad must be left behind to be unloaded, or `off`, as a change of the settings.
  static func unload(_ text: String) throws -> LazyLoadingChange {
    if text == "off" { return LazyLoadingChange(unloadingEnabled: false) }
    guard let threshold = Threshold(written: text), threshold.isValid else {
      throw ValidationError("expected a number of points, such as 1600, a percentage, or off")
    }
    return LazyLoadingChange(unloadThreshold: threshold, unloadingEnabled: true)
  }

  static func device(_ name: String) throws -> Device {
    guard let device = Device.named(name) else {
      let names = Device.all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no such device here, only \(names)")
    }
    return device
  }

  /// How much of a page is seen before its reader leaves, 0…1, written `40%`.
  static func depth(_ text: String) throws -> Double {
    guard text.hasSuffix("%"), let number = WrittenNumber.real(text.dropLast(), in: 0...100) else {
      throw ValidationError("expected a percentage, 0%…100%, such as 40%")
    }
    return number / 100
  }

  /// Ids in a range, written `1,3,4`; nothing for none.
  static func ids(_ text: String, _ range: ClosedRange<Int>, _ name: String) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: !text.contains(",")).map {
      guard let id = WrittenNumber.whole($0, in: range) else {
        throw ValidationError(
          "expected \(name) \(range.lowerBound)…\(range.upperBound) with commas, such as 1,3,4")
      }
      return id
    }
  }

  /// The size of a screen in characters, written `WxH`.
  static func screenSize(_ text: String) throws -> TerminalSize {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { WrittenNumber.whole($0, in: 1...TerminalSize.maxSide) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1] else {
      throw ValidationError("expected COLUMNSxROWS in characters, 1…1000, such as 120x40")
    }
    return TerminalSize(columns: columns, rows: rows)
  }

  /// A key and a value, written `KEY=VALUE`.
  static func pair(_ text: String) throws -> (key: String, value: String) {
    guard let sign = text.unicodeScalars.firstIndex(of: "="), sign > text.startIndex else {
      throw ValidationError("expected KEY=VALUE, such as section=homepage")
    }
    let value = text.unicodeScalars[text.unicodeScalars.index(after: sign)...]
    return (String(text.unicodeScalars[..<sign]), String(value))
  }

  /// Bounds of metrics, written `late<20%,wasted<=2`.
  static func budget(_ text: String) throws -> MetricsBudget {
    try restating(try MetricsBudget(text)) { (error: MetricsBudget.ReadingError) in
      ValidationError(error.sentence)
    }
  }
}

extension ConsentLaunch: ExpressibleByArgument {
  static let help = ArgumentHelp(
    """
    How the consent SDK starts: ready; late (after 3 s); never ready; fails (no API key); or unwrapped (no DidomiWrapper for \
    its notice).
    """)
}
