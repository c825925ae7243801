/// The mapping of an ad SDK's callbacks to calls of the adapter (`S4.8`–`S4.18`; prebid-mobile-ios #1067, November 2024).
package enum SampleAdapter {
  package static let name = "PrebidMobileCustomAdAdapter"
  package static let version = "10.8.0"

  /// The adapter's data in bid requests: the token, if it has one (`S4.9`).
  package static func data(token: String?) -> [String: JSONValue]? {
    token.map { ["token": .text($0)] }
  }

  /// A callback of the SDK's delegate, for banners and interstitials.
  package enum Callback: String, CaseIterable, Sendable {
    case didReceive
    case failToReceive
    case finishLoading
    case failToLoad
    case pressed
    case interact
    case willPresent
    case didPresent
    case failToPresent
    case willDismiss
    case didDismiss
    case leaveApp
  }

  package enum ViewCall: String, CaseIterable, Sendable {
    case adLoaded
    case failedToLoad
    case adDidDisplay
    case adWasClicked
    case adDidExpand
    case adDidCollapse
    case adDidClose
    case adDidLeaveApp
  }

  /// The rule by which callbacks become calls.
  package enum Mapping: String, CaseIterable, Sendable {
    /// The original rule: an ad that is pressed counts as displayed.
    case seedCompatible
    /// An ad is displayed when it is presented, and clicked when it is pressed (D56).
    case corrected
  }

  /// The calls for a callback, in order; none where the adapter only logs.
  package static func calls(
    for callback: Callback, isInterstitial: Bool, _ mapping: Mapping = .corrected
  ) -> [ViewCall] {
    switch callback {
    case .finishLoading: [.adLoaded]
    case .failToLoad: [.failedToLoad]
    case .interact: [.adWasClicked]
    case .leaveApp: [.adDidLeaveApp]
    case .pressed: mapping == .seedCompatible ? [.adDidDisplay] : [.adWasClicked]
    case .willPresent: isInterstitial ? [] : [.adDidExpand]
    case .didPresent:
      switch (isInterstitial, mapping) {
      case (true, .seedCompatible): [.adDidExpand]
      case (true, .corrected): [.adDidDisplay, .adDidExpand]
      case (false, _): []
      }
    case .didDismiss: isInterstitial ? [.adDidCollapse, .adDidClose] : [.adDidCollapse]
    case .didReceive, .failToReceive, .failToPresent, .willDismiss: []
    }
  }
}
