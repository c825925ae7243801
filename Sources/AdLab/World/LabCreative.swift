package import AdEngine

/// The creative of a test unit; times are milliseconds of loading or of its own timers.
package struct LabCreative: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The lab's ad server knows the unit.
    case known
    /// The unit says what its creative is like.
    case described
    /// Nothing is known of the unit; the creative is drawn from its name.
    case drawn
  }

  /// The last part of the unit's path, which is all of it that is shown (`S2.26`).
  package let unit: String
  /// The folders of the unit's path.
  let folder: String
  package var source = Source.known
  /// The size that is delivered, in points; 1×1 stands for the whole screen (`S2.28`).
  package internal(set) var size: Size
  package internal(set) var loadTime: Int64
  /// When it could begin to play; `nil` for one that does not play by itself.
  package internal(set) var autoplay: Int64?
  /// Whether it plays only after the script said that it is visible (`S2.20`).
  package internal(set) var isGated: Bool
  /// When it sends its completion event; `nil` for one that never does.
  package internal(set) var completion: Int64?
  package internal(set) var loadsOutside: Bool
  /// Why the ad server has nothing for the unit, if so.
  package let fails: AdFailure?

  package var path: String { folder + unit }

  /// The unit's own words: what it delivers, and what to expect of it.
  package var words: String {
    if fails != nil { return "no ad: the request fails" }
    let isFullscreen = BannerFrame.isFullscreen(size)
    let extent = isFullscreen ? "fullscreen" : "\(Int(size.width))×\(Int(size.height))"
    let event = completion.map { "event at \($0.secondsText)" } ?? "no event"
    let play =
      autoplay.map { "plays from \($0.secondsText) on" + (isGated ? " if told" : "") }
      ?? "no autoplay"
    return "\(extent), loads in \(loadTime.secondsText), \(event), \(play)"
      + (loadsOutside ? ", loads outside" : "")
  }
}

extension LabCreative {
  /// The event by which a creative says that it has loaded (`S2.29`).
  package static let completionEvent = "celtraLoaded"
  /// The script by which a creative learns that it is visible (`S2.29`).
  package static let visibilityScript =
    "if (typeof setFlipboardAdIsVisible === 'function') { setFlipboardAdIsVisible(true); }"

  private static let testing = "/21709104563/testing/"

  /// All units that the lab's ad server knows (`S2.26`), and one of ours that fails (D43).
  package static let all: [LabCreative] = [
    celtra(1, load: 1_100, autoplay: 900, completion: 1_100),
    celtra(2, Size(width: 300, height: 600), load: 2_300, autoplay: 1_800, completion: 2_300),
    celtra(3, Size(width: 300, height: 250), load: 1_500, autoplay: 1_700, completion: 1_500),
    celtra(4, load: 3_900, autoplay: 4_200, completion: 3_900),
    // Takes longer than the constant time, so it is shown half loaded after that.
    celtra(5, load: 6_400, autoplay: 5_200, completion: 6_400),
    // Forgets its event.
    celtra(6, load: 2_700, autoplay: 2_900, completion: nil),
    celtra(18, load: 1_700, autoplay: 1_200, completion: 1_700),
    celtra(20, load: 1_700, autoplay: 1_200, isGated: true, completion: 1_700),
    plain("display_300_250", Size(width: 300, height: 250), load: 600),
    plain("display_300_600", Size(width: 300, height: 600), load: 800),
    plain("static_fsa", fullscreen, load: 900, completion: 900),
    plain(
      "cinemaloop_horizontal", fullscreen, load: 2_600, autoplay: 2_800, completion: 2_600,
      loadsOutside: true),
    plain("cinemaloop_vertical", fullscreen, load: 2_600, autoplay: 2_400, completion: 3_100),
    plain("no_fill", fullscreen, load: 0, fails: .noFill),
  ]

  /// The creative that the lab's ad server knows for a unit, by its whole path or the last part of it.
  package static func named(_ unit: String) -> LabCreative? {
    all.first { $0.unit == unit || $0.path == unit }
  }

  static let fullscreen = Size(width: 1, height: 1)

  private static func celtra(
    _ number: Int, _ size: Size = fullscreen, load: Int64, autoplay: Int64, isGated: Bool = false,
    completion: Int64?
  ) -> LabCreative {
    LabCreative(
      unit: "celtra\(number)", folder: testing + "celtra/", size: size, loadTime: load,
      autoplay: autoplay, isGated: isGated, completion: completion, loadsOutside: false, fails: nil)
  }

  private static func plain(
    _ unit: String, _ size: Size, load: Int64, autoplay: Int64? = nil, completion: Int64? = nil,
    loadsOutside: Bool = false, fails: AdFailure? = nil
  ) -> LabCreative {
    LabCreative(
      unit: unit, folder: testing, size: size, loadTime: load, autoplay: autoplay, isGated: false,
      completion: completion, loadsOutside: loadsOutside, fails: fails)
  }
}

extension Int64 {
  /// Milliseconds as seconds with at least one decimal and at most three: `1.7 s`, `5.0 s`, `0.001 s`.
  package var secondsText: String {
    let sign = self < 0 ? "−" : ""
    var digits = String(magnitude % 1000 + 1000).dropFirst()
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    return "\(sign)\(magnitude / 1000).\(digits) s"
  }
}
