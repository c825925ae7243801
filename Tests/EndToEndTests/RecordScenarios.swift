import TestSupport
import Testing

/// `adview record` in a browser, on pages of a file; what the recorder writes there is compared in `RecorderAgreement`.
@Suite(.tags(.browser), .enabled(if: Browser.isInstalled, Browser.missing))
struct RecordScenarios {
  /// Three ads, 1000 points apart, that a loader of the page's own requests 300 points ahead.
  private static let page = """
    <!doctype html><meta name="viewport" content="width=device-width">
    <style>body{margin:0} .ad{height:250px} p{height:750px;margin:0}</style>
    <p></p><div class="ad" id="one"></div><p></p><div class="ad" id="two"></div><p></p><div class="ad" id="three"></div><p></p>
    <script>
    alert('nobody answers this');
    const observer = new IntersectionObserver(entries => entries.forEach(({target, isIntersecting}) => {
      if (!isIntersecting || target.firstChild) return;
      const ad = document.createElement('iframe');
      [ad.width, ad.height, ad.srcdoc] = [300, 250, 'ad'];
      target.append(ad);
    }), {rootMargin: '300px 0px'});
    for (const slot of document.querySelectorAll('.ad')) observer.observe(slot);
    new IntersectionObserver(() => {}, {rootMargin: '50px 0px'}).observe(document.querySelector('.ad'));
    </script>
    """

  private func record(_ page: String, _ options: String...) throws -> (
    FinishedCommand, session: String, TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let path = try folder.write(page, "a page.html")
    let session = folder.path + "/session.jsonl"
    let command =
      [BuiltProgram.path, "record", path, "--reader", "flinger", "--output", session] + options
    let finished = try run(command, environment: ["TMPDIR": folder.path])
    return (finished, session, folder)
  }

  @Test func `a reader's visit holds the page's slots, answers and thresholds`() throws {
    let (finished, session, folder) = try record(Self.page, "--slots", ".ad")
    try #require(finished.status == 0, "\(finished.output)")
    #expect(finished.output.contains("'adview play \(session)' shows it"))
    let text = try folder.text("session.jsonl")
    #expect(text.hasPrefix(#"{"adview":1,"answers":"recorded","lazyLoad":{"fetchThreshold":300,"#))
    #expect(text.contains(#""viewport":{"width":390,"height":844}"#))
    for unit in ["one", "two", "three"] { #expect(text.contains(#""unit":"\#(unit)""#)) }
    #expect(text.ranges(of: #""loaded""#).count == 3, "\(text)")
    try adview(["run", session], has: "requests            3")
    #expect(folder.names.sorted() == ["a page.html", "session.jsonl"], "the profile is gone")
  }

  @Test func `several readers are a folder of sessions`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(
      Self.page.replacing("height:750px", with: "height:50px"), "page.html")
    let output = folder.path + "/visits"
    let arguments = ["record", page, "--slots", ".ad", "--readers", "2", "--output", output]
    try adview(arguments, has: "a verdict of 'tune' takes --readers 50")
    try adview(["run", output], has: "\n0002 ")
    try adview(arguments, status: 64, has: "0001.jsonl: exists, and is a session")
  }

  @Test func `a page without slots, and a selector that is none, are said`() throws {
    let (empty, _, _) = try record("<!doctype html><p>text</p>")
    #expect(empty.status == 65)
    #expect(empty.output.contains("does not scroll, so thresholds hardly matter"))
    #expect(
      empty.output.contains("no slots of Google Publisher Tag found; --slots names the boxes"))
    let (wrong, _, _) = try record(Self.page, "--slots", "a[")
    #expect(wrong.status == 64)
    #expect(wrong.output.contains("--slots a[: expected gpt or a CSS selector, such as '.ad'"))
  }

  @Test(arguments: [
    ("location.reload()", "the page was left for another one"),
    ("location = 'about:blank'", "the page was left for another one"),
    ("for (;;);", "the page did not respond for 10 s"),
  ])
  func `where the page goes away or hangs, what was recorded until then stays`(
    script: String, sentence: String
  ) throws {
    let page = Self.page + "<script>setTimeout(() => { \(script) }, 4000);</script>"
    let (finished, _, folder) = try record(page, "--slots", ".ad")
    #expect(finished.status == 0, "\(finished.output)")
    #expect(
      finished.output.contains(sentence + ": the recording ends there, after "),
      "\(finished.output)")
    let text = try folder.text("session.jsonl")
    #expect(text.contains(#""unit":"three""#) && text.ranges(of: #"{"scroll":"#).count > 10)
  }

  @Test func `a page that is not made for phones is said to be wider`() throws {
    let wide = Self.page.replacing(
      #"<meta name="viewport" content="width=device-width">"#, with: "")
    let (finished, _, _) = try record(wide, "--slots", ".ad")
    #expect(finished.status == 0)
    #expect(
      finished.output.contains("the page is laid out 980 pt wide, not 390"), "\(finished.output)")
  }

  @Test func `what could not be saved is refused before anything is recorded`() throws {
    let folder = try TemporaryFolder()
    let session = try folder.write("{\"adview\":1,\"slots\":[]}\n", "session.jsonl")
    let page = try folder.write(Self.page, "page.html")
    for (output, status, sentence) in [
      (session, 64, "exists, and is a session"),
      (folder.path + "/no/such.jsonl", 66, "No such file"), (page, 64, "is read by this command"),
    ] as [(String, Int32, String)] {
      try adview(
        ["record", page, "--slots", ".ad", "--output", output], status: status, has: sentence)
    }
    #expect(try folder.text("session.jsonl").hasPrefix("{\"adview\":1"))
  }

  @Test(arguments: ["http://127.0.0.1:9/", "https://no-such-host.invalid/", "missing.html"])
  func `a page that cannot be opened is one sentence`(address: String) throws {
    let finished = try adview(["record", address], status: 66)
    #expect(finished.output.hasPrefix("adview: \(address): "))
    #expect(finished.output.split(separator: "\n").count == 1)
  }
}
