import AdEngine
import AdSessions
import AdSimulation
import Playground

extension Suite {
  /// What many slots, or commands, cost: each series at one size and at four times the size.
  static let growth = Suite(
    title: "Growth: the time is (number of slots, or of commands) to the power of the exponent",
    benchmarks: Series.allCases.flatMap(\.benchmarks))

  /// A way in which a page of many slots could become slow.
  private enum Series: String, CaseIterable {
    case eager = "every ad loads at once"
    case unloading = "every ad loads at once, unloading on"
    case upwards = "slots added each above the others"
    case early = "slots added each above the others, before the page is scrolled"
    case replay = "a session without a page is shown, and every ad changes its size"
    case moves = "every slot moves in one step"
    case reloads = "every slot is reloaded"
    case layout = "laying out a page whose ads all change size"
    case linearReloads = "commands of linear mode, each reloading the ads of a page"
    case linearChanges = "commands of linear mode, each turning unloading on or off"

    private static let small = 5000
    private static let factor = 4

    var benchmarks: [Benchmark] {
      let noun = word == nil ? "slots" : "commands"
      let small = "growth, \(rawValue), \(grouped(Self.small)) \(noun)"
      let large = Self.small * Self.factor
      return [
        Benchmark(small, .milliseconds, "run") { run(Self.small) },
        Benchmark(
          "growth, \(rawValue), \(grouped(large)) \(noun)", .milliseconds, "run", baseline: small,
          growth: Double(Self.factor), goals: [.exponent(.atMost(1.25))]
        ) { run(large) },
      ]
    }

    /// The word of linear mode that is repeated.
    private var word: String? {
      switch self {
      case .linearReloads: "R"
      case .linearChanges: "x"
      default: nil
      }
    }

    /// Prepares a page with this number of slots and returns the function that runs it repeatedly.
    private func run(_ slots: Int) -> (Int) -> Void {
      switch self {
      case .eager, .unloading:
        let settings = try? LazyLoadingSettings(
          fetchThreshold: 1e9, displayThreshold: 1e9, unloadThreshold: 1e9, unloadingEnabled: true)
        let setup = Self.setup(slots, lazyLoading: self == .eager ? nil : settings)
        return times { blackHole(Self.settled(setup)) }
      case .upwards:
        return times {
          var engine = Engine(Self.configuration(.standard))
          for slot in 0..<slots {
            let at = Instant(milliseconds: Int64(slot * 100))
            let frame = SlotFrame(y: Double(slots - slot) * 600, height: 250)
            blackHole(engine.handle([.slotAdded(SlotID(slot), frame), .scrolled(to: 0)], at: at))
          }
        }
      case .early:
        let setup = Self.setup(0, lazyLoading: .standard)
        return times {
          var run = SessionRun(setup)
          for slot in 0..<slots {
            let frame = SlotFrame(y: Double(slots - slot) * 600, height: 250)
            run.apply(.slotAdded(SlotID(slot), frame), at: Instant(milliseconds: Int64(slot * 100)))
          }
          run.scroll(to: 0, at: Instant(milliseconds: Int64(slots * 100)))
          blackHole(run.report)
        }
      case .replay:
        let (header, lines) = Self.session(slots)
        return times {
          guard
            let replay = try? Replay(
              header, lines: lines, page: nil, name: "many.jsonl", options: PlaygroundOptions())
          else { fatalError("expected a session that can be played") }
          let model = Model(
            replay, options: PlaygroundOptions(), settings: PlaygroundSettings(), columns: 120,
            rows: 40, at: 0)
          blackHole(Snapshot(replaying: model))
        }
      case .moves, .reloads:
        let isMove = self == .moves
        var engine = Engine(Self.configuration(nil))
        var effects: [Engine.Effect] = []
        for slot in 0..<slots {
          let frame = SlotFrame(y: Double(slot) * 600, height: 250)
          engine.handle(.slotAdded(SlotID(slot), frame), at: .start, into: &effects)
        }
        let inputs = (0..<slots).map { slot -> Engine.Input in
          isMove
            ? .slotMoved(SlotID(slot), SlotFrame(y: Double(slots - slot) * 600, height: 300))
            : .reloadRequested(SlotID(slot))
        }
        let ready = engine
        return times {
          var engine = ready
          blackHole(engine.handle(inputs, at: Instant(milliseconds: 1000)))
        }
      case .layout:
        let text = MarkdownText(ads: slots / 10)
        let layout = PageLayout(Page.read(text.bytes, name: "long.md").page)
        return times {
          var layout = layout
          for slot in layout.page.slots.indices {
            layout.resize(slot: slot, to: Size(width: 300, height: 250))
          }
          blackHole(layout.height)
        }
      case .linearReloads, .linearChanges:
        let word = word ?? ""
        var options = PlaygroundOptions()
        options.overrides.consent = .granted
        let page = PageFile(
          location: "page.md", name: "page.md", bytes: MarkdownText(ads: 4).bytes, isFile: false)
        return times {
          var playground = LinearPlayground(
            page, options: options, settings: PlaygroundSettings(), at: 0)
          for _ in 0..<slots {
            blackHole(playground.take(word, at: 0))
            blackHole(playground.drainSentences())
          }
        }
      }
    }

    private static func configuration(_ settings: LazyLoadingSettings?) -> Engine.Configuration {
      Engine.Configuration(
        lazyLoading: settings, viewport: BenchmarkPage.viewport, consent: .granted)
    }

    private static func setup(_ slots: Int, lazyLoading: LazyLoadingSettings?) -> RunSetup {
      RunSetup(
        engine: configuration(lazyLoading),
        slots: (0..<slots).map { slot in
          RunSlot(String(slot), unit: "unit", frame: SlotFrame(y: Double(slot) * 600, height: 300))
        },
        world: AdServerSettings())
    }

    /// A session without a page whose ads are all requested at once, and come one after the other in other sizes.
    private static func session(
      _ slots: Int
    ) -> (header: SessionHeader, lines: [(number: Int, line: SessionLine)]) {
      let places = (0..<slots).map {
        #"{"slot":"\#($0)","unit":"u","y":\#($0 * 600),"width":320,"height":300}"#
      }
      let answers = (0..<slots).map {
        #"{"at":\#(100 + $0),"in":{"world":{"slot":"\#($0)","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}"#
      }
      let text = """
        {"adview":1,"viewport":{"width":390,"height":844},"answers":"recorded","lazyLoad":{"fetchThreshold":1e8,"displayThreshold":1e8},"slots":[\(places.joined(separator: ","))]}
        {"at":0,"in":{"scroll":0}}
        \(answers.joined(separator: "\n"))

        """
      guard let session = try? SessionReader.session(in: Array(text.utf8)) else {
        fatalError("expected a session")
      }
      return session
    }

    private static func settled(_ setup: RunSetup) -> MetricsReport {
      var run = SessionRun(setup)
      run.scroll(to: 0, at: .start)
      run.runUntilIdle()
      return run.report
    }
  }
}
