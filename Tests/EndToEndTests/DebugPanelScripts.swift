import AdEngine
import AdRendering
import AdSimulation
import TestSupport
import Testing

/// The panel's scripts and the ad unit's, run in a real JavaScript engine on a document of a few lines (`S1.64`, D27).
@Suite(.tags(.browser), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct DebugPanelScripts {
  /// A document that can do what the scripts need, and `show()`, which prints it.
  private static let page = """
    const vm = require("node:vm");
    class Node {
      constructor(name) { this.name = name; this.children = []; this.listeners = []; }
      appendChild(child) { child.parentNode = this; this.children.push(child); }
      removeChild(child) { this.children = this.children.filter((other) => other !== child); }
      addEventListener(type, listener) { this.listeners.push([type, listener]); }
      find(id) {
        if (this.id === id) return this;
        for (const child of this.children) { const found = child.find(id); if (found) return found; }
        return null;
      }
      toString() {
        const own = [this.name, this.id && "#" + this.id, this.className && "." + this.className]
          .filter(Boolean).join("");
        return own + "(" + (this.textContent || "") + this.children.join(" ") + ")";
      }
    }
    const body = new Node("body");
    const window = {};
    window.window = window;
    window.document = {
      body, createElement: (name) => new Node(name), getElementById: (id) => body.find(id),
    };
    window.evil = () => { throw new Error("code of a text was run"); };
    vm.createContext(window);
    const play = (script) => vm.runInContext(script, window);
    const show = () => console.log(String(body));

    """

  private func play(_ scripts: String...) -> String {
    scripts.map { "play(\(JavaScript.literal($0)));\n" }.joined()
  }

  @Test func `S1.64 D27 the panel comes once, follows unit and size, and goes`() throws {
    let output = try JavaScript.output(
      of: Self.page + play(DebugPanel.hiding, DebugPanel.showing, DebugPanel.showing) + "show();\n"
        + play(
          DemoPublisher.script(adUnitID: "div-1"),
          DebugPanel.showing(Size(width: 300, height: 250.5))) + "show();\n"
        + play(DebugPanel.hiding) + "show();\n"
        + play(DebugPanel.showing(Size(width: 1, height: 1)), DebugPanel.showing) + "show();\n")
    func panel(_ unit: String, _ size: String) -> String {
      "body(div#debugInfo.debug-info(div#adUnitInfo(Ad unit: \(unit)) div#adSizeInfo(Size: \(size))"
        + " div#GoogleButton(a(Console))))\n"
    }
    #expect(
      output == panel("(not set)", "(not sent)") + panel("div-1", "300 × 250.5") + "body()\n"
        + panel("div-1", "(not sent)"))
  }

  @Test(arguments: [
    ("", "prevented"), ("window.googletag = {};", "prevented"),
    ("window.googletag = {openConsole: 7};", "prevented"),
    ("window.googletag = {openConsole() { console.log('opened'); }};", "prevented\nopened"),
  ])
  func `S1.64 the link opens the ad server's console where there is one`(
    setup: String, expected: String
  ) throws {
    let click = """
      const link = body.find("GoogleButton").children[0];
      if (link.href !== "#" || link.listeners.length !== 1 || link.listeners[0][0] !== "click")
        throw new Error("no link");
      link.listeners[0][1]({preventDefault: () => console.log("prevented")});

      """
    let output = try JavaScript.output(of: Self.page + play(DebugPanel.showing) + setup + click)
    #expect(output == expected + "\n")
  }

  @Test func `D7 hostile ids of ad units come back unchanged and run nothing`() throws {
    var text = SeededGenerator(seed: 11)
    var program = Self.page + play(DebugPanel.showing)
    for _ in 0..<500 {
      let id = text.hostileText()
      program += play(DemoPublisher.script(adUnitID: id))
      program += """
        if (window.stepnetwork.adUnitId !== \(JavaScript.literal(id))) throw new Error("changed");
        if (body.find("adUnitInfo").textContent !== "Ad unit: " + \(JavaScript.literal(id)))
          throw new Error("not shown");

        """
    }
    #expect(try JavaScript.output(of: program + "console.log('done');\n") == "done\n")
  }

  @Test func `S1.50 S1.59 S1.60 the template posts its console and its size`() throws {
    let program =
      Self.page + """
        const posted = [], printed = [];
        window.console = { log: (...words) => printed.push(words.join(" ")) };
        """ + "\n" + play(DemoPublisher.bridge) + """
        window.console.log("nobody", "listens");
        window.webkit = { messageHandlers: {
          nativeBridge: { postMessage: (message) => posted.push(JSON.stringify(message)) },
          other: { postMessage: () => { throw new Error("posted to another handler"); } },
        } };
        window.console.log("a", 1);
        window.console.warn("w");
        window.stepnetwork.sendSize(300, 250.5);
        console.log(posted.join("\\n"));
        console.log(printed.join("|"));
        """
    let lines = try JavaScript.output(of: program).split(separator: "\n").map(String.init)
    let messages = try lines.dropLast().map { try BridgeMessageReader.read($0) }
    #expect(
      messages == [
        .console(level: "log", text: "a 1"), .console(level: "warn", text: "w"),
        .adSize(Size(width: 300, height: 250.5)),
      ])
    #expect(lines.last == "nobody listens|a 1")
  }
}
