import AdEngine
import TestSupport
import Testing

/// The scripts that the engine writes, run in a real JavaScript engine.
@Suite(.tags(.browser), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct GeneratedScripts {
  /// A page in which `evil` must not be called, and where calls of `setTargeting` are collected.
  private static let page = """
    const vm = require("node:vm");
    function play(script, made) {
      const calls = [];
      const sandbox = {evil() { throw new Error("code of a text was run"); }};
      sandbox.window = sandbox;
      if (made) sandbox.googletag = made;
      const keys = Object.keys(sandbox).concat("googletag").sort().join();
      vm.createContext(sandbox);
      vm.runInContext(script, sandbox);
      sandbox.googletag.pubads = () => ({setTargeting: (...call) => calls.push(call)});
      for (const command of sandbox.googletag.cmd) command();
      const now = Object.keys(sandbox).concat("googletag");
      if ([...new Set(now)].sort().join() != [...new Set(keys.split(","))].join())
        throw new Error("the script left something behind: " + now);
      return calls;
    }

    """

  @Test func `D7 2000 hostile keys and values come back unchanged and run nothing`() throws {
    var text = SeededGenerator(seed: 7)
    var program = Self.page
    for number in 0..<1000 {
      var targeting = CustomTargeting()
      for _ in 0...text.below(3) {
        let values = (0...text.below(3)).map { _ in text.hostileText() }
        targeting.set("\(number)" + text.hostileText(), to: values)
      }
      let expected = targeting.entries.map { entry in
        let values = entry.values.map(JavaScript.literal).joined(separator: ", ")
        return
          "[\(JavaScript.literal(entry.key)), \(entry.values.count == 1 ? values : "[\(values)]")]"
      }
      program += """
        {
          const script = \(JavaScript.literal(targeting.script));
          const calls = JSON.stringify(play(script));
          const expected = JSON.stringify([\(expected.joined(separator: ", "))]);
          if (calls !== expected) throw new Error(calls + " is not " + expected);
          if (/<|>|[\\u2028\\u2029]/.test(script)) throw new Error("not safe in HTML: " + script);
        }

        """
    }
    #expect(try JavaScript.output(of: program + "console.log('done');\n") == "done\n")
  }

  @Test(arguments: ["undefined", "{}", "{cmd: []}"])
  func `D10 the script works in whatever order the ad server's own arrives`(made: String) throws {
    var targeting = CustomTargeting()
    targeting.set("section", to: "homepage")
    let program = """
      \(Self.page)
      console.log(JSON.stringify(play(\(JavaScript.literal(targeting.script)), \(made))));

      """
    #expect(try JavaScript.output(of: program) == "[[\"section\",\"homepage\"]]\n")
  }
}
