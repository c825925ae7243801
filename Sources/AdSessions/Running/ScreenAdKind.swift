package import AdEngine
import AdRendering
package import AdSimulation

/// The place of an ad in no slot (`S3.6`): a page of one slot, with a number below 0, named as a slot of its page.
package enum ScreenAdKind: String, CaseIterable, Hashable, Sendable {
  case screenBanner
  /// Over the page, on the way to the next one.
  case interstitial

  /// The place with the ads of this page number; `nil` for the number of a page.
  package init?(page number: Int) {
    guard number < 0 else { return nil }
    self = number.isMultiple(of: 2) ? .interstitial : .screenBanner
  }

  package func page(over number: Int) -> Int {
    self == .interstitial ? -2 * number : 1 - 2 * number
  }

  /// The number of the page that the ads of a page number belong to; of a page its own.
  package static func owner(of number: Int) -> Int { number > 0 ? number : (1 - number) / 2 }

  package var slot: SlotID { SlotID(self == .screenBanner ? 0 : 1) }

  package static let slots: SlotTable = {
    var table = SlotTable()
    for kind in allCases { _ = table.add(kind.rawValue, unit: "") }
    return table
  }()

  /// The part of the screen in which an ad is in view, in points: any ad fits.
  static let viewport = Size(width: 4096, height: 8192)

  /// The top of the slot while its ad is in view.
  private static let inView = 0.0
  /// The top of the slot of an ad that is loaded and not shown: near enough to be fetched, too far to be rendered.
  private static let waiting = viewport.height + 500
  /// The top of the slot without an ad: too far to be fetched.
  private static let away = viewport.height + 5000

  /// The inputs that a call of the app is for the engine; `size` is what is requested.
  func inputs(for call: ScreenAdCall, _ size: Size) -> [Engine.Input] {
    func frame(_ y: Double) -> SlotFrame { SlotFrame(y: y, width: size.width, height: size.height) }
    switch call {
    case .load:
      return [.slotAdded(slot, frame(self == .screenBanner ? Self.inView : Self.waiting))]
        + (box(size).map { [.slotConstrained(slot, $0)] } ?? []) + [.scrolled(to: 0)]
    case .show: return [.slotMoved(slot, frame(Self.inView))]
    // What is loaded next is another ad.
    case .close: return [.slotMoved(slot, frame(Self.away)), .slotRenewed(slot)]
    }
  }

  /// The call of the app that an input is; `nil` for what follows from a call.
  package func call(of input: Engine.Input) -> ScreenAdCall? {
    switch input {
    case .slotAdded: .load
    case .slotMoved(_, let frame) where frame.y == Self.away: .close
    case .slotMoved(_, let frame) where self == .interstitial && frame.y == Self.inView: .show
    case .slotMoved: .load
    default: nil
    }
  }

  /// Whether the app has loaded an ad whose slot lies there.
  func isLoaded(at frame: SlotFrame) -> Bool { frame.y != Self.away }

  /// The box at the bottom of the screen, which no ad changes.
  private func box(_ size: Size) -> ContainerConstraints? {
    guard self == .screenBanner else { return nil }
    return try? ContainerConstraints(
      minWidth: size.width, maxWidth: size.width, minHeight: size.height, maxHeight: size.height,
      overflow: .clamp)
  }
}

/// A call of the app to an ad that stands in no slot, by its name in sessions.
package enum ScreenAdCall: String, CaseIterable, Hashable, Sendable {
  /// The ad is loaded as soon as consent allows; a banner is in view from now on.
  case load
  /// The loaded interstitial is shown; one that is not loaded is not shown later either.
  case show
  /// The ad is closed, or loses its place.
  case close
}

extension ScreenAd {
  package var kind: ScreenAdKind { type == .screenBanner ? .screenBanner : .interstitial }

  /// The ad as the simulated ad server knows it; its page does nothing by itself, whatever the page says of ads in general.
  package var simulated: SimulatedSlot {
    var creative = creative
    creative.size = creative.size ?? size
    creative.page = CreativeBehavior(link: creative.page?.link, activity: CreativeActivity())
    return SimulatedSlot(
      unit: unit, requested: size, creative: creative, type: type, isOptIn: isOptIn,
      controls: controls)
  }
}
