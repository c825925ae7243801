import AdEngine
import AdHosting
import Foundation

/// The ads of an article in a scroll view.
@MainActor final class ArticleAds: NSObject, UIScrollViewDelegate {
  private let ads = AdPageController<Banner>(.init(consent: .granted, scrollAnchoring: true))
  private let slots: [String: BannerView]

  init(_ scroll: UIScrollView, _ slots: [String: BannerView], _ server: AdServer) {
    self.slots = slots
    super.init()
    scroll.delegate = self
    ads.onFetch = { slot in try await server.load(slot.name) }
    ads.onRender = { slot, ad in slots[slot.name]?.show(ad) }
    ads.onRelease = { slot in slots[slot.name]?.clear() }
    ads.onResize = { slot, size, shift in
      slots[slot.name]?.setHeight(size.height)
      scroll.contentOffset.y += shift
    }
  }

  /// To be called from `viewDidLayoutSubviews`, the first time when the views have their sizes.
  func layoutChanged(_ scroll: UIScrollView) {
    ads.frame { frame in
      frame.viewport(scroll.bounds.size)
      for (name, view) in slots { frame.slot(name, at: view.convert(view.bounds, to: scroll)) }
      frame.scroll(scroll.contentOffset.y)
    }
  }

  func scrollViewDidScroll(_ scroll: UIScrollView) {
    ads.frame { frame in frame.scroll(scroll.contentOffset.y) }
  }
}
