import AdEngine
import AdSimulation
import TestSupport
import Testing

@Suite(.tags(.fast)) struct SimulatedWorldTests {
  /// The answers of a world to the first request of `count` slots, all asked at the start.
  private func answers(
    _ settings: AdServerSettings, count: Int = 400, unit: String = "div-gpt-ad-mobile_1",
    requested: Size? = Size(width: 320, height: 320),
    creative: CreativeSettings = CreativeSettings()
  ) -> [(moment: Int64, input: Engine.Input)] {
    var world = SimulatedWorld(settings)
    let slot = SimulatedSlot(unit: unit, requested: requested, creative: creative)
    for number in 0..<count {
      world.add(slot, as: SlotID(number))
      world.perform(.fetch(SlotID(number), generation: 1), at: .start)
    }
    var answers: [(Int64, Engine.Input)] = []
    while let moment = world.nextAnswer, let input = world.takeAnswer(dueAt: moment) {
      answers.append((moment.milliseconds, input))
    }
    return answers
  }

  private func failures(_ answers: [(moment: Int64, input: Engine.Input)]) -> [AdFailure] {
    answers.compactMap { answer in
      guard case .answered(_, _, .failed(let failure)) = answer.input else { return nil }
      return failure
    }
  }

  @Test func `the same seed gives the same world and another seed another`() {
    let first = answers(AdServerSettings(seed: 7))
    #expect(first.map(\.input) == answers(AdServerSettings(seed: 7)).map(\.input))
    #expect(first.map(\.moment) == answers(AdServerSettings(seed: 7)).map(\.moment))
    #expect(first.map(\.input) != answers(AdServerSettings(seed: 8)).map(\.input))
  }

  @Test func `S0.6 a unit is delivered in the sizes in which it is sold, and in no other`() {
    var settings = AdServerSettings(seed: 7)
    let sold = [Size(width: 320, height: 50), Size(width: 970, height: 250)]
    settings.sizes = ["div-gpt-ad-mobile_1": sold, "another": [Size(width: 1, height: 1)]]
    let sizes = sizes(of: answers(settings, requested: nil))
    #expect(Set(sizes) == Set(sold))
    #expect(sizes.count(where: { $0 == sold[0] }) > 100)
    // When they come is not a matter of sizes.
    #expect(
      answers(settings, requested: nil).map(\.moment)
        == answers(AdServerSettings(seed: 7)).map(\.moment))
  }

  @Test func `S0.6 a unit of which no sizes are set is sold in three usual ones, by the seed`() {
    func sold(_ seed: UInt64, _ unit: String) -> Set<Size> {
      let settings = AdServerSettings(seed: seed)
      let sizes = Set(sizes(of: answers(settings, unit: unit, requested: nil)))
      #expect(sizes == Set(settings.sizes(of: unit)))
      return sizes
    }
    let units = (0..<20).map { "unit-\($0)" }
    #expect(units.allSatisfy { sold(7, $0).count == 3 })
    #expect(units.contains { sold(7, $0) != sold(7, units[0]) })
    #expect(units.contains { sold(7, $0) != sold(8, $0) })
    #expect(Set(units.flatMap { sold(7, $0) }).count == 6)
  }

  private func sizes(of answers: [(moment: Int64, input: Engine.Input)]) -> [Size] {
    answers.compactMap { answer in
      guard case .answered(_, _, .loaded(let size, _)) = answer.input else { return nil }
      return size
    }
  }

  @Test func `an answer does not depend on what was asked before`() {
    let all = answers(AdServerSettings(seed: 7))
    var alone = SimulatedWorld(AdServerSettings(seed: 7))
    alone.add(
      SimulatedSlot(unit: "div-gpt-ad-mobile_1", requested: Size(width: 320, height: 320)),
      as: SlotID(33))
    alone.perform(.fetch(SlotID(33), generation: 1), at: .start)
    let input = alone.nextAnswer.flatMap { alone.takeAnswer(dueAt: $0) }
    #expect(all.contains { $0.input == input })
  }

  @Test func `answers come in order of time within the latency`() {
    let moments = answers(AdServerSettings(latency: 100...300)).map(\.moment)
    #expect(moments.count == 400)
    #expect(moments == moments.sorted())
    #expect(moments.allSatisfy { (100...300).contains($0) })
    #expect(Set(moments).count > 100)
  }

  @Test func `bids come within their latency, and change no answer of the seed`() throws {
    var settings = AdServerSettings(seed: 7)
    settings.bidLatency = 100...300
    func life(auctions: Bool) -> (bids: [Int64], answers: [Engine.Input]) {
      var world = SimulatedWorld(settings)
      for number in 0..<200 {
        let slot = SlotID(number)
        world.add(SimulatedSlot(unit: "u", requested: Size(width: 320, height: 320)), as: slot)
        if auctions { world.perform(.auction(slot, number: 1), at: .start) }
        world.perform(.fetch(slot, generation: 1), at: .start)
        world.perform(.release(slot, generation: number % 2 == 0 ? 1 : 2), at: .start)
      }
      var (bids, answers): ([Int64], [Engine.Input]) = ([], [])
      while let moment = world.nextAnswer, let input = world.takeAnswer(dueAt: moment) {
        if case .bidsArrived = input {
          bids.append(moment.milliseconds)
        } else {
          answers.append(input)
        }
      }
      return (bids, answers)
    }
    let (bids, answers) = life(auctions: true)
    #expect(bids.count == 200, "a release ends no auction")
    #expect(bids.allSatisfy { (100...300).contains($0) } && Set(bids).count > 50)
    #expect(answers.count == 100 && answers == life(auctions: false).answers)
  }

  @Test func `a network delays bids by its latency, and offline none come`() {
    func latency(_ network: NetworkProfile?) -> Int64? {
      var settings = AdServerSettings(seed: 7)
      settings.network = network
      var world = SimulatedWorld(settings)
      world.add(SimulatedSlot(unit: "u", requested: Size(width: 320, height: 320)), as: SlotID(0))
      return world.bidLatency(of: SlotID(0), auction: 1)
    }
    #expect(latency(.slow3G) == latency(nil).map { $0 + 2000 })
    #expect(latency(.offline) == nil)
  }

  @Test func `answers of one moment come in the order of their requests`() {
    let slots = answers(AdServerSettings(latency: 50...50), count: 20).map { answer -> SlotID? in
      guard case .answered(let slot, _, _) = answer.input else { return nil }
      return slot
    }
    #expect(slots == (0..<20).map { SlotID($0) })
  }

  @Test func `nothing comes before its moment`() {
    var world = SimulatedWorld(AdServerSettings(latency: 50...50))
    world.add(SimulatedSlot(unit: "unit", requested: Size(width: 1, height: 1)), as: SlotID(1))
    world.perform(.fetch(SlotID(1), generation: 1), at: .start)
    #expect(world.takeAnswer(dueAt: Instant(milliseconds: 49)) == nil)
    #expect(world.takeAnswer(dueAt: Instant(milliseconds: 50)) != nil)
    #expect(world.nextAnswer == nil)
  }

  @Test func `a release cancels the answer of its generation and no other`() throws {
    var world = SimulatedWorld(AdServerSettings(latency: 50...50))
    world.add(SimulatedSlot(unit: "unit", requested: Size(width: 1, height: 1)), as: SlotID(1))
    world.perform(.fetch(SlotID(1), generation: 1), at: .start)
    world.perform(.release(SlotID(1), generation: 1), at: .start)
    world.perform(.fetch(SlotID(1), generation: 2), at: .start)
    world.perform(.release(SlotID(1), generation: 1), at: .start)
    let answer = world.takeAnswer(dueAt: Instant(milliseconds: 50))
    guard case .answered(_, generation: 2, _) = answer
    else { throw TestSupportError("the answer was \(String(describing: answer))") }
    #expect(world.nextAnswer == nil)
  }

  @Test func `rates of failures and empty answers are kept`() {
    let failures = failures(answers(AdServerSettings(failureRate: 0.2, noFillRate: 0.3)))
    let empty = failures.count { $0 == .noFill }
    #expect((90...150).contains(empty), "\(empty) of 400 at a rate of 0.3")
    #expect((50...110).contains(failures.count - empty), "of 400 at a rate of 0.2")
    #expect(Set(failures) == Set(AdFailure.allCases).subtracting([.rendering]))
    #expect(self.failures(answers(AdServerSettings())).isEmpty)
  }

  @Test func `some delivered sizes differ from what was asked for, and some do not`() {
    let sizes = sizes(of: answers(AdServerSettings()))
    let same = sizes.count { $0 == Size(width: 320, height: 320) }
    #expect((160...300).contains(same))
    #expect(Set(sizes).count == 6)
  }

  @Test func `what a page fixes about a creative is what comes`() {
    let fixed = CreativeSettings(size: Size(width: 970, height: 250), latency: 5...5, media: .video)
    let all = answers(AdServerSettings(), count: 20, creative: fixed)
    #expect(all.allSatisfy { $0.moment == 5 })
    for (number, answer) in all.enumerated() {
      #expect(
        answer.input
          == .answered(
            SlotID(number), generation: 1, .loaded(Size(width: 970, height: 250), .video)))
    }
    let failing = answers(
      AdServerSettings(), count: 20, creative: CreativeSettings(fails: .timeout))
    #expect(failures(failing) == Array(repeating: .timeout, count: 20))
  }

  @Test func `a slot nobody told of is never answered`() {
    var world = SimulatedWorld()
    world.perform(.fetch(SlotID(1), generation: 1), at: .start)
    #expect(world.nextAnswer == nil)
    #expect(world.creative(for: SlotID(1), generation: 1) == nil)
  }

  @Test func `a network adds the same time to every answer`() throws {
    let plain = answers(AdServerSettings(latency: 100...300))
    for network in NetworkProfile.allCases {
      guard let delay = network.delay else { continue }
      var settings = AdServerSettings(latency: 100...300)
      settings.network = network
      let slow = answers(settings)
      #expect(slow.map(\.moment) == plain.map { $0.moment + delay }, "\(network)")
      #expect(slow.map(\.input) == plain.map(\.input), "\(network)")
    }
    #expect(NetworkProfile.allCases.compactMap(\.delay) == [29, 264, 1118, 4000])
  }

  @Test func `offline every request fails at once`() {
    var settings = AdServerSettings(failureRate: 0.5, noFillRate: 0.5)
    settings.network = .offline
    let answers = answers(settings, count: 20)
    #expect(failures(answers) == Array(repeating: .network, count: 20))
    #expect(answers.allSatisfy { $0.moment == 1 })
  }
}
