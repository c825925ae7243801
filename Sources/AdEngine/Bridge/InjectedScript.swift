/// A script that is put into an ad's page (`S1.63`).
public struct InjectedScript: Hashable, Sendable {
  /// When a script runs.
  public enum Moment: String, CaseIterable, Sendable {
    /// Before anything of the page.
    case documentStart
    /// When the page's own elements are there.
    case documentEnd
  }

  /// What a script is for.
  public enum Purpose: String, CaseIterable, Sendable {
    /// It hands the person's choice over to the page.
    case consent
    /// It shows the debug panel.
    case debugPanel
    /// It tells the page which ad unit to show.
    case adUnitID
    /// It sets the targeting.
    case targeting
  }

  /// What it is for.
  public let purpose: Purpose
  /// When it runs.
  public let moment: Moment
  /// The script.
  public let text: String

  /// The scripts for the page of one ad, in the order in which they are put in; none is empty.
  ///
  /// `consent` is the script of the consent platform. The debug panel is there only while the ladybug is on; a page that
  /// is loaded already gets and loses it by ``DebugPanel``.
  public static func all(
    consent: String, adUnitID: String, targeting: CustomTargeting, isDebugging: Bool
  ) -> [InjectedScript] {
    [
      InjectedScript(purpose: .consent, moment: .documentStart, text: consent),
      InjectedScript(
        purpose: .debugPanel, moment: .documentEnd, text: isDebugging ? DebugPanel.showing : ""),
      InjectedScript(purpose: .adUnitID, moment: .documentEnd, text: script(adUnitID: adUnitID)),
      InjectedScript(purpose: .targeting, moment: .documentEnd, text: targeting.script),
    ]
    .filter { !$0.text.isEmpty }
  }

  /// The script that tells the page which ad unit to show, and the debug panel too if there is one (D7).
  public static func script(adUnitID: String) -> String {
    """
    window.stepnetwork = window.stepnetwork || {};
    window.stepnetwork.adUnitId = \(ScriptLiteral.text(adUnitID));
    (function () {
        var info = document.getElementById("adUnitInfo");
        if (info) {
            info.textContent = "Ad unit: " + window.stepnetwork.adUnitId;
        }
    })();
    """
  }
}
