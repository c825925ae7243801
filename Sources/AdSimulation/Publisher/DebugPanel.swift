package import AdEngine

/// The scripts of the panel in a corner of an ad with its unit, its size and the console (`S1.64`), as switched (D27).
package enum DebugPanel {
  /// Shows the panel; does nothing where it is shown.
  package static let showing = """
    (function () {
        if (document.getElementById("debugInfo")) {
            return;
        }
        function element(name, id, parent) {
            var made = document.createElement(name);
            if (id) {
                made.id = id;
            }
            parent.appendChild(made);
            return made;
        }
        var unit = window.stepnetwork && window.stepnetwork.adUnitId;
        var panel = element("div", "debugInfo", document.body);
        panel.className = "debug-info";
        element("div", "adUnitInfo", panel).textContent = "Ad unit: " + (unit || "(not set)");
        element("div", "adSizeInfo", panel).textContent = "Size: (not sent)";
        var link = element("a", "", element("div", "GoogleButton", panel));
        link.href = "#";
        link.textContent = "Console";
        link.addEventListener("click", function (event) {
            event.preventDefault();
            if (window.googletag && typeof window.googletag.openConsole === "function") {
                window.googletag.openConsole();
            }
        });
    })();
    """

  /// Takes the panel away, if it is there.
  package static let hiding = """
    (function () {
        var panel = document.getElementById("debugInfo");
        if (panel) {
            panel.parentNode.removeChild(panel);
        }
    })();
    """

  /// Shows the size that the page has sent, in points, if the panel is there.
  package static func showing(_ size: Size) -> String {
    """
    (function () {
        var info = document.getElementById("adSizeInfo");
        if (info) {
            info.textContent = "Size: \(points(size.width)) × \(points(size.height))";
        }
    })();
    """
  }

  private static func points(_ length: Double) -> String {
    Int64(exactly: length).map { String($0) } ?? "\(length)"
  }
}
