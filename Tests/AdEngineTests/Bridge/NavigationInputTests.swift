import AdEngine
import TestSupport
import Testing

/// Where the page of an ad may lead, through the engine's one door (`S1.54`–`S1.58`, D29–D33).
@Suite(.tags(.fast)) struct NavigationInputTests {
  /// A slot whose ad was rendered and seen at 200; its page is the stage's template.
  private func seen() -> Stage {
    var stage = loading()
    stage.deliver(1, at: 100)
    stage.run(until: 200)
    stage.clear()
    return stage
  }

  /// A slot whose ad's page has not begun to show.
  private func loading() -> Stage {
    Stage(slots: [slot(at: 100)], consent: .granted).scrolled(to: 0).cleared()
  }

  @Test func `S1.57 D32 another host is opened after a touch and blocked without one`() {
    var stage = seen()
    stage.go(to: "b.example")
    stage.click(1)
    stage.go(to: "b.example")
    stage.expect(
      "200 slot 1 block https://b.example/: another host: b.example, and nobody has touched the ad",
      "200 slot 1 ad clicked", "200 slot 1 open https://b.example/: another host: b.example")
    #expect(stage.engine.blockedNavigations(of: SlotID(1)) == 1)
  }

  @Test func `D32 a touch opens one thing, for a second, and can be renewed`() {
    var stage = seen()
    stage.click(1)
    stage.go(to: "b.example", at: 1200)
    stage.go(to: "c.example", at: 1200)
    stage.click(1, at: 3000)
    stage.go(to: "b.example", at: 4001)
    stage.click(1, at: 5000)
    stage.go(to: "c.example", .none, at: 6000)
    #expect(
      stage.log.filter { $0.contains(" open ") } == [
        "1200 slot 1 open https://b.example/: another host: b.example",
        "6000 slot 1 open https://c.example/: a new window for c.example",
      ])
    #expect(stage.engine.blockedNavigations(of: SlotID(1)) == 2)
  }

  @Test(arguments: ["javascript", "file", "vbscript", "view-source", "filesystem", "jar"])
  func `D29 what runs code or reads files is blocked, whoever touches what`(scheme: String) {
    var stage = seen()
    for frame in NavigationFrame.allCases {
      stage.click(1)
      stage.clear()
      stage.go([.success(other(scheme))], frame)
      #expect(stage.log == ["200 slot 1 block \(scheme):x: \(scheme): runs code or reads files"])
    }
  }

  @Test func `D31 a redirect before the ad is there makes its host the ad's own`() {
    var stage = loading()
    stage.go(to: "b.example")
    stage.deliver(1, at: 100)
    stage.run(until: 200)
    stage.clear()
    stage.go(to: "b.example")
    #expect(stage.log.isEmpty)
    #expect(stage.engine.adPage(of: SlotID(1)).host == .domain("b.example"))
    stage.go(to: "ads.example")
    #expect(stage.log.count == 1 && stage.log[0].contains("block https://ads.example/"))
  }

  @Test func `D31 each generation begins at the template, which a host may name`() {
    var stage = loading()
    stage.go(to: "b.example")
    stage.reload(1)
    #expect(stage.engine.adPage(of: SlotID(1)) == .adTemplate)
    let engine = Engine(Engine.Configuration(adTemplate: web("other.example")))
    #expect(engine.adPage(of: SlotID(1)) == web("other.example"))
  }

  @Test func `an address that cannot be read is blocked with the text that was given, cut`() {
    var stage = seen()
    stage.click(1)
    stage.clear()
    let text = String(repeating: "é", count: 1 << 20)
    stage.happen(
      .navigationRequested(
        SlotID(1), generation: 1,
        NavigationAttempt(text, [.failure(.tooLong(limit: 1 << 20))], frame: .main)))
    #expect(stage.log.count == 1 && stage.log[0].hasPrefix("200 slot 1 block éé"))
    #expect(stage.log[0].count < 2200)
    stage.happen(
      .navigationRequested(SlotID(1), generation: 1, NavigationAttempt("x", [], frame: .main)))
    #expect(stage.log.count == 1)
  }

  @Test
  func `a command to the bridge stays inside, and what it carries is decided as a new window`() {
    var stage = seen()
    let command = URLParts(scheme: "mraid", path: "open", text: "mraid://open")
    stage.click(1)
    stage.clear()
    stage.go([.success(command)])
    #expect(stage.log.isEmpty)
    stage.go([.success(command), .success(web("ads.example"))], action: 1)
    stage.go([.success(command), .success(web("ads.example"))], action: 1)
    stage.expect("200 slot 1 open https://ads.example/: a new window for ads.example")
    stage.go(Array(repeating: .success(command), count: 4) + [.success(web("b.example"))])
    #expect(stage.log.isEmpty)
  }

  /// Whatever a page asks for, in whatever order people touch ads.
  @Test
  func
    `D32 in a thousand random lives nothing is opened that was not touched, and nothing forbidden`()
  {
    var random = SeededGenerator(seed: 4)
    let schemes = ["javascript", "file", "about", "data", "blob", "tel", "mailto", "intent"]
    let hosts: [URLHost] = [
      .domain("b.example"), .domain("ads.example"), .domain("localhost"), .ipv4(0x7F00_0001),
      .ipv4(0xC0A8_0101), .ipv6(0, 1),
    ]
    var opened = 0
    for life in 0..<1000 {
      var engine = Engine(
        Engine.Configuration(
          viewport: Size(width: 400, height: 800), consent: .granted, adTemplate: .adTemplate))
      for number in 1...3 {
        _ = engine.handle(.slotAdded(SlotID(number), slot(at: Double(number) * 260)), at: .start)
      }
      var touched: [SlotID: Int64] = [:]
      var now: Int64 = 0
      _ = engine.handle(.scrolled(to: 0), at: .start)
      for _ in 0..<40 {
        now += random.pick([0, 1, 50, 100, 400, 1000, 1001])
        let id = SlotID(random.pick([1, 2, 3]))
        let generation = engine.status(of: id)?.generation ?? 0
        let input: Engine.Input
        switch random.pick([0, 1, 1, 2, 2, 2, 2, 3, 4]) {
        case 0:
          input = .answered(
            id, generation: generation, .loaded(Size(width: 320, height: 250), .display))
        case 1: input = .clicked(id)
        case 2:
          let address =
            random.chance(50)
            ? other(random.pick(schemes))
            : URLParts(scheme: "https", host: random.pick(hosts), path: "/", text: "https://x/")
          input = .navigationRequested(
            id, generation: generation,
            NavigationAttempt(
              address.text, [.success(address)], frame: random.pick(NavigationFrame.allCases),
              action: random.chance(30) ? random.pick([1, 2, 3]) : nil))
        case 3: input = .reloadRequested(id)
        default: input = .scrolled(to: Double(random.pick([0, 10, 400])))
        }
        for effect in engine.handle(input, at: Instant(milliseconds: now)) {
          guard case .open(let slot, let settled) = effect else { continue }
          opened += 1
          let url = settled.decision.url
          #expect(touched[slot].map { now - $0 <= UserActivation.lifetime } == true, "\(life)")
          #expect(url?.host?.reach ?? .everywhere == .everywhere, "\(settled)")
          #expect(["https", "tel", "mailto", "intent"].contains(url?.scheme), "\(settled)")
          touched[slot] = nil
        }
        if case .clicked = input, engine.status(of: id)?.adState == .clicked { touched[id] = now }
      }
    }
    #expect(opened > 100)
  }
}

private func web(_ host: String) -> URLParts {
  URLParts(scheme: "https", host: .domain(host), path: "/", text: "https://\(host)/")
}

private func other(_ scheme: String) -> URLParts {
  URLParts(scheme: scheme, path: "x", text: "\(scheme):x")
}

extension Stage {
  fileprivate mutating func go(
    _ addresses: [Result<URLParts, URLSyntaxError>], _ frame: NavigationFrame = .main,
    action: Int? = nil, generation: Int = 1, at moment: Int64? = nil
  ) {
    let text = (try? addresses.first?.get())?.text ?? "?"
    happen(
      .navigationRequested(
        SlotID(1), generation: generation,
        NavigationAttempt(text, addresses, frame: frame, action: action)), at: moment)
  }

  fileprivate mutating func go(
    to host: String, _ frame: NavigationFrame = .main, action: Int? = nil, generation: Int = 1,
    at moment: Int64? = nil
  ) { go([.success(web(host))], frame, action: action, generation: generation, at: moment) }
}
