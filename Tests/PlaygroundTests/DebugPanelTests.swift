import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import Testing

@testable import Playground

/// The panel in the corner of ads, and their consoles (`S1.59`–`S1.64`, D27, D28).
@Suite struct DebugPanelTests {
  private func page(_ size: String = "320x240", creative: String = "media: display") -> String {
    """
    ---
    adServer: { latency: 100ms }
    ---
    # A page

    ```ad
    unit: div-gpt-ad-mobile_1
    size: \(size)
    creative: { size: \(size), \(creative) }
    targeting: { section: homepage }
    ```

    The end.
    """
  }

  private let panel = "Ad unit: div-gpt-ad-mobile_1"

  @Test func `D27 an ad that is there gets the panel and loses it as the ladybug goes`() {
    var player = Player(page(), columns: 100, rows: 40).waiting(1000)
    #expect(!player.screen.contains(panel))
    player.press("b", shows: panel, "Size: 320 × 240", "C Console")
    player.press("b")
    #expect(!player.screen.contains(panel) && !player.screen.contains("C Console"))
  }

  @Test(arguments: [(60, 32), (120, 40)])
  func `S1.64 the panel looks as it should, and D27 the ad without it`(columns: Int, rows: Int) {
    var player = Player(page(), columns: columns, rows: rows).waiting(1000).pressing("b")
    expectGolden(player.canvas, "panel-\(columns)x\(rows)")
    player.press("b", golden: "panel-off-\(columns)x\(rows)")
  }

  @Test(arguments: 1...40)
  func `however small an ad is, the panel stays inside it`(height: Int) {
    for width in [1, 3, 4, 5, 6, 14, 33, 60] {
      for size in [nil, Size(width: 320, height: Double(height) * 20)] {
        var canvas = Canvas(width: 70, height: 50)
        let ground = Cell("#", style: Theme.text)
        canvas.fill(canvas.bounds, ground)
        let box = Rect(column: 4, row: 3, width: width, height: height)
        let clip = Rect(column: 0, row: 5, width: 50, height: 30)
        DebugPanelView(unit: "div-gpt-ad-漢字_1", size: size).draw(on: &canvas, in: box, clip: clip)
        for row in 0..<canvas.height {
          for column in 0..<canvas.width where canvas[column, row] != ground {
            #expect(
              box.inside.clipped(to: clip).contains(column: column, row: row), "\(width)×\(height)")
          }
        }
      }
    }
  }

  @Test func `a small ad keeps its name, and its panel says where the console is`() throws {
    for height in 3...30 {
      var player = Player(page("320x\(height * 20)"), columns: 100, rows: 50).waiting(1000)
      player.press("b")
      let ad = try #require(player.model.visit.run.world.creative(for: SlotID(0), generation: 1))
      #expect(player.screen.contains(ad.advertiser.name), "\(height) rows")
      #expect(player.screen.contains("Console"), "\(height) rows")
    }
  }

  @Test func `S1.63 the console shows what the page said and the scripts in their order`() throws {
    let messages =
      #"messages: ['{"type":"console","level":"warn","message":"slow picture"}', "#
      + #"'{"type":"ping","n":1}', '{"type":"adSize","width":300,"height":260}', '{']"#
    var player = Player(page(creative: messages), columns: 120, rows: 200).waiting(1000)
    player.press("b", "C")
    let lines = try #require(player.overlayBox).lines.map { "\($0.key ?? "") \($0.text)" }
    let text = lines.joined(separator: "\n")
    let order = [
      "Ad unit div-gpt-ad-mobile_1", "Size 300 × 260", "[WebAdView] [HTML] [WARN] slow picture",
      #"[WebAdView] [HTML] [Unknown type] {"n":1,"type":"ping"}"#, "Scripts put into its page",
      "1 consent, documentStart",
      "window.didomiOnReady = window.didomiOnReady || [];", "Didomi.setUserStatus({",
      "2 debugPanel, documentEnd", "3 adUnitID, documentEnd",
      #"window.stepnetwork.adUnitId = "div-gpt-ad-mobile_1";"#, "4 targeting",
      #"googletag.pubads().setTargeting("section", "homepage");"#,
    ]
    var rest = text[...]
    for part in order {
      let found = try #require(rest.firstRange(of: part), "\(part) in \(text)")
      rest = rest[found.upperBound...]
    }
    player.press(.escape)
    #expect(player.overlay == nil)
    player.press("b", "C")
    #expect(player.overlayBox?.lines.contains { $0.text.contains("debug panel") } == false)
    player.press(.escape, "c", "w", "C")
    let held = try #require(player.overlayBox).lines.map(\.text).joined(separator: "\n")
    #expect(held.contains("Scripts that its page will get"))
    #expect(held.contains("no choice to hand over: something is undecided"))
    #expect(!held.contains("didomiOnReady"))
  }

  @Test func `S1.59 S1.62 a megabyte of a message is kept, and cut in the log`() throws {
    let longest = BridgeMessageReader.maxBytes
    let frame = #"{"type":"console","message":""}"#.utf8.count
    for length in [100_000, longest - frame, longest - frame + 1] {
      let text = String(repeating: "x", count: length)
      var player = Player(
        page(creative: #"messages: ['{"type":"console","message":"\#(text)"}']"#), columns: 100,
        rows: 40, settings: .debugging)
      #expect(player.page.problems.isEmpty)
      player.wait(1000)
      let log = player.log.map(\.line)
      if length <= longest - frame {
        let messages = player.model.visit.messages(ofSlot: 0).map(\.message)
        #expect(messages == [.console(level: "log", text: text)])
        #expect(log.contains { $0.contains("[LOG] xxxx") })
        player.press("C", shows: "[WebAdView] [HTML] [LOG]")
        let console = try #require(player.overlayBox).lines.map(\.text)
        #expect(console.contains { $0.hasSuffix("… (\(length) characters)") })
      } else {
        #expect(log.contains { $0.hasSuffix("message of more than \(longest) bytes") })
      }
      #expect(log.allSatisfy { $0.utf8.count < 4000 })
    }
  }

  @Test(arguments: [nil, "?", "i", "L", "c"] as [Key?])
  func `S0.43 the ladybug switches from everywhere, and everywhere at once`(way: Key?) {
    var player = Player(page(), columns: 100, rows: 40).waiting(1000)
    if let way { player.press(way) }
    #expect(!player.model.visit.settings.isDebugEnabled)
    player.press("b")
    #expect(player.model.visit.settings.isDebugEnabled)
    player.press(.escape, shows: "Ad unit")
    player.press("b")
    #expect(!player.model.visit.settings.isDebugEnabled)
  }

  @Test(arguments: [false, true])
  func `what the app does not hear of is in the log and in the console`(isAllowed: Bool) throws {
    let block =
      "creative: { messages: ['{}', '{}'], handler: other, popup: 'https://a.example/', latency: 50ms }"
    let front = "webView: { javaScriptCanOpenWindowsAutomatically: \(isAllowed) }"
    var player = Player(
      testPage(front: front, block: block), columns: 120, rows: 40, settings: .debugging)
    player.press("C", after: 3000)
    let log = player.log.map(\.text)
    let console = try #require(player.overlayBox).lines.map(\.text)
    let messages = #"2 messages to the handler "other", which the app does not have: dropped"#
    let window =
      "window https://a.example/: not opened, since javaScriptCanOpenWindowsAutomatically is off"
    #expect(log.contains { $0.hasSuffix(messages) } && console.contains(messages))
    #expect(log.contains { $0.hasSuffix(window) } == !isAllowed)
    #expect(console.contains(window) == !isAllowed)
  }

  @Test func `S1.59 S1.61 D26 D28 the log has what pages say, as long as the ladybug is on`() {
    let messages =
      #"messages: ['{"type":"console","message":"here"}', '{"type":"adSize","width":0,"height":9}', '7']"#
    for isDebugging in [true, false] {
      let player = Player(
        page(creative: messages), columns: 120, rows: 50,
        settings: PlaygroundSettings(isDebugEnabled: isDebugging, consent: .granted)
      ).waiting(1000)
      let log = player.log.map(\.line)
      let expected = [
        "html    slot 1 mobile_1  [WebAdView] [HTML] [LOG] here",
        "refused slot 1 mobile_1  size 0×9: expected more than 0 and at most 4096 points",
        "refused slot 1 mobile_1  message: expected an object",
      ]
      for line in expected {
        #expect(log.contains { $0.hasSuffix(line) }, "\(line) in \(log)")
      }
      #expect(player.model.visit.messages(ofSlot: 0).map(\.message.logLine).count == 1)
    }
  }

  @Test func `a console of a new generation begins empty, and without an ad there is none`() {
    let messages = #"messages: ['{"type":"console","message":"here"}']"#
    var player = Player(page(creative: messages), columns: 120, rows: 50).waiting(1000)
    #expect(player.model.visit.messages(ofSlot: 0).count == 1)
    player.press("r")
    #expect(player.model.visit.messages(ofSlot: 0).isEmpty)
    player.press("c", "w", "C", shows: "there is no page: no ad")
  }

  @Test func `hostile words of an ad's page reach neither the screen nor the log as they are`() {
    let evil = #"\u001b[31m\u202e\u0007"# + String(repeating: "x", count: 600)
    let message = #"messages: ['{"type":"console","message":"\#(evil)"}']"#
    var player = Player(
      page(creative: message), columns: 100, rows: 40,
      settings: .debugging
    ).waiting(1000)
    #expect(player.model.visit.messages(ofSlot: 0).count == 1)
    player.press("C")
    for text in [player.screen] + player.log.map(\.line) {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    }
    #expect(player.log.allSatisfy { $0.line.utf8.count < 1000 })
  }
}
