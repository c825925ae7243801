import AdEngine
import AdSessions
import AdSimulation
import AdTuning
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
    case replay = "a session without a page is shown, and every ad changes its size"
    case moves = "every slot moves in one step"
    case commands = "commands of linear mode, each turning unloading on or off"
    case film = "a film of a session whose ads all change size"
    case walk = "linear mode over a session whose ads all change size"
    case settings = "settings compared over a session whose ads all change size"

    private static let factor = 4

    /// The smaller size.
    private var small: Int {
      switch self {
      case .film: 100
      case .settings: 250
      case .walk: 1000
      default: 5000
      }
    }

    var benchmarks: [Benchmark] {
      let noun = self == .commands ? "commands" : "slots"
      func name(_ size: Int) -> String { "growth, \(rawValue), \(grouped(size)) \(noun)" }
      let large = small * Self.factor
      return [
        Benchmark(name(small), .milliseconds, "run") { run(small) },
        Benchmark(
          name(large), .milliseconds, "run", baseline: name(small), growth: Double(Self.factor),
          goals: [.exponent(.atMost(1.15))]
        ) { run(large) },
      ]
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
      case .replay:
        let session = Self.session(slots)
        return times { blackHole(Snapshot(replaying: Self.model(session))) }
      case .film:
        let session = Self.session(slots)
        return times {
          var film = Cast(replaying: Self.model(session), theme: Theme(.dark))
          while let line = film.next() { blackHole(line) }
        }
      case .walk:
        let session = Self.session(slots)
        return times {
          var playground = LinearPlayground(
            .session(Self.replay(session)), options: PlaygroundOptions(),
            settings: PlaygroundSettings(),
            at: 0)
          var time: Int64 = 0
          while let deadline = playground.nextDeadline {
            time = max(deadline, time + 1)
            blackHole(playground.update(.woke, at: time))
            blackHole(playground.drainSentences())
          }
        }
      case .settings:
        let (header, lines) = Self.session(slots)
        return times {
          let session = Self.expect(
            try? TuningSession(
              header, lines: lines, page: nil, others: [:], overrides: SettingOverrides(),
              name: "many.jsonl"))
          var study = TuningStudy(
            fetches: TuningPlan().fetches, displays: TuningPlan.usualDisplays, objective: .value,
            present: .standard, sessions: 1)
          study.add(session)
          blackHole(study.map.best)
        }
      case .moves:
        var engine = Engine(Self.configuration(nil))
        var effects: [Engine.Effect] = []
        for slot in 0..<slots {
          let frame = SlotFrame(y: Double(slot) * 600, height: 250)
          engine.handle(.slotAdded(SlotID(slot), frame), at: .start, into: &effects)
        }
        let inputs = (0..<slots).map { slot -> Engine.Input in
          .slotMoved(SlotID(slot), SlotFrame(y: Double(slots - slot) * 600, height: 300))
        }
        let ready = engine
        return times {
          var engine = ready
          blackHole(engine.handle(inputs, at: Instant(milliseconds: 1000)))
        }
      case .commands:
        var options = PlaygroundOptions()
        options.overrides.consent = .granted
        let page = PageFile(
          location: "page.md", name: "page.md", bytes: MarkdownText(ads: 4).bytes, isFile: false)
        return times {
          var playground = LinearPlayground(
            .page(page), options: options, settings: PlaygroundSettings(), at: 0)
          for _ in 0..<slots {
            blackHole(playground.take("x", at: 0))
            blackHole(playground.drainSentences())
          }
        }
      }
    }

    private static func configuration(_ settings: LazyLoadingSettings?) -> Engine.Configuration {
      Engine.Configuration(
        lazyLoading: settings, viewport: BenchmarkArticle.viewport, consent: .granted)
    }

    private static func setup(_ slots: Int, lazyLoading: LazyLoadingSettings?) -> RunSetup {
      RunSetup(
        engine: configuration(lazyLoading),
        slots: (0..<slots).map { slot in
          RunSlot(String(slot), unit: "unit", frame: SlotFrame(y: Double(slot) * 600, height: 300))
        },
        world: AdServerSettings())
    }

    private typealias Session = (header: SessionHeader, lines: [(number: Int, line: SessionLine)])

    /// What the benchmarks make themselves is in order.
    private static func expect<Value>(_ value: Value?) -> Value {
      guard let value else { preconditionFailure("the session is in order") }
      return value
    }

    private static func replay(_ session: Session) -> Replay {
      expect(
        try? Replay(
          session.header, lines: session.lines, page: nil, name: "many.jsonl",
          options: PlaygroundOptions()))
    }

    private static func model(_ session: Session) -> Model {
      Model(
        .session(replay(session)), options: PlaygroundOptions(), settings: PlaygroundSettings(),
        columns: 120, rows: 40, at: 0)
    }

    /// A session without a page whose ads are all requested at once, and come one after the other in other sizes.
    private static func session(_ slots: Int) -> Session {
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
      return expect(try? SessionReader.session(in: Array(text.utf8)))
    }

    private static func settled(_ setup: RunSetup) -> MetricsReport {
      var run = SessionRun(setup)
      run.scroll(to: 0, at: .start)
      run.runUntilIdle()
      return run.report
    }
  }
}
