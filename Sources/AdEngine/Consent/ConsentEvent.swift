/// An event of a consent store; named as Didomi's SDK names it.
///
/// The SDK calls listeners, which can come too late (D5) and must unregister (D6); here events are kept until they are taken.
public enum ConsentEvent: Hashable, Sendable {
  /// The store knows what was chosen before.
  case ready
  /// Something was asked of the store that it cannot do, for this reason.
  case error(String)
  /// The notice appeared, or disappeared.
  case showNotice, hideNotice
  /// An answer was given in the notice.
  case noticeClickAgree, noticeClickDisagree
  /// The choice became another one; saying the same again is no change.
  case consentChanged

  /// The name of the SDK's event, with what went wrong.
  public var name: String {
    switch self {
    case .ready: "onReady"
    case .error(let reason): "onError: \(reason)"
    case .showNotice: "onShowNotice"
    case .hideNotice: "onHideNotice"
    case .noticeClickAgree: "onNoticeClickAgree"
    case .noticeClickDisagree: "onNoticeClickDisagree"
    case .consentChanged: "onConsentChanged"
    }
  }

  /// The name of the notification that an app posts when the choice has changed (`S0.14`, `S1.4`).
  public static let notification = "DidomiConsentChanged"
}
