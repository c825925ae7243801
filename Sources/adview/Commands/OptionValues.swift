public import AdEngine
import AdRendering
public import AdSessions
public import AdSimulation
public import ArgumentParser
public import Playground

extension ConsentStatus: ExpressibleByArgument {}
extension ConsentPolicy: ExpressibleByArgument {}
extension Theme.Ground: ExpressibleByArgument {}
extension SessionWorld: ExpressibleByArgument {}
extension Reader: ExpressibleByArgument {}
extension FlingPhysics: ExpressibleByArgument {}

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

/// A distance in points.
struct DistanceArgument: Equatable {
  let points: Double

  init(_ text: String) throws {
    guard let points = WrittenNumber.real(text), points >= 0 else {
      throw ValidationError("expected a number of points, not negative, such as 800")
    }
    self.points = points
  }
}

/// How far an ad must be left behind to be unloaded, or `off`.
enum UnloadArgument: Equatable {
  case off
  case beyond(Double)

  init(_ text: String) throws {
    if text == "off" {
      self = .off
    } else if let points = WrittenNumber.real(text), points >= 0 {
      self = .beyond(points)
    } else {
      throw ValidationError("expected a number of points, such as 1600, or off")
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
