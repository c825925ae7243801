import AdEngine
import AdSessions

@testable import Playground

/// A user without a screen, who types lines and reads the answers.
struct Reader {
  private var playground: LinearPlayground
  private(set) var requests: [Request] = []
  private var now: Int64 = 0
  /// All that was typed and said, in order.
  private(set) var transcript: [String]

  init(
    _ page: String, consent: ConsentChoice = .granted,
    options: PlaygroundOptions = PlaygroundOptions()
  ) {
    self.init(
      .page(PageFile("page.md", page)), options: options,
      settings: PlaygroundSettings(consent: consent))
  }

  init(
    _ scene: Scene, options: PlaygroundOptions = PlaygroundOptions(), settings: PlaygroundSettings
  ) {
    playground = LinearPlayground(scene, options: options, settings: settings, at: 0)
    transcript = playground.drainSentences()
  }

  var engine: Engine { playground.model.engine }

  /// Types a line, and waits as long as it says; returns what is said to it.
  @discardableResult mutating func type(_ line: String) -> [String] {
    requests += playground.take(line, at: now)
    var said = playground.drainSentences()
    while playground.resumesAt != nil { said += wake() }
    transcript += ["> " + line] + said
    return said
  }

  /// Lets time pass until nothing is pending.
  mutating func end() {
    while playground.nextDeadline != nil { transcript += wake() }
  }

  mutating func send(_ message: Message) -> [String] {
    requests += playground.update(message, at: now)
    return playground.drainSentences()
  }

  private mutating func wake() -> [String] {
    now = max(now, playground.nextDeadline ?? now)
    return send(.woke)
  }
}
