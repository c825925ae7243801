package import AdEngine
import AdRendering

/// Why a session may decide otherwise than it did when it was recorded.
package enum CheckCause: Hashable, Sendable {
  /// A lazy-loading setting that the session holds is another on its page, which has changed.
  case setting(change: String, file: String)
  /// A slot that the session names is gone from its page, which has changed.
  case slotGone(MissingSlot)
  /// The answers are not those of the session, but these.
  case answers(SessionWorld)
  /// The page's bytes are others; what of it changed is not known.
  case pageChanged(file: String)

  /// The page that fails a check by itself, by its path from the session; the other causes explain decisions that differ.
  var differingPage: String? {
    switch self {
    case .setting(_, let file): file
    case .slotGone(let slot): slot.page
    case .answers, .pageChanged: nil
    }
  }

  /// One sentence, which may quote the session and the page.
  package var sentence: String {
    switch self {
    case .setting(let change, let file): "\(change) in \(file)"
    case .slotGone(let slot): [slot].sentence ?? ""
    case .answers(let world): "\(world.rawValue) answers instead of the session's own"
    case .pageChanged(let file): "\(file) has changed since the session was recorded"
    }
  }
}

extension LazyLoadingOverride {
  /// The settings that are others on a page, with both values: `fetchThreshold 800 → 600`; a page may have no lazy loading.
  package func changes(to page: LazyLoadingSettings?) -> [String] {
    switch (self, page) {
    case (.off, nil): return []
    case (.off, _): return ["lazyLoad off → on"]
    case (.settings, nil): return ["lazyLoad on → off"]
    case (.settings(var change), let page?):
      var now = LazyLoadingChange(to: page)
      // Only what differs is written.
      for field in SettingField.all where field.isSame(change, now) {
        field.copy(LazyLoadingChange(), &change)
        field.copy(LazyLoadingChange(), &now)
      }
      let after = Dictionary(uniqueKeysWithValues: now.words)
      return change.words.compactMap { key, before in
        guard let after = after[key], after != before else { return nil }
        return "\(key) \(before) → \(after)"
      }
    }
  }
}

extension LazyLoadingChange {
  /// The settings by their keys, each as front matter has it.
  fileprivate var words: [(String, String)] {
    fields.map { key, value in
      let auction = key == "auction" ? self.auction?.notation : nil
      return (key, auction ?? value.json.filter { $0 != "\"" })
    }
  }
}

extension AuctionRule {
  /// The threshold, as `--auction` has it, and what else differs from the standard: `300%, timeout 500 ms`.
  fileprivate var notation: String {
    guard let settings else { return "off" }
    let standard = AuctionSettings.standard
    return settings.threshold.notation
      + (settings.timeout == standard.timeout ? "" : ", timeout \(settings.timeout) ms")
      + (settings.expires == standard.expires ? "" : ", expires \(settings.expires) ms")
  }
}

extension LazyLoadingOverride {
  /// All settings of a page; `nil` for `lazyLoad: off`.
  package init(all settings: LazyLoadingSettings?) {
    self = settings.map { .settings(LazyLoadingChange(to: $0)) } ?? .off
  }
}

extension SessionLine {
  /// The slot that the line is about, by its name.
  package var slot: String? {
    switch entry {
    case .cause(.screenAd(_, let kind)): kind.rawValue
    case .cause(let cause): cause.slot?.name
    case .decision(let decision): decision.slot
    case .page(let event): event.slot
    case .end: nil
    }
  }
}
