import AdEngine
import TestSupport
import Testing

/// The script that hands the choice to a page's consent SDK, run in a real JavaScript engine (`S0.29`).
@Suite(.tags(.browser), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct ConsentScripts {
  @Test func `S0_29 the page's SDK gets each answer once, early or late`() throws {
    var store = ConsentStore(vendors: [12, 755])
    store.becomeReady()
    store.setUserAgreeToAll(on: 20_000)
    store.setUserStatus(
      purposes: [1: .disabled, 9: .disabled], vendors: [12: .disabled], on: 20_000)
    let keys = TCFPurpose.all.map { "\"\($0.key)\"" }
    let program = """
      const vm = require("node:vm");
      for (const before of [undefined, []]) {
        const sandbox = {};
        sandbox.window = sandbox;
        if (before) sandbox.didomiOnReady = before;
        vm.createContext(sandbox);
        vm.runInContext(\(ScriptLiteral.text(store.consentScript)), sandbox);
        const calls = [];
        const Didomi = {
          notice: {hide: () => calls.push("hide")},
          setUserStatus: (status) => calls.push(status),
        };
        for (const listener of sandbox.didomiOnReady) listener(Didomi);
        if (calls.length !== 2 || calls[0] !== "hide") throw new Error("called otherwise");
        const {purposes, vendors, action} = calls[1];
        const all = [...purposes.consent.enabled, ...purposes.consent.disabled].sort();
        const expected = [\(keys.joined(separator: ", "))].sort();
        if (JSON.stringify(all) !== JSON.stringify(expected)) throw new Error(all);
        console.log(JSON.stringify([
          purposes.consent.disabled, purposes.legitimate_interest.disabled,
          vendors.consent, vendors.legitimate_interest.enabled, action,
        ]));
      }

      """
    let line =
      "[[\"cookies\",\"market_research\"],[\"market_research\"],"
      + "{\"enabled\":[755],\"disabled\":[12]},[755],\"webview\"]\n"
    #expect(try JavaScript.output(of: program) == line + line)
  }
}
