import AdEngine
import AdRendering
import TestSupport
import Testing

/// The URL reader beside the one of a browser engine: whatever it accepts, it sees the same host there.
@Suite(.tags(.browser), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct BrowserAgreement {
  private static let pieces = [
    "https:", "http:", "ws:", "//", "/", "\\", "@", ":", ".", "..", "?", "#", "%", "%2e", "%2F",
    "%40", "%00", "%C3%A6", "[", "]", "[::1]", "[::ffff:1.2.3.4]", "[1:0:0:2::]", "::", "127",
    "0x7f", "017", "1.", "256", "4294967295", "localhost", "evil.example", "adops.stepdev.dk",
    "EVIL", "xn--", "stępdev", "Ærø", "ß", "ς", "Σ", "İ", "ŞI", "ǅ", "日本", "。", "１", "ⓐ", "K",
    "\u{AD}", "\u{200D}", "e\u{301}", "🎯", "-", "_", "~", "!", "*", "'", "+", ",", ";", "=", "&",
    "$", "|", "^", "`", "{", "<", " ", "80", "443", "8080", "65536", "a", "b",
  ]

  @Test func `D30 20000 hostile URLs have the host that a browser sees, or are refused`() throws {
    let base = "https://adops.stepdev.dk/a/b?c"
    let page = try URLReader.read(base)
    var random = SeededGenerator(seed: 5)
    var checks = ""
    var accepted = 0
    for _ in 0..<20_000 {
      var text = random.below(4) > 0 ? "https://" : ""
      for _ in 0...random.below(7) { text += Self.pieces[random.below(Self.pieces.count)] }
      guard let url = try? URLReader.read(text, relativeTo: page), let host = url.host,
        ["http", "https", "ws"].contains(url.scheme)
      else { continue }
      accepted += 1
      let parts = [url.scheme + ":", "\(host)", url.port.map(String.init) ?? ""]
      checks +=
        "check(\(JavaScript.literal(text)), \(JavaScript.literal(parts.joined(separator: " "))));\n"
    }
    #expect(accepted > 4000)
    let program = """
      let wrong = 0;
      function check(text, expected) {
        let found;
        try {
          const url = new URL(text, \(JavaScript.literal(base)));
          found = [url.protocol, url.hostname.replace(/\\.$/, ""), url.port].join(" ");
        } catch (error) {
          found = "refused";
        }
        if (found !== expected && wrong++ < 40)
          console.log(JSON.stringify(text) + ": " + found + ", not " + expected);
      }
      \(checks)
      console.log("done");

      """
    let output = try JavaScript.output(of: program)
    #expect(output == "done\n")
  }
}
