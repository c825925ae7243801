/// The sample adapter of the seed: its name, its version and what it makes of its SDK's callbacks (`S4.8`–`S4.18`).
public enum SampleAdapter {
  /// The adapter's name (`S4.8`).
  public static let name = "PrebidMobileCustomAdAdapter"
  /// The adapter's version (`S4.8`).
  public static let version = "10.8.0"

  /// What the adapter tells in bid requests: the token, if it has one (`S4.9`).
  public static func data(token: String?) -> [String: JSONValue]? {
    token.map { ["token": .text($0)] }
  }

  /// What the sample's ad SDK calls its delegate by; banners and interstitials alike.
  public enum Callback: String, CaseIterable, Sendable {
    /// Something was received.
    case didReceive
    /// Nothing was received.
    case failToReceive
    /// The ad is there.
    case finishLoading
    /// There is no ad.
    case failToLoad
    /// The person pressed the ad.
    case pressed
    /// The person did something with the ad.
    case interact
    /// A screen is about to open.
    case willPresent
    /// A screen is open.
    case didPresent
    /// The screen did not open.
    case failToPresent
    /// The screen is about to close.
    case willDismiss
    /// The screen is closed.
    case didDismiss
    /// The person is about to leave.
    case leaveApp
  }

  /// What the adapter calls the SDK's ad view by.
  public enum ViewCall: String, CaseIterable, Sendable {
    /// The ad is there.
    case adLoaded
    /// There is no ad.
    case failedToLoad
    /// The ad is shown.
    case adDidDisplay
    /// The ad was clicked.
    case adWasClicked
    /// The ad opened a screen.
    case adDidExpand
    /// The ad closed its screen.
    case adDidCollapse
    /// The interstitial is closed.
    case adDidClose
    /// The person left.
    case adDidLeaveApp
  }

  /// How callbacks become calls.
  public enum Mapping: String, CaseIterable, Sendable {
    /// As the seed has it: what was pressed counts as displayed.
    case seedCompatible
    /// An ad is displayed when it is presented, and clicked when it is pressed (D56).
    case corrected
  }

  /// The calls that a callback becomes, in order; none where the sample only logs.
  public static func calls(
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
