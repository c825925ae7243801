import AdEngine
import TestSupport
import Testing

/// What the page of an ad says reaches the slot, or the log, or nobody (`S1.59`–`S1.62`, D25–D28).
@Suite(.tags(.fast)) struct BridgeInputTests {
  /// A slot whose ad was rendered and seen at 200.
  private func seen() -> Stage {
    var stage = Stage(slots: [slot(at: 100), slot(at: 600)], consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.deliver(1, at: 100)
    stage.run(until: 200)
    stage.clear()
    return stage
  }

  @Test func `S1.60 an adSize gives the slot its size and moves what lies below`() {
    var stage = seen()
    stage.say(.success(.adSize(Size(width: 300, height: 350))))
    #expect(stage.log == ["200 slot 1 resize 300x350"])
    #expect(stage.tops == [100, 700])
    #expect(stage.engine.status(of: SlotID(1))?.ad == Size(width: 300, height: 350))
    stage.say(.success(.adSize(Size(width: 300, height: 350))))
    #expect(stage.log.count == 1)
  }

  @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 4096.5, 1e300] as [Double])
  func `D25 an adSize that no slot can take changes nothing and is told`(side: Double) {
    for size in [Size(width: side, height: 250), Size(width: 300, height: side)] {
      var stage = seen()
      stage.say(.success(.adSize(size)))
      #expect(stage.log.count == 1 && stage.log[0].hasPrefix("200 refused: slot 1: delivered size"))
      #expect(stage.tops == [100, 600])
      #expect(stage.engine.status(of: SlotID(1))?.ad == Size(width: 320, height: 250))
    }
  }

  @Test
  func `S1.59 S1.61 D26 D28 what a page says is told as one line, whether a ladybug is on or not`()
  {
    var stage = seen()
    stage.say(.success(.console(level: "warn", text: "slow")))
    stage.say(.success(.unknown(type: "ping", fields: #"{"type":"ping"}"#)))
    stage.expect(
      "200 slot 1 log [WebAdView] [HTML] [WARN] slow",
      #"200 slot 1 log [WebAdView] [HTML] [Unknown type] {"type":"ping"}"#)
  }

  @Test func `S1.62 what is no message is told and changes nothing`() {
    var stage = seen()
    let before = stage.engine.statuses()
    stage.say(.failure(.notAnObject))
    #expect(stage.log == ["200 refused: slot 1: message: expected an object"])
    #expect(stage.engine.statuses() == before)
  }

  @Test func `a page that shrinks its ad while it is seen is measured by the new size`() {
    var stage = Stage(slots: [slot(at: 700, height: 250)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, at: 100)
    stage.run(until: 1000)
    stage.clear()
    // 100 of 250 points are in view; of 150 they are enough.
    stage.say(.success(.adSize(Size(width: 320, height: 150))))
    stage.run(until: 5000)
    stage.expect("1000 slot 1 resize 320x150", "1000 slot 1 ad impressed", "2000 slot 1 viewable")
  }
}

extension Stage {
  fileprivate mutating func say(
    _ message: Result<BridgeMessage, BridgeMessageError>, _ generation: Int = 1
  ) { happen(.messaged(SlotID(1), generation: generation, message)) }
}
