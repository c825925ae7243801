import TestSupport
import Testing

/// The recorder in a JavaScript engine, on a page of a few lines that throws where it can; what it does in a browser is in
/// `RecorderAgreement`.
@Suite(.tags(.browser), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct RecorderScripts {
  /// A window with two slots, `a` and `b`; `tick(ms)` draws a frame.
  private static let page = """
    let now = 0, frames = [];
    class Observer { observe() {} unobserve() {} disconnect() {} takeRecords() { return []; } }
    const element = (id, y) => ({
      id, y, isConnected: true, getClientRects: () => [1], checkVisibility: () => true,
      getBoundingClientRect() { return {left: 0, top: this.y, width: 300, height: 250}; }
    });
    const ads = [element('a', 100), element('b', 900)], saved = [];
    const window = globalThis;
    Object.assign(globalThis, {
      window, scrollX: 0, scrollY: 0, ResizeObserver: Observer, MutationObserver: Observer,
      IntersectionObserver: Observer, addEventListener() {}, setInterval: () => 0, clearInterval() {},
      requestAnimationFrame: frame => frames.push(frame), cancelAnimationFrame: () => frames = [],
      location: 'https://site.example/',
      document: {
        body: {}, hidden: false, scrollingElement: {clientWidth: 390, clientHeight: 667},
        addEventListener() {}, querySelector: () => null, querySelectorAll: () => ads,
        createElement: () => ({click() {}})
      }
    });
    const define = (object, name, value) =>
      Object.defineProperty(object, name, {value, configurable: true, writable: true});
    define(globalThis, 'performance', {now: () => now});
    define(globalThis, 'navigator', {userAgent: '', sendBeacon: (url, text) => saved.push(text)});
    console.warn = () => {};
    const said = [];
    const print = console.log;
    console.log = text => said.push(text);
    const tick = time => { now = time; for (const frame of frames.splice(0)) frame(now); };

    """

  private func recorder(_ options: String...) throws -> String {
    try adview(["recorder", "--slots", ".ad"] + options).output
  }

  @Test(arguments: ["getBoundingClientRect", "id"])
  func `a slot that cannot be measured in the first frame leaves a session that is read`(
    property: String
  ) throws {
    let fault = """
      const [, own] = ['', Object.getOwnPropertyDescriptor(ads[1], '\(property)')];
      Object.defineProperty(ads[1], '\(property)', {configurable: true, get() { throw new Error('no'); }});

      """
    let rest = """
      Object.defineProperty(ads[1], '\(property)', own);
      ads[0].y = 300;
      tick(16); tick(32);
      ads[0].y = 340;
      tick(48); tick(600);
      print(AdView.session());
      """
    let folder = try TemporaryFolder()
    let text = try JavaScript.output(of: Self.page + fault + recorder() + rest)
    let session = try folder.write(
      String(text.dropLast(text.hasSuffix("\n\n") ? 1 : 0)), "session.jsonl")
    try adview(["run", session])
    #expect(text.ranges(of: #"{"slot":"1","unit":"a""#).count == 1, "\(text)")
    // The other slot is recorded once it can be measured.
    #expect(text.contains(#""unit":"b""#) == (property != "id"))
  }

  @Test func `a recording ends though what it sends is refused by the page`() throws {
    let text = try JavaScript.output(
      of: Self.page + recorder("--endpoint", "https://site.example/sessions") + """
        navigator.sendBeacon = () => { throw new Error('no'); };
        scrollY = 50;
        tick(16);
        AdView.stop();
        print(AdView.isRecording, said.at(-1));
        """)
    #expect(text == "false AdView: Recording stopped, 2 slots\n")
  }
}
