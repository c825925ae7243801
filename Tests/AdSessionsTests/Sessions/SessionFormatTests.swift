import AdEngine
import AdRendering
import TestSupport
import Testing

@testable import AdSessions

/// The words and the bytes of a session (design § 5).
@Suite struct SessionFormatTests {
  @Test(arguments: 0..<200)
  func `what is written reads back the same, whole and in pieces`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    let header = draw.header()
    let lines = draw.lines()
    var writer = SessionWriter()
    writer.write(header)
    for line in lines { writer.write(line) }
    let bytes = writer.drain()
    let expected = [.header(header)] + lines.map { SessionReader.Item.line($0) }
    #expect(try readSession(bytes).items == expected)
    #expect(try readSession(bytes, piece: draw.number(1...7)).items == expected)
    #expect(SessionReader.isSession(beginningWith: bytes))
  }

  @Test func `keys stand in the order of the design`() throws {
    var writer = SessionWriter()
    writer.write(
      SessionHeader(
        .page("harbour.md", digest: "00ff"), viewport: Size(width: 384, height: 780),
        settings: SessionSettings(
          lazyLoading: .settings(LazyLoadingChange(recording: .standard, over: .standard)),
          consent: .granted, policy: .strict, seed: 7, scrollAnchoring: true),
        columns: 48))
    writer.write(
      SessionHeader(
        .slots([
          SessionSlot("1", unit: "u", frame: SlotFrame(y: 900, height: 320)),
          SessionSlot("2", frame: SlotFrame(y: 2000.5, width: 300, height: 250)),
        ]), settings: SessionSettings(lazyLoading: .off)))
    let change = LazyLoadingChange(fetchThreshold: 500, unloadingEnabled: true)
    let auction = try AuctionSettings(threshold: .percent(300), timeout: 800, expires: 60_000)
    let scaled = try LazyLoadingSettings(
      fetchThreshold: .percent(200), displayThreshold: .unlimited, unloadThreshold: 1600.5,
      mobileScaling: 2, requests: .single, fetchAfter: 80)
    let size = Size(width: 300, height: 250)
    let causes: [SessionCause] = [
      .scrolled(to: 1200), .viewportResized(Size(width: 384, height: 780)),
      .slotFramed("2", SlotFrame(y: 2410, height: 320), unit: "u"), .slotResized("2", size),
      .slotRemoved("2"), .lazyLoadingChanged(change),
      .lazyLoadingChanged(LazyLoadingChange(recording: scaled, over: .standard)),
      .lazyLoadingChanged(LazyLoadingChange(recording: scaled, over: scaled)),
      .lazyLoadingChanged(LazyLoadingChange(auction: .before(auction))),
      .lazyLoadingChanged(LazyLoadingChange(auction: .off)), .consentChanged(.granted),
      .policyChanged(.determined), .clicked("2"), .reloadRequested("2"), .activityChanged(false),
      .pageOpened(SessionOpening("other.md")), .wentBack, .caption("…"),
      .answered("2", generation: 1, .loaded(size, .display)),
      .answered("2", generation: 1, .failed(.noFill)), .presentationFailed("2", generation: 1),
      .bidsArrived("2", auction: 3),
    ]
    for cause in causes { writer.write(cause, at: Instant(milliseconds: 1216)) }
    let decisions: [SessionDecision] = [
      .loadState("1", .fetched, gap: 771), .adState("1", .loaded), .fetch("1", generation: 1),
      .render("1", generation: 1), .release("1", generation: 1), .size("1", size, scrollBy: 0),
      .size("1", size, scrollBy: 200), .viewable("1"),
      .auction("2", number: 3), .auctionEnded("2", number: 3, .timedOut),
      .auctionEnded("2", number: 3, .expired),
    ]
    for decision in decisions { writer.write(decision, at: Instant(milliseconds: 1216)) }
    writer.write(
      SessionLine(
        at: Instant(milliseconds: 1216), .page(LoaderEvent(slot: "1", action: .requested))))
    let expected = """
      {"adview":1,"page":"harbour.md","digest":"00ff","viewport":{"width":384,"height":780},"lazyLoad":{"fetchThreshold":800,"displayThreshold":200,"unloadThreshold":1600,"unloadingEnabled":false},"consent":"granted","policy":"strict","seed":7,"scrollAnchoring":true,"columns":48}
      {"adview":1,"lazyLoad":"off","slots":[{"slot":"1","unit":"u","y":900,"width":320,"height":320},{"slot":"2","y":2000.5,"width":300,"height":250}]}
      {"at":1216,"in":{"scroll":1200}}
      {"at":1216,"in":{"viewport":{"width":384,"height":780}}}
      {"at":1216,"in":{"slot":"2","frame":{"y":2410,"width":320,"height":320},"unit":"u"}}
      {"at":1216,"in":{"slot":"2","resized":{"width":300,"height":250}}}
      {"at":1216,"in":{"slot":"2","removed":true}}
      {"at":1216,"in":{"lazyLoad":{"fetchThreshold":500,"unloadingEnabled":true}}}
      {"at":1216,"in":{"lazyLoad":{"fetchThreshold":"200%","displayThreshold":null,"unloadThreshold":1600.5,"unloadingEnabled":false,"mobileScaling":2,"requests":"single","fetchAfter":80}}}
      {"at":1216,"in":{"lazyLoad":{"fetchThreshold":"200%","displayThreshold":null,"unloadThreshold":1600.5,"unloadingEnabled":false}}}
      {"at":1216,"in":{"lazyLoad":{"auction":{"threshold":"300%","timeout":800,"expires":60000}}}}
      {"at":1216,"in":{"lazyLoad":{"auction":"off"}}}
      {"at":1216,"in":{"consent":"granted"}}
      {"at":1216,"in":{"policy":"determined"}}
      {"at":1216,"in":{"click":"2"}}
      {"at":1216,"in":{"reload":"2"}}
      {"at":1216,"in":{"active":false}}
      {"at":1216,"in":{"open":"other.md"}}
      {"at":1216,"in":{"back":true}}
      {"at":1216,"in":{"caption":"…"}}
      {"at":1216,"in":{"world":{"slot":"2","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}
      {"at":1216,"in":{"world":{"slot":"2","generation":1,"failed":"noFill"}}}
      {"at":1216,"in":{"world":{"slot":"2","generation":1,"presented":false}}}
      {"at":1216,"in":{"world":{"slot":"2","auction":3,"bids":true}}}
      {"at":1216,"out":{"slot":"1","load":"fetched","gap":771}}
      {"at":1216,"out":{"slot":"1","ad":"loaded"}}
      {"at":1216,"out":{"slot":"1","fetch":1}}
      {"at":1216,"out":{"slot":"1","render":1}}
      {"at":1216,"out":{"slot":"1","release":1}}
      {"at":1216,"out":{"slot":"1","size":{"width":300,"height":250}}}
      {"at":1216,"out":{"slot":"1","size":{"width":300,"height":250},"scrollBy":200}}
      {"at":1216,"out":{"slot":"1","viewable":true}}
      {"at":1216,"out":{"slot":"2","auction":3}}
      {"at":1216,"out":{"slot":"2","auction":3,"outcome":"timeout"}}
      {"at":1216,"out":{"slot":"2","auction":3,"outcome":"expired"}}
      {"at":1216,"page":{"slot":"1","did":"requested"}}

      """
    #expect(String(decoding: writer.drain(), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (771, "771"), (-12, "-12"), (0.1, "0.1"),
    (0.1 + 0.2, "0.30000000000000004"), (2000.5, "2000.5"), (1e16, "10000000000000000"),
    (.leastNonzeroMagnitude, "5e-324"), (1e-7, "1e-07"), (1e22, "1e+22"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (9_007_199_254_740_992, "9007199254740992"),
  ])
  func `numbers are written whole or in the shortest form`(number: Double, text: String) {
    #expect(JSONText.number(number).json == text)
    #expect(Double(text) == number)
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("a/b", "\"a/b\""), ("\"\\", #""\"\\""#),
    ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1B}[2J\u{7F}\u{9B}", #""\u0000\u001b[2J\u007f\u009b""#),
    ("\u{2028}\u{2029}\u{202E}\u{2066}", #""\u2028\u2029\u202e\u2066""#), ("æøå 🎯", "\"æøå 🎯\""),
  ])
  func `strings are written so that no terminal obeys them`(text: String, json: String) {
    #expect(JSONText.text(text).json == json)
  }

  @Test func `what may be left out gets its default, and what may be written otherwise is read`()
    throws
  {
    let text = """
      {"adview":1,"slots":[{"slot":"1","y":900,"height":320}],"lazyLoad":{"auction":{}}}
      {"in":{"frame":{"height":320,"y":2410},"slot":"2"},"at":1e3}
      {"at":1000,"in":{"lazyLoad":{"fetchThreshold":-1,"displayThreshold":{"ahead":"50.5%","behind":0}}}}
      { "at" : 2000.0 , "in" : { "world" : {"slot":"2","generation":1,"loaded":{"width":1,"height":2}} } }\r

      """
    let frame = SlotFrame(y: 900, width: 320, height: 320)
    let auctions = LazyLoadingChange(auction: .before(.standard))
    let change = LazyLoadingChange(
      fetchThreshold: .unlimited,
      displayThreshold: .directional(ahead: .percent(50.5), behind: 0))
    let (header, lines) = try session(text)
    #expect(
      header
        == SessionHeader(
          .slots([SessionSlot("1", frame: frame)]),
          settings: SessionSettings(lazyLoading: .settings(auctions))))
    let causes: [(Int64, SessionCause)] = [
      (1000, .slotFramed("2", SlotFrame(y: 2410, width: 320, height: 320), unit: nil)),
      (1000, .lazyLoadingChanged(change)),
      (2000, .answered("2", generation: 1, .loaded(Size(width: 1, height: 2), .display))),
    ]
    #expect(
      lines.map(\.line)
        == causes.map { SessionLine(at: Instant(milliseconds: $0), .cause($1)) })
  }
}
