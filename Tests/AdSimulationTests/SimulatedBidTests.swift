import AdEngine
import AdRendering
import AdRenderingTesting
import AdSimulation
import TestSupport
import Testing

/// The simulated ad server as bids, and the simulated world as one plug-in among others.
@Suite(.tags(.fast)) struct SimulatedBidTests {
  private static let requested = Size(width: 320, height: 320)

  private func world(
    _ settings: AdServerSettings, slots: Int, creative: CreativeSettings = CreativeSettings()
  ) -> SimulatedWorld {
    var world = SimulatedWorld(settings)
    for number in 0..<slots {
      world.add(
        SimulatedSlot(unit: unit(number), requested: Self.requested, creative: creative),
        as: SlotID(number))
    }
    return world
  }

  private func unit(_ number: Int) -> String { "div-gpt-ad-mobile_\(number % 4 + 1)" }

  /// What a world answers to a fetch, by the short way.
  private func answer(_ world: SimulatedWorld, _ slot: SlotID, _ generation: Int) -> Answer? {
    var world = world
    world.perform(.fetch(slot, generation: generation), at: .start)
    guard let moment = world.nextAnswer,
      case .answered(_, _, let answer)? = world.takeAnswer(dueAt: moment)
    else { return nil }
    return answer
  }

  @Test(arguments: AdMedia.allCases) func `the response says what kind of ad the bid is for`(
    media: AdMedia
  ) throws {
    let world = world(AdServerSettings(seed: 7), slots: 1, creative: CreativeSettings(media: media))
    guard case .body(let body)? = world.response(for: SlotID(0), unit: unit(0), generation: 1)
    else { return #expect(Bool(false), "no response") }
    let type = media == .video ? "video" : "banner"
    #expect(String(decoding: body, as: UTF8.self).contains(#""type":"\#(type)""#))
  }

  @Test(arguments: 1...40)
  func `S3.2 whatever a page fixes, the short way answers as the contracts do`(seed: Int) throws {
    var draw = SeededDraw(
      seed: UInt64(seed), unit: SeededDraw.number(for: "contracts"), slot: 0, generation: 0)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(draw.number(in: 0...Int64(values.count - 1)))]
    }
    let settings = AdServerSettings(
      seed: UInt64(seed), latency: pick([0...0, 5...900, 400...2500]), failureRate: pick([0, 0.4]),
      noFillRate: pick([0, 0.4]), messageRate: pick([0, 0.5]), redirectRate: pick([0, 0.5]))
    var world = SimulatedWorld(settings)
    for number in 0..<20 {
      let size = pick([nil, Size(width: 970, height: 250), Size(width: 1, height: 4096)])
      let requested = pick([
        Self.requested, Size(width: 300.5, height: 50), Size(width: 7, height: 9),
      ])
      let creative = CreativeSettings(
        size: size, latency: pick([nil, 0...0, 30...60]), media: pick([nil, .display, .video]),
        fails: pick([nil, nil, nil, nil, nil] + AdFailure.allCases))
      let (slot, unit) = (SlotID(number), "unit \(number)")
      world.add(
        SimulatedSlot(
          unit: unit, requested: requested, creative: creative,
          type: pick(AdType.allCases), isOptIn: pick([false, true])), as: slot)
      for generation in 1...5 {
        let reply = try #require(world.reply(to: slot, generation: generation))
        #expect(answer(world, slot, generation) == reply.answer)
        let rendering = world.rendering(for: slot, unit: unit, generation: generation)
        if case .lost(let failure)? = world.response(for: slot, unit: unit, generation: generation)
        {
          #expect(reply.answer == .failed(failure) && rendering == nil)
          continue
        }
        let made = try #require(rendering)
        #expect(made.answer == reply.answer, "slot \(number), generation \(generation)")
        // The answer does not come later, and the ad can always be presented and stays as it is.
        #expect(made.loadTime == 0 && made.presentableFor == nil)
        #expect(made.nextChange(after: 0) == nil)
        if case .loaded(let size, let media) = reply.answer {
          let creative = try #require(world.creative(for: slot, generation: generation))
          #expect(made.content == AdContent(creative))
          #expect(made.content?.size == size && made.content?.media == media)
          #expect(made.choices.map(\.identity.name) == ["SimulatedRenderer"])
          #expect(made.choices.first?.isFallback == false)
        }
      }
    }
  }

  @Test func `the simulated renderer keeps its contract`() {
    let markup = #"{"advertiser":"A","line":"l","button":"b","media":"display","color":[1,2,3]}"#
    #expect(RendererConformance(SimulatedRenderer.self, markup: markup).findings() == [])
  }

  @Test func `a whole life of an ad is told by the SDK and by the plug-in`() throws {
    let world = world(AdServerSettings(seed: 7), slots: 1)
    var rendering = try #require(world.rendering(for: SlotID(0), unit: unit(0), generation: 1))
    rendering.apply(.show, after: 100)
    rendering.apply(.see, after: 100)
    rendering.apply(.click, after: 900)
    rendering.apply(.release, after: 2000)
    #expect(rendering.state == .uninitialized)
    let events = rendering.log.compactMap { entry -> AdEvent? in
      if case .event(let event) = entry.call { event } else { nil }
    }
    #expect(events == [.didLoad, .willPresent, .didPresent, .didClick])
    #expect(rendering.log.last?.call == .remove)
    #expect(
      rendering.flow == [
        .createAdPresenter, .load, .state(.loading), .adLoaded(hasView: true), .state(.loaded),
        .state(.impressed), .state(.clicked),
      ])
  }

  @Test func `a copy of a rendering and its original go on independently and alike`() throws {
    let world = world(AdServerSettings(seed: 7), slots: 1)
    var first = try #require(world.rendering(for: SlotID(0), unit: unit(0), generation: 1))
    first.apply(.show, after: 100)
    var second = first
    second.apply(.see, after: 200)
    #expect(first.state == .loaded)
    #expect(second.state == .impressed)
    first.apply(.see, after: 200)
    #expect(first == second)
    #expect(first.flow == second.flow)
    #expect(first.log == second.log)
    second.apply(.click, after: 300)
    #expect(first != second)
    #expect(first.state == .impressed)
  }

  // MARK: - Responses that a page names

  private func response(_ markup: String, _ renderer: String) -> [UInt8] {
    Array(
      """
      {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"\(markup)","w":300,"h":250,"ext":{"prebid":{"targeting":\
      {"hb_pb":"1","hb_bidder":"x"},"meta":{"rendererName":"\(renderer)","rendererVersion":"1.0"}}}\
      }]}]}
      """.utf8)
  }

  @Test func `a file with a unit's name answers that unit, the others answer the rest in turn`() {
    let files = ["r/mobile_1.json", "r/b.json", "r/a.json", "r/mobile_1-2.json"].map {
      BidFile(name: $0, body: [])
    }
    let bids = BidAnswers(files, units: ["mobile_1", "mobile_2", "mobile"])
    func name(_ slot: Int, _ unit: String, _ generation: Int) -> String? {
      bids.entry(for: SlotID(slot), unit: unit, generation: generation)?.file.name
    }
    #expect(
      (1...3).map { name(0, "mobile_1", $0) } == [
        "r/mobile_1-2.json", "r/mobile_1.json", "r/mobile_1-2.json",
      ])
    #expect((1...3).map { name(0, "mobile_2", $0) } == ["r/a.json", "r/b.json", "r/a.json"])
    #expect(name(1, "mobile_2", 1) == "r/b.json")
    #expect(BidAnswers([], units: ["u"]).entry(for: SlotID(0), unit: "u", generation: 1) == nil)
  }

  @Test func `a file is for the unit whose name it bears, to the letter, with a number or none`() {
    let names = ["a10", "a1", "a1-2", "_1234_home", "a1x", "A1", "a1.b"]
    let units = ["a1", "/1234/home", "a", ""]
    let bids = BidAnswers(names.map { BidFile(name: "r/\($0).json", body: []) }, units: units)
    func files(_ unit: String) -> Set<String> {
      Set((1...20).compactMap { bids.entry(for: SlotID(0), unit: unit, generation: $0)?.file.name })
    }
    let others: Set = ["r/A1.json", "r/a10.json", "r/a1x.json", "r/a1.b.json"]
    #expect(files("a1") == ["r/a1.json", "r/a1-2.json"])
    #expect(files("/1234/home") == ["r/_1234_home.json"])
    for unit in ["a", "", "unknown"] { #expect(files(unit) == others) }
  }

  /// Bids among whose renderers is one that violates its contract.
  private func settings(
    _ files: [BidFile], units: [String], latency: ClosedRange<Int64> = 400...2500
  ) -> AdServerSettings {
    var settings = AdServerSettings(
      latency: latency, supply: .bids(BidAnswers(files, units: units)))
    settings.catalog = .misbehaving
    return settings
  }

  @Test func `S4.44 a unit that no response is for gets no ad`() {
    let file = BidFile(name: "a.json", body: response("<b>x</b>", "RichTextRenderer"))
    var world = SimulatedWorld(
      AdServerSettings(supply: .bids(BidAnswers([file], units: ["a", "b"]))))
    for (slot, unit) in ["a", "b"].enumerated() {
      world.add(SimulatedSlot(unit: unit, requested: Self.requested), as: SlotID(slot))
    }
    #expect(answer(world, SlotID(0), 1) == .loaded(Size(width: 300, height: 250), .display))
    #expect(answer(world, SlotID(1), 1) == .failed(.noFill))
  }

  @Test(
    arguments: [
      ("<b>x</b>", "RichTextRenderer", .loaded(Size(width: 300, height: 250), .display), 0),
      ("<b>x</b>", "Unknown", .loaded(Size(width: 300, height: 250), .display), 0),
      ("", "RichTextRenderer", .failed(.rendering), 0),
      ("neverAnswers", "MisbehavingRenderer", .failed(.timeout), 30_000),
      ("answersTwice", "MisbehavingRenderer", .loaded(Size(width: 300, height: 250), .display), 0),
      ("loadsNothing", "MisbehavingRenderer", .failed(.rendering), 0),
    ] as [(String, String, Answer, Int64)])
  func `ads of responses come through the registry, with what renderers make of them`(
    markup: String, renderer: String, expected: Answer, loadTime: Int64
  ) {
    let file = BidFile(name: "a.json", body: response(markup, renderer))
    var world = SimulatedWorld(
      settings([file], units: ["unit"], latency: 50...50))
    world.add(SimulatedSlot(unit: "unit", requested: Self.requested), as: SlotID(0))
    world.perform(.fetch(SlotID(0), generation: 1), at: .start)
    #expect(world.nextAnswer == Instant(milliseconds: 50 + loadTime))
    #expect(
      world.nextAnswer.flatMap { world.takeAnswer(dueAt: $0) }
        == .answered(SlotID(0), generation: 1, expected))
    #expect(world.creative(for: SlotID(0), generation: 1) == nil)
    #expect(world.rendering(for: SlotID(0), generation: 1)?.answer == expected)
  }

  @Test(arguments: [true, false])
  func `S4.13 S4.30 the fetch renders an interstitial with the settings that it is shown with`(
    hasBids: Bool
  ) throws {
    let file = BidFile(name: "a.json", body: response("<b>x</b>", "RichTextRenderer"))
    let controls = VideoControlsConfig(isMuted: false, closeDelay: 5000)
    var world = SimulatedWorld(
      AdServerSettings(supply: hasBids ? .bids(BidAnswers([file], units: ["unit"])) : nil))
    world.add(
      SimulatedSlot(
        unit: "unit", requested: Self.requested, type: .interstitial, isOptIn: true,
        controls: controls), as: SlotID(0))
    world.perform(.fetch(SlotID(0), generation: 1), at: .start)
    let shown = try #require(world.rendering(for: SlotID(0), unit: "unit", generation: 1))
    let config = world.config(of: SlotID(0), unit: "unit", generation: 1)
    #expect(config.isOptIn && config.videoControls == controls && config.isInterstitial)
    #expect(shown.config == config)
    #expect(shown.request?.json.contains(#""rwdd":1"#) == true)
    if hasBids { #expect(world.rendering(for: SlotID(0), generation: 1) == shown) }
  }

  @Test func `an ad's log holds its own calls, not what went wrong while earlier ads were made`() {
    let files = [
      ("a", "answersTwice", "MisbehavingRenderer"), ("b", "<b>x</b>", "RichTextRenderer"),
    ]
    .map { BidFile(name: "\($0.0).json", body: response($0.1, $0.2)) }
    var world = SimulatedWorld(settings(files, units: ["a", "b"]))
    for (slot, unit) in ["a", "b"].enumerated() {
      world.add(SimulatedSlot(unit: unit, requested: Self.requested), as: SlotID(slot))
      world.perform(.fetch(SlotID(slot), generation: 1), at: .start)
    }
    func violations(_ slot: Int) -> Int? {
      world.rendering(for: SlotID(slot), generation: 1)?.log.count {
        if case .violation = $0.call { true } else { false }
      }
    }
    #expect(violations(0) == 1)
    #expect(violations(1) == 0)
  }

  @Test func `a response without a bid is no fill, and a broken one an error`() {
    for (body, failure) in [("", .error), (#"{"id":"r","seatbid":[]}"#, .noFill), ("{", .error)]
      as [(String, AdFailure)]
    {
      let file = BidFile(name: "a.json", body: Array(body.utf8))
      var world = SimulatedWorld(AdServerSettings(supply: .bids(BidAnswers([file], units: []))))
      world.add(SimulatedSlot(unit: "unit", requested: Self.requested), as: SlotID(0))
      #expect(answer(world, SlotID(0), 1) == .failed(failure))
    }
  }

  @Test func `catalogs are equal when they hold the same renderers in the same order`() {
    #expect(PluginCatalog.standard == .standard)
    #expect(PluginCatalog.standard != PluginCatalog.standard.adding(SimulatedRenderer.self))
    #expect(PluginCatalog.standard.hashValue == PluginCatalog.standard.hashValue)
  }
}
