import AdEngine
import AdHosting
import Foundation

// As much of UIKit as the sample of "Hosting the engine" uses, and an app's own types beside it.

@MainActor protocol UIScrollViewDelegate: AnyObject {
  func scrollViewDidScroll(_ scroll: UIScrollView)
}

@MainActor class UIView {
  var frame: CGRect
  var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  init(frame: CGRect) { self.frame = frame }

  /// The views of the tests lie in their scroll view.
  func convert(_ rect: CGRect, to view: UIView) -> CGRect {
    rect.offsetBy(dx: frame.minX, dy: frame.minY)
  }
}

@MainActor final class UIScrollView: UIView {
  weak var delegate: (any UIScrollViewDelegate)?
  var contentOffset = CGPoint.zero {
    didSet { if contentOffset != oldValue { delegate?.scrollViewDidScroll(self) } }
  }
}

struct Banner: DeliveredAd, Equatable {
  var text: String
  var size: Size
}

/// A view that shows a banner; tests wait for what is shown.
@MainActor final class BannerView: UIView {
  private(set) var banner: Banner? {
    didSet {
      changed?.resume()
      changed = nil
    }
  }
  private var changed: CheckedContinuation<Void, Never>?

  func show(_ banner: Banner) { self.banner = banner }
  func clear() { banner = nil }
  func setHeight(_ height: Double) { frame.size.height = height }

  func untilShown() async {
    if banner == nil { await withCheckedContinuation { changed = $0 } }
  }
}

/// An ad server that has one banner for each name.
@MainActor final class AdServer {
  private(set) var loads: [String] = []

  func load(_ name: String) async throws -> Banner {
    loads.append(name)
    return Banner(text: "Ad of \(name)", size: Size(width: 300, height: 250))
  }
}
