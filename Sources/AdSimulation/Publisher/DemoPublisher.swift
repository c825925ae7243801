package import AdEngine

/// The publisher whose ads the demos show, unknown to the engine: what a page has that says nothing else.
package enum DemoPublisher {
  /// The text of a label that is on and has no text of its own.
  package static let label = "annonce"

  /// The vendor of the ad server that the template speaks to: the only one that is asked about where a page names none.
  ///
  /// It is Google in the TCF's Global Vendor List (Ad Manager Help, "Publisher integration with the IAB TCF", 2026).
  package static let vendor = 755

  /// The address of the page that shows an ad (`S1.15`).
  package static let adTemplate = URLParts(
    scheme: "https", host: .domain("adops.stepdev.dk"), path: "/wp-content/ad-template.html",
    query: "didomi-disable-notice=true",
    text: "https://adops.stepdev.dk/wp-content/ad-template.html?didomi-disable-notice=true")

  /// The script of the template by which an ad's page posts its size and its console to the app (`S1.50`, `S1.59`, `S1.60`).
  package static let bridge = """
    (function () {
        function post(message) {
            var handlers = window.webkit && window.webkit.messageHandlers;
            var handler = handlers && handlers[\(ScriptLiteral.text(BridgeMessage.handlerName))];
            if (handler) {
                handler.postMessage(message);
            }
        }
        ["log", "info", "warn", "error", "debug"].forEach(function (level) {
            var original = window.console[level];
            window.console[level] = function () {
                var words = Array.prototype.map.call(arguments, String).join(" ");
                post({ type: "console", level: level, message: words });
                if (original) {
                    original.apply(window.console, arguments);
                }
            };
        });
        window.stepnetwork = window.stepnetwork || {};
        window.stepnetwork.sendSize = function (width, height) {
            post({ type: "adSize", width: width, height: height });
        };
    })();
    """

  /// The script that names the ad unit to show, and the debug panel too if there is one (D7).
  package static func script(adUnitID: String) -> String {
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
