public import AdEngine
import AdRendering
public import AdSessions
public import AdSimulation
public import ArgumentParser
public import Playground

extension ConsentStatus: ExpressibleByArgument {}
extension ConsentPolicy: ExpressibleByArgument {}
extension AdRequests: ExpressibleByArgument {}
extension Theme.Background: ExpressibleByArgument {}
extension SessionWorld: ExpressibleByArgument {}
extension Reader: ExpressibleByArgument {}
extension FlingPhysics: ExpressibleByArgument {}
extension NetworkProfile: ExpressibleByArgument {}

/// A size in points, written `WxH`.
struct SizeArgument: Equatable {
  let size: Size

  init(_ text: String) throws {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { WrittenNumber.real($0, in: 1...100_000) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw ValidationError("expected WIDTHxHEIGHT in points, 1…100000, such as 384x780")
    }
    size = Size(width: width, height: height)
  }
}

/// A threshold in points, in percent of the viewport's height, or `null` for any distance.
struct ThresholdArgument: Equatable {
  let threshold: Threshold

  init(_ text: String) throws {
    guard let threshold = Threshold(written: text), threshold.isValid else {
      throw ValidationError(
        "expected a number of points, not negative, such as 800, or a percentage of the viewport's height such as 200%"
      )
    }
    self.threshold = threshold
  }

  /// The threshold for what lies ahead, with another for what lies behind, if there is one.
  func threshold(behind: ThresholdArgument?) -> Threshold {
    behind.map { .directional(ahead: threshold.ahead, behind: $0.threshold.ahead) } ?? threshold
  }
}

/// What percentages are multiplied by on a phone.
struct ScalingArgument: Equatable {
  let factor: Double

  init(_ text: String) throws {
    guard let factor = WrittenNumber.real(text), factor > 0 else {
      throw ValidationError("expected a number above 0, such as 1.5")
    }
    self.factor = factor
  }
}

/// How long a slot stays near before it is fetched, written `80` or `80ms`.
struct DelayArgument: Equatable {
  let milliseconds: Int64

  init(_ text: String) throws {
    let number = text.hasSuffix("ms") ? text.dropLast(2) : text[...]
    guard let time = WrittenNumber.whole(number, in: 0...LazyLoadingSettings.maxFetchDelay) else {
      throw ValidationError(
        "expected milliseconds, 0 to \(LazyLoadingSettings.maxFetchDelay), such as 80")
    }
    milliseconds = time
  }
}

/// A distance across the page, in points.
struct MarginArgument: Equatable {
  let points: Double

  init(_ text: String) throws {
    guard let points = WrittenNumber.real(text), points >= 0 else {
      throw ValidationError("expected a number of points, at least 0, such as 100")
    }
    self.points = points
  }
}

/// From where on auctions are held, or `off`; time-out and expiry are the usual ones.
struct AuctionArgument: Equatable {
  let rule: AuctionRule

  init(_ text: String) throws {
    if text == "off" {
      rule = .off
    } else if let threshold = Threshold(written: text),
      let settings = try? AuctionSettings(threshold: threshold)
    {
      rule = .before(settings)
    } else {
      throw ValidationError("expected a number of points, a percentage such as 300%, or off")
    }
  }
}

/// How far an ad must be left behind to be unloaded, or `off`.
enum UnloadArgument: Equatable {
  case off
  case beyond(Threshold)

  init(_ text: String) throws {
    if text == "off" {
      self = .off
    } else if let threshold = Threshold(written: text), threshold.isValid {
      self = .beyond(threshold)
    } else {
      throw ValidationError("expected a number of points, such as 1600, a percentage, or off")
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
