/// A script that is put into an ad's page (`S1.63`).
public struct InjectedScript: Hashable, Sendable {
  /// When a script runs, as in `WKUserScriptInjectionTime`.
  public enum InjectionTime: String, CaseIterable, Sendable {
    /// Before anything of the page.
    case documentStart
    /// When the page's own elements are there.
    case documentEnd
  }

  /// What a script is for.
  public enum Purpose: String, CaseIterable, Sendable {
    /// It hands the user's choice over to the page.
    case consent
    /// It shows the debug panel.
    case debugPanel
    /// It names the ad unit to show.
    case adUnitID
    /// It sets the targeting of the page's ad requests.
    case targeting
  }

  /// What the script is for; there is at most one of each.
  public let purpose: Purpose
  /// When the host runs it.
  public let injectionTime: InjectionTime
  /// The source in JavaScript, never empty.
  public let text: String

  /// The scripts for the page of one ad, in the order in which they are put in; none is empty.
  ///
  /// `consent` is the consent platform's, `debugPanel` is empty unless the panel is shown, `adUnit` tells the template its unit.
  public static func all(
    consent: String, debugPanel: String = "", adUnit: String, targeting: CustomTargeting
  ) -> [InjectedScript] {
    [
      InjectedScript(purpose: .consent, injectionTime: .documentStart, text: consent),
      InjectedScript(purpose: .debugPanel, injectionTime: .documentEnd, text: debugPanel),
      InjectedScript(purpose: .adUnitID, injectionTime: .documentEnd, text: adUnit),
      InjectedScript(purpose: .targeting, injectionTime: .documentEnd, text: targeting.script),
    ]
    .filter { !$0.text.isEmpty }
  }
}
